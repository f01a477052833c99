import { setTimeout as delay } from 'node:timers/promises';
import type { Pace } from './abuse-case.ts';

/** Probes are sent at this interval, whether or not the last one has been answered. */
const PACE: Pace = { everyMs: 100, quietMs: 1_500 };
/** Probes continue for at least this long, because an attack has after-effects. */
const MIN_MS = 2_000;
/** Probes stop after this, even if the attack is still running. */
const MAX_MS = 60_000;
/** Below this, a quiet server's times differ by chance. */
const FLOOR_MS = 25;
/** How many rounds there are at first, and in all if the first ones are too slow. */
export const ROUNDS = { first: 3, all: 5 };

export interface Measured {
  /** Mean time of a probe on a quiet server; the median of the rounds. */
  quietMs: number;
  /** Mean time of a probe during the attack; the median of the rounds. */
  attackedMs: number;
  /**
   * The ratio of the two, computed per round; the median, so that one noisy round decides nothing.
   */
  ratio: number;
  /** The slowest probe of all. */
  longestMs: number;
}

interface Waits {
  meanMs: number;
  longestMs: number;
}

/**
 * Sends probes until `isOver`, without waiting for earlier ones: if the server is blocked for ten seconds,
 * all the probes of these ten seconds are slow.
 */
async function probe(
  read: () => Promise<unknown>,
  everyMs: number,
  isOver: () => boolean,
): Promise<Waits> {
  const probes: Promise<number>[] = [];
  while (!isOver()) {
    const started = performance.now();
    const waited = read().then(() => performance.now() - started);
    // A failure is reported below, after all probes have ended.
    waited.catch(() => {});
    probes.push(waited);
    await delay(everyMs);
  }
  const waits = await Promise.all(probes);
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
 * Sends probes during an attack and shortly after it.
 *
 * @throws the error of the attack or of a probe
 */
export async function probeDuring(
  read: () => Promise<unknown>,
  attack: () => Promise<unknown>,
  { everyMs }: Pace = PACE,
): Promise<Waits> {
  let isDone = false;
  const attacking = attack().finally(() => {
    isDone = true;
  });
  attacking.catch(() => {});
  const [isLongEnough, isTooLong] = [after(MIN_MS), after(MAX_MS)];
  const waits = await probe(read, everyMs, () => isTooLong() || (isDone && isLongEnough()));
  await attacking;
  return waits;
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** @param maxRatio if the first rounds exceed it, more rounds decide */
export async function measure(
  read: () => Promise<unknown>,
  attack: (round: number) => Promise<unknown>,
  maxRatio: number,
  pace: Pace = PACE,
): Promise<Measured> {
  const rounds: { quiet: Waits; attacked: Waits }[] = [];
  const ratio = () =>
    median(rounds.map(({ quiet, attacked }) => attacked.meanMs / Math.max(quiet.meanMs, FLOOR_MS)));
  await read();
  while (rounds.length < ROUNDS.first || (rounds.length < ROUNDS.all && ratio() > maxRatio)) {
    const quiet = await probe(read, pace.everyMs, after(pace.quietMs));
    const attacked = await probeDuring(read, () => attack(rounds.length), pace);
    rounds.push({ quiet, attacked });
  }
  return {
    quietMs: median(rounds.map(({ quiet }) => quiet.meanMs)),
    attackedMs: median(rounds.map(({ attacked }) => attacked.meanMs)),
    ratio: ratio(),
    longestMs: Math.max(...rounds.map(({ attacked }) => attacked.longestMs)),
  };
}
