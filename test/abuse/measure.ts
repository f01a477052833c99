import { setTimeout as delay } from 'node:timers/promises';

/** Between two looks of the other reader, whether or not the last one has been answered. */
const EVERY_MS = 100;
const QUIET_MS = 1_500;
/** An attack that is over sooner is looked at for so long: what it leaves behind counts, too. */
const LEAST_MS = 2_000;
/** An attack that is not over by then is measured until then. */
const MOST_MS = 60_000;
/** A quiet server's waits below this differ by chance. */
const FLOOR_MS = 25;

export interface Measured {
  /** Mean ms of a look at a quiet server. */
  quietMs: number;
  /** Mean ms of a look while the attack runs. */
  attackedMs: number;
  /** Of the second to the first. */
  ratio: number;
}

/**
 * Looks every 100 ms while `isOver` is false, without waiting for the look before: what is held up
 * for ten seconds holds up a hundred looks.
 */
async function meanWait(read: () => Promise<unknown>, isOver: () => boolean): Promise<number> {
  const looks: Promise<number>[] = [];
  while (!isOver()) {
    const started = performance.now();
    looks.push(read().then(() => performance.now() - started));
    await delay(EVERY_MS);
  }
  const waits = await Promise.all(looks);
  return waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
}

const after = (ms: number) => {
  const until = performance.now() + ms;
  return () => performance.now() > until;
};

export async function measure(
  read: () => Promise<unknown>,
  attack: () => Promise<unknown>,
): Promise<Measured> {
  await read();
  const quietMs = await meanWait(read, after(QUIET_MS));
  let isDone = false;
  const attacking = attack().finally(() => {
    isDone = true;
  });
  const [isLongEnough, isTooLong] = [after(LEAST_MS), after(MOST_MS)];
  const attackedMs = await meanWait(read, () => isTooLong() || (isDone && isLongEnough()));
  await Promise.race([attacking, delay(MOST_MS)]);
  return { quietMs, attackedMs, ratio: attackedMs / Math.max(quietMs, FLOOR_MS) };
}
