import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMost } from '../support/at-most.ts';

const before = process.exitCode;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = before;
});

test('a benchmark within its limit passes', () => {
  atMost(50, 'ms', 50, 'longest task');
  expect(console.error).not.toHaveBeenCalled();
  expect(process.exitCode).toBe(before);
});

test.each([50.4, Number.NaN])('a benchmark that measures %s instead of at most 50 fails', (ms) => {
  atMost(50, 'ms', ms, 'longest task');
  const said = `MISSED longest task: ${ms} ms, at most 50 ms`;
  expect(console.error).toHaveBeenCalledWith(said);
  expect(process.exitCode).toBe(1);
});
