import { setTimeout as delay } from 'node:timers/promises';
import type { Pace } from './abuse-case.ts';

/** Between two looks of the other reader, whether or not the last one has been answered. */
const PACE: Pace = { everyMs: 100, quietMs: 1_500 };
/** An attack that is over sooner is looked at for so long: what it leaves behind counts, too. */
const LEAST_MS = 2_000;
/** An attack that is not over by then is measured until then. */
const MAX_MS = 60_000;
/** A quiet server's waits below this differ by chance. */
const FLOOR_MS = 25;
/** Rounds of a quiet server and an attack, and how many decide where those come out too long. */
export const ROUNDS = { first: 3, all: 5 };

export interface Measured {
  /** Mean ms of a look at a quiet server; the median of the rounds. */
  quietMs: number;
  /** Mean ms of a look while the attack runs; the median of the rounds. */
  attackedMs: number;
  /** Of the second to the first, in each round; the median of these: one noisy round decides nothing. */
  ratio: number;
  /** ms of the slowest look of all. */
  longestMs: number;
}

interface Waits {
  meanMs: number;
  longestMs: number;
}

/**
 * Looks on and on while `isOver` is false, without waiting for the look before: what is held up for
 * ten seconds holds up every look of ten seconds.
 */
async function look(
  read: () => Promise<unknown>,
  everyMs: number,
  isOver: () => boolean,
): Promise<Waits> {
  const looks: Promise<number>[] = [];
  while (!isOver()) {
    const started = performance.now();
    const waited = read().then(() => performance.now() - started);
    // Whoever fails while others are still waited for is heard of in the end.
    waited.catch(() => {});
    looks.push(waited);
    await delay(everyMs);
  }
  const waits = await Promise.all(looks);
  return {
    meanMs: waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
    longestMs: Math.max(...waits),
  };
}

const after = (ms: number) => {
  const until = performance.now() + ms;
  return () => performance.now() > until;
};

/**
 * Another reader's looks while an attack runs, and a while beyond.
 *
 * @throws what the attack or a look throws: something was lost, or more came of it than may
 */
export async function lookDuring(
  read: () => Promise<unknown>,
  attack: () => Promise<unknown>,
  { everyMs }: Pace = PACE,
): Promise<Waits> {
  let isDone = false;
  const attacking = attack().finally(() => {
    isDone = true;
  });
  attacking.catch(() => {});
  const [isLongEnough, isTooLong] = [after(LEAST_MS), after(MAX_MS)];
  const waits = await look(read, everyMs, () => isTooLong() || (isDone && isLongEnough()));
  await attacking;
  return waits;
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** @param mostTimes where the first rounds come out longer than this, more of them decide */
export async function measure(
  read: () => Promise<unknown>,
  attack: (round: number) => Promise<unknown>,
  mostTimes: number,
  pace: Pace = PACE,
): Promise<Measured> {
  const rounds: { quiet: Waits; attacked: Waits }[] = [];
  const ratio = () =>
    median(rounds.map(({ quiet, attacked }) => attacked.meanMs / Math.max(quiet.meanMs, FLOOR_MS)));
  await read();
  while (rounds.length < ROUNDS.first || (rounds.length < ROUNDS.all && ratio() > mostTimes)) {
    const quiet = await look(read, pace.everyMs, after(pace.quietMs));
    const attacked = await lookDuring(read, () => attack(rounds.length), pace);
    rounds.push({ quiet, attacked });
  }
  return {
    quietMs: median(rounds.map(({ quiet }) => quiet.meanMs)),
    attackedMs: median(rounds.map(({ attacked }) => attacked.meanMs)),
    ratio: ratio(),
    longestMs: Math.max(...rounds.map(({ attacked }) => attacked.longestMs)),
  };
}
