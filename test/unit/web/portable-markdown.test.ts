import { describe, expect, test } from 'vitest';
import { withAbsoluteLinks, withPlaceLinks } from '../../../web/ui/portable-markdown.ts';
import { expectLinear } from '../../support/linear-time.ts';

const ORIGIN = 'https://dripcast.test';

/** Runs of backticks of which no two are as long: nothing closes any. */
function differentRuns(length: number): string {
  let text = '';
  for (let run = 1; text.length < length; run += 1) text += `${'`'.repeat(run)}a`;
  return text;
}

test.each<[string, (length: number) => string]>([
  ['runs of backticks that nothing closes', differentRuns],
  ['a fence in every line', (length) => '```a\n'.repeat(length / 5)],
  ['fences of two kinds', (length) => '~~~a\n```\n'.repeat(length / 9)],
  ['backticks alone', (length) => '`'.repeat(length)],
  ['backticks in turns', (length) => '`a``'.repeat(length / 4)],
])('%s take time in proportion to their length', (_, textOf) => {
  const withLinks = (text: string) => withPlaceLinks(text, { origin: ORIGIN, episodeId: 'e' });
  expectLinear(withLinks, (length) => textOf(5 * length));
});

describe('links into the app', () => {
  test.each([
    ['[1:02](/tools?episode=a&at=62)', `[1:02](${ORIGIN}/tools?episode=a&at=62)`],
    ['[a](/x "title")', `[a](${ORIGIN}/x "title")`],
    ['[a](https://elsewhere.test/x)', '[a](https://elsewhere.test/x)'],
    ['[a](//elsewhere.test/x)', '[a](//elsewhere.test/x)'],
    ['`[a](/x)`', '`[a](/x)`'],
    ['``[a](/x) ` [a](/x)`` [a](/x)', `\`\`[a](/x) \` [a](/x)\`\` [a](${ORIGIN}/x)`],
    ['a `` [a](/x) `', `a \`\` [a](${ORIGIN}/x) \``],
    ['one ` here\n\n[a](/x) one ` there', `one \` here\n\n[a](${ORIGIN}/x) one \` there`],
    [
      '````\n[a](/x)\n```\n[a](/x)\n````\n[a](/x)',
      `\`\`\`\`\n[a](/x)\n\`\`\`\n[a](/x)\n\`\`\`\`\n[a](${ORIGIN}/x)`,
    ],
    [
      '[a](/x)\n~~~ js\n[a](/x) `\n~~~\n[a](/x) `',
      `[a](${ORIGIN}/x)\n~~~ js\n[a](/x) \`\n~~~\n[a](${ORIGIN}/x) \``,
    ],
    ['```\n[a](/x)\n\n[a](/x)', '```\n[a](/x)\n\n[a](/x)'],
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
