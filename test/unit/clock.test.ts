import { expect, test } from 'vitest';
import { formatClock } from '../../schema/wire/clock.ts';

test.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [754.9, '12:34'],
  [3_599.99, '59:59'],
  [3_600, '1:00:00'],
  [3_753, '1:02:33'],
  [36_610, '10:10:10'],
  [-1, '0:00'],
])('%d s is %s', (seconds, clock) => {
  expect(formatClock(seconds)).toBe(clock);
});
