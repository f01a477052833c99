/**
 * One password is hashed at a time in an isolate, and the other requests are served in between.
 *
 * Every waiting request polls instead of being woken: a request that the platform cancels never
 * runs its `finally`, and a promise that only it could resolve would hold up everyone behind it.
 */
import { AppError } from '../platform/errors.ts';

interface Ticket {
  seenAt: number;
}

const POLL_MS = 15;
/** How long the thread is left to others after a round, in times that the round took. */
const GIVE_WAY_TIMES = 2;
const MOST_GIVE_WAY_MS = 1_000;
/** Longer than any round takes; who has not been seen for so long was cancelled. */
const GONE_AFTER_MS = 10_000;
const MOST_WAITING = 60;

const queue: Ticket[] = [];

function leave(ticket: Ticket): void {
  const place = queue.indexOf(ticket);
  if (place >= 0) queue.splice(place, 1);
}

/**
 * Runs `hash` when everyone who came before is done. It calls its argument between two rounds of
 * work, which gives way to whatever else has to be done.
 *
 * @throws AppError 503 where too many are waiting already
 */
export async function inHashQueue<T>(hash: (giveWay: () => Promise<void>) => Promise<T>) {
  if (queue.length >= MOST_WAITING) {
    throw new AppError('unavailable', 'Many people are logging in. Please try again in a moment.');
  }
  const ticket: Ticket = { seenAt: Date.now() };
  queue.push(ticket);
  const wait = async (ms: number) => {
    await scheduler.wait(ms);
    ticket.seenAt = Date.now();
  };
  let roundBegan = 0;
  /** Someone alone loses no time; where many wait, everyone else must not wait for them. */
  const giveWay = async () => {
    // At the edge the clock moves on only while nothing is computed.
    await wait(0);
    const tookMs = Date.now() - roundBegan;
    if (queue.length > 1) await wait(Math.min(GIVE_WAY_TIMES * tookMs, MOST_GIVE_WAY_MS));
    roundBegan = Date.now();
  };
  try {
    for (;;) {
      const [first] = queue;
      // Not in the queue any more: taken for gone on a machine that stood still.
      if (first === ticket || !queue.includes(ticket)) {
        roundBegan = Date.now();
        return await hash(giveWay);
      }
      if (first && Date.now() - first.seenAt > GONE_AFTER_MS) leave(first);
      else await wait(POLL_MS);
    }
  } finally {
    leave(ticket);
  }
}
