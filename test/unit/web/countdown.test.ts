import { expect, test } from 'vitest';
import { formatCountdown } from '../../../web/features/episodes/countdown.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

test.each([
  [7 * DAY, 'in 7 days, 00:00:00'],
  [7 * DAY - 1, 'in 7 days, 00:00:00'],
  [7 * DAY - SECOND, 'in 6 days, 23:59:59'],
  [DAY, 'in 1 day, 00:00:00'],
  [DAY - SECOND, 'in 23:59:59'],
  [60 * SECOND, 'in 00:01:00'],
  [59 * SECOND, 'in 59 seconds'],
  [SECOND, 'in 1 second'],
  [1, 'in 1 second'],
])('%i ms is %s', (milliseconds, told) => {
  expect(formatCountdown(milliseconds)).toBe(told);
});
