import { expect, test } from 'vitest';
import { z } from 'zod';
import { tooLong } from '../../../web/ui/length-limit.tsx';

test.each([
  ['letters', 'abcde', null],
  ['letters', 'abcdef', '1 character too long. The limit is 5.'],
  ['emoji', '😀😀😀😀😀', null],
  ['emoji', '😀😀😀😀😀😀😀', '2 characters too long. The limit is 5.'],
  ['halves of emoji', '\ude00\ud83d\ud83d\ud83d\ud83d', null],
])('a field counts %s as the server does: %s', (_, text, words) => {
  expect(tooLong(text, 5)).toBe(words);
  expect(z.string().max(5).safeParse(text).success).toBe(words === null);
});
