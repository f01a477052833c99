/**
 * Costly requests of one person wait for each other, so that many at once hold up nobody else. The line is
 * the isolate's: what its requests share is its thread.
 */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import { AppError } from './errors.ts';
import { TicketLine } from './ticket-line.ts';

/** Far more than typing in several tabs: a browser drops the requests that it no longer needs. */
const MOST_WAITING = 50;
/** How often a request reports that it is still running. Dropped ones stop, and soon lose their place. */
const SEEN_EVERY_MS = 50;
const GONE_AFTER_MS = 250;
/** How long others get the thread after a request, as a multiple of its duration, if more wait. */
const GIVE_WAY_TIMES = 1;
const MOST_GIVE_WAY_MS = 1_000;

const TOO_MANY_AT_ONCE = 'Too many requests at once. Please try again in a moment.';

const lines = new Map<string, TicketLine>();

/**
 * Runs some work once the earlier work of the same line is done.
 *
 * @param name of the line: a user's id, with a prefix if other work of theirs must not wait for it
 * @throws AppError 429 if too many are waiting
 */
export async function inOwnLine<T>(name: string, work: () => Promise<T>): Promise<T> {
  removeLongGone();
  const line = lines.get(name) ?? new TicketLine(GONE_AFTER_MS);
  if (line.lengthSeen > MOST_WAITING) {
    throw new AppError('too_many_requests', TOO_MANY_AT_ONCE, { headers: { 'Retry-After': '1' } });
  }
  lines.set(name, line);
  const ticket = await line.enter();
  const heartbeat = setInterval(() => ticket?.see(), SEEN_EVERY_MS);
  const began = Date.now();
  try {
    return await work();
  } finally {
    const tookMs = Date.now() - began;
    if (line.length > 1) {
      await scheduler.wait(Math.min(GIVE_WAY_TIMES * tookMs, MOST_GIVE_WAY_MS));
    }
    clearInterval(heartbeat);
    ticket?.leave();
    removeLongGone();
  }
}

/** A dropped request never ends by itself, and a line with nobody waiting would keep it forever. */
function removeLongGone(): void {
  for (const [name, line] of lines) {
    line.removeLongGone();
    if (line.length === 0) lines.delete(name);
  }
}

/** For routes that take much of the thread; after `requireUser`. */
export const oneAtATime = createMiddleware<AppEnv>((c, next) => inOwnLine(c.var.user.id, next));

/** The same for routes that wait for other servers, too, whose slowness must not hold up the rest. */
export const oneOutsideAtATime = createMiddleware<AppEnv>((c, next) =>
  inOwnLine(`outside ${c.var.user.id}`, next),
);
