import { expect, test } from 'vitest';
import { formatDuration } from '../../../web/features/episodes/duration.ts';

test.each([
  [50, '50 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [60, '1 min'],
  [59.4 * 60, '59 min'],
  [59.6 * 60, '1 h'],
  [62 * 60, '1 h 2 min'],
])('%d seconds read as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
