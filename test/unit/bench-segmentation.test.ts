import { expect, test } from 'vitest';
import { evenCuts, pk, windowDiff, windowSize } from '../support/segmentation.ts';

test('the same segmentation is no error; the measures rank none, a near miss and too many', () => {
  const reference = new Set([10, 20, 30]);
  expect(windowSize(40, reference)).toBe(5);
  expect(pk(40, reference, reference)).toBe(0);
  expect(windowDiff(40, reference, reference)).toBe(0);
  // Each boundary is within five windows of thirty-five.
  expect(pk(40, reference, new Set())).toBeCloseTo(15 / 35);
  expect(windowDiff(40, reference, new Set())).toBeCloseTo(15 / 35);
  const near = new Set([11, 20, 30]);
  expect(pk(40, reference, near)).toBeCloseTo(2 / 35);
  // A second boundary beside a right one: only the number tells.
  const twice = new Set([10, 11, 20, 30]);
  expect(pk(40, reference, twice)).toBeCloseTo(1 / 35);
  expect(windowDiff(40, reference, twice)).toBeGreaterThan(pk(40, reference, twice));
});

test('even segmentation has the requested number of parts', () => {
  expect([...evenCuts(40, 4)]).toEqual([10, 20, 30]);
  expect(evenCuts(40, 1).size).toBe(0);
});
