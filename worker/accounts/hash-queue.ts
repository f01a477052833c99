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
/** About as long as a round takes: the thread is free for others half of the time. */
const GIVE_WAY_MS = 40;
/** Longer than any round takes; who has not been seen for so long was cancelled. */
const GONE_AFTER_MS = 10_000;
const MOST_WAITING = 200;

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
  try {
    for (;;) {
      const [first] = queue;
      // Not in the queue any more: taken for gone on a machine that stood still.
      if (first === ticket || !queue.includes(ticket)) return await hash(() => wait(GIVE_WAY_MS));
      if (first && Date.now() - first.seenAt > GONE_AFTER_MS) leave(first);
      else await wait(POLL_MS);
    }
  } finally {
    leave(ticket);
  }
}
