import { expect, test } from 'vitest';
import { formatClock } from '../../../web/ui/clock.ts';

test.each([
  [0, '0:00'],
  [754.9, '12:34'],
  [3_753, '1:02:33'],
  [-1, '0:00'],
])('%d s is %s', (seconds, clock) => {
  expect(formatClock(seconds)).toBe(clock);
});
