import { describe, expect, test } from 'vitest';
import { withAbsoluteLinks } from '../../../web/ui/portable-markdown.ts';

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
