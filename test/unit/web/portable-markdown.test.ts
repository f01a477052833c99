import { describe, expect, test } from 'vitest';
import { withAbsoluteLinks, withPlaceLinks } from '../../../web/ui/portable-markdown.ts';

const ORIGIN = 'https://dripcast.test';

describe('links into the app', () => {
  test.each([
    ['[1:02](/tools?episode=a&at=62)', `[1:02](${ORIGIN}/tools?episode=a&at=62)`],
    ['[a](/x "title")', `[a](${ORIGIN}/x "title")`],
    ['[a](https://elsewhere.test/x)', '[a](https://elsewhere.test/x)'],
    ['[a](//elsewhere.test/x)', '[a](//elsewhere.test/x)'],
    ['`[a](/x)`', '`[a](/x)`'],
  ])('%s becomes %s', (markdown, portable) => {
    expect(withAbsoluteLinks(markdown, ORIGIN)).toBe(portable);
  });
});

describe('times that a text cites', () => {
  const place = `${ORIGIN}/podcasts?episode=e`;

  test.each([
    ['It rose. [12:34]', `It rose. [12:34](${place}&at=754)`],
    ['[1:02:33] and [0:05]', `[1:02:33](${place}&at=3753) and [0:05](${place}&at=5)`],
    ['Ada: “at \\[12:34]”', 'Ada: “at \\[12:34]”'],
    ['`[12:34]`', '`[12:34]`'],
    ['[12:34](/tools?episode=a&at=754)', `[12:34](${ORIGIN}/tools?episode=a&at=754)`],
  ])('%s becomes %s', (markdown, portable) => {
    expect(withPlaceLinks(markdown, { origin: ORIGIN, episodeId: 'e' })).toBe(portable);
  });

  test('lead nowhere without an episode', () => {
    expect(withPlaceLinks('a [12:34]', { origin: ORIGIN, episodeId: null })).toBe('a [12:34]');
  });
});
