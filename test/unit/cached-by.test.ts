import { expect, test } from 'vitest';
import { cachedSteps } from '../../worker/platform/cached-by.ts';
import { withoutPauses, withPauses } from '../../worker/platform/pauses.ts';

const STEPS = 5;

/** Work in steps, and how many of them were taken. */
function countedWork(failsAt = Infinity) {
  const taken = { steps: 0 };
  const work = cachedSteps(function* (key: { name: string }): Generator<void, { from: string }> {
    for (let step = 0; step < STEPS; step++) {
      if (++taken.steps === failsAt) throw new Error('it failed');
      yield;
    }
    return { from: key.name };
  });
  return { work, taken };
}

test('those who ask at once do the work once', async () => {
  const { work, taken } = countedWork();
  const key = { name: 'a' };
  const [first, ...others] = await Promise.all(
    Array.from({ length: 20 }, () => withPauses(work.inSteps(key))),
  );
  expect(first).toEqual({ from: 'a' });
  for (const other of others) expect(other).toBe(first);
  expect(taken.steps).toBe(STEPS);
  expect(work(key)).toBe(first);
  expect(work({ name: 'b' })).toEqual({ from: 'b' });
});

test('who asks goes on where somebody else has stopped', () => {
  const { work, taken } = countedWork();
  const key = { name: 'a' };
  work.inSteps(key).next();
  expect(withoutPauses(work.inSteps(key))).toEqual({ from: 'a' });
  expect(taken.steps).toBe(STEPS);
});

test('what failed begins anew for the next who asks', async () => {
  const { work, taken } = countedWork(2);
  const key = { name: 'a' };
  await expect(withPauses(work.inSteps(key))).rejects.toThrow('it failed');
  expect(work(key)).toEqual({ from: 'a' });
  expect(taken.steps).toBe(2 + STEPS);
});
