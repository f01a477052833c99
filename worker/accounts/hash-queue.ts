/**
 * An isolate hashes one password at a time and serves other requests in between. Logins and registrations from
 * one address wait for each other first, so together they take one place in this queue.
 */
import { AppError } from '../platform/errors.ts';
import { TicketLock } from '../platform/ticket-lock.ts';

/** How long other requests get the thread after each round, as a multiple of the round's duration. */
const GIVE_WAY_TIMES = 2;
const MAX_GIVE_WAY_MS = 1_000;
/** Longer than any round takes. */
const GONE_AFTER_MS = 10_000;
const MAX_WAITING = 60;

const lock = new TicketLock(GONE_AFTER_MS);

/**
 * Runs `hash` once all earlier ones are done. `hash` calls its argument between rounds of work, to let
 * other requests run.
 *
 * @throws AppError 503 if too many are waiting
 */
export async function inHashQueue<T>(hash: (giveWay: () => Promise<void>) => Promise<T>) {
  if (lock.length >= MAX_WAITING) {
    throw new AppError('unavailable', 'Many people are logging in. Please try again in a moment.');
  }
  const ticket = await lock.acquire();
  let roundBegan = Date.now();
  const wait = async (ms: number) => {
    await scheduler.wait(ms);
    ticket?.renew();
  };
  /** A single request loses no time. With a queue, other requests must not wait for it. */
  const giveWay = async () => {
    // On Cloudflare's network the clock only advances when nothing is being computed.
    await wait(0);
    const tookMs = Date.now() - roundBegan;
    if (lock.length > 1) await wait(Math.min(GIVE_WAY_TIMES * tookMs, MAX_GIVE_WAY_MS));
    roundBegan = Date.now();
  };
  try {
    return await hash(giveWay);
  } finally {
    ticket?.release();
  }
}
