import { expect } from 'vitest';

/** A garbage collection may lengthen a step of one run, but hardly of all. */
const RUNS = 3;

/**
 * Asserts that no part of the work between two pauses takes more than a share of its CPU time, 0 to 1, in at
 * least one of three runs. A share, because a busy machine slows down all of it.
 */
export async function expectShortSteps(work: () => Promise<unknown>, most: number): Promise<void> {
  let least = 1;
  for (let run = 0; run < RUNS && least > most; run++) {
    least = Math.min(least, await longestStep(work));
  }
  expect(least, 'the longest step').toBeLessThanOrEqual(most);
}

async function longestStep(work: () => Promise<unknown>): Promise<number> {
  const cpu = () => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  const began = cpu();
  let last = began;
  let longest = 0;
  let isOver = false;
  const lookAgain = () => {
    const now = cpu();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setTimeout(lookAgain, 0);
  };
  setTimeout(lookAgain, 0);
  await work();
  isOver = true;
  return Math.max(longest, cpu() - last) / (cpu() - began);
}
