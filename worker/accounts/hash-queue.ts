/**
 * An isolate hashes one password at a time and serves other requests in between.
 *
 * Waiting requests poll instead of being woken: a cancelled request never runs its `finally`, so a
 * promise that only it could resolve would block everyone behind it.
 */
import { AppError } from '../platform/errors.ts';

interface Ticket {
  seenAt: number;
}

const POLL_MS = 15;
/** How long other requests get the thread after each round, as a multiple of the round's duration. */
const GIVE_WAY_TIMES = 2;
const MOST_GIVE_WAY_MS = 1_000;
/** Longer than any round takes. A request not seen for this long was cancelled. */
const GONE_AFTER_MS = 10_000;
const MOST_WAITING = 60;

const queue: Ticket[] = [];

function leave(ticket: Ticket): void {
  const place = queue.indexOf(ticket);
  if (place >= 0) queue.splice(place, 1);
}

/**
 * Runs `hash` once all earlier ones are done. `hash` calls its argument between rounds of work, to let
 * other requests run.
 *
 * @throws AppError 503 if too many are waiting
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
  /** A single request loses no time. With a queue, other requests must not wait for it. */
  const giveWay = async () => {
    // On Cloudflare's network the clock only advances when nothing is being computed.
    await wait(0);
    const tookMs = Date.now() - roundBegan;
    if (queue.length > 1) await wait(Math.min(GIVE_WAY_TIMES * tookMs, MOST_GIVE_WAY_MS));
    roundBegan = Date.now();
  };
  try {
    for (;;) {
      const [first] = queue;
      // Dropped from the queue: it seemed cancelled because the machine stalled.
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
