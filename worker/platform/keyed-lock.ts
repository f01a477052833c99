/**
 * Makes the costly requests of one user wait for each other, so that many at once don't delay anybody else.
 * The lock is per isolate, because what its requests compete for is its thread.
 */

import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './requests/app-env.ts';
import { rateLimited } from './requests/rate-limit.ts';
import { TicketLock } from './ticket-lock.ts';

/** Far more than typing in several tabs: a browser drops the requests that it no longer needs. */
const MAX_WAITING = 50;
/** How often a request reports that it is still running. Dropped ones stop, and soon lose their place. */
const RENEW_EVERY_MS = 50;
const GONE_AFTER_MS = 250;
/** The same for work that many wait for. They are the load that may hold up its reports. */
const OTHERS_GONE_AFTER_MS = 1_000;
/** How long others get the thread after a request, as a multiple of its duration, if more wait. */
const GIVE_WAY_TIMES = 1;
const MAX_GIVE_WAY_MS = 1_000;

const TOO_MANY_AT_ONCE = 'Too many requests at once. Please try again in a moment.';

const locks = new Map<string, TicketLock>();
/** The latest results of shared work, for as long as requests wait for the same lock. */
const results = new WeakMap<TicketLock, { value: unknown }>();

/**
 * Waits for all earlier work under the same key, then runs this work.
 *
 * @param key a user's id, with a prefix if other work of theirs must not wait for it
 * @throws AppError 429 if too many are waiting
 */
export function withKeyedLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  return inTurn(key, work, 'own');
}

/**
 * The same for work whose result serves everybody who requests it while it runs: after a double click, in two tabs,
 * or a hundred readers of a new episode. If it fails, the next caller tries again. Any number may wait, because waiting
 * takes hardly any of the thread.
 */
export function withSharedWork<T>(key: string, work: () => Promise<T>): Promise<T> {
  return inTurn(key, work, 'shared');
}

/**
 * The same for everybody's work that doesn't fit into memory together. Any number may wait, and it doesn't give way:
 * those who would profit wait for it, too.
 */
export function withIsolateLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  return inTurn(key, work, 'isolate');
}

async function inTurn<T>(
  key: string,
  work: () => Promise<T>,
  whose: 'own' | 'shared' | 'isolate',
): Promise<T> {
  removeLongGone();
  const isShared = whose === 'shared';
  const isOwn = whose === 'own';
  const lock = locks.get(key) ?? new TicketLock(isOwn ? GONE_AFTER_MS : OTHERS_GONE_AFTER_MS);
  if (isOwn && lock.lengthRenewed > MAX_WAITING) {
    throw rateLimited(TOO_MANY_AT_ONCE, 1);
  }
  locks.set(key, lock);
  const before = results.get(lock);
  /** Only work that ended since then: what was done before may be out of date. */
  const shared = () => {
    const latest = isShared ? results.get(lock) : undefined;
    return latest === before ? undefined : latest;
  };
  const ticket = await lock.acquire(undefined, () => shared() !== undefined);
  const heartbeat = setInterval(() => ticket?.renew(), RENEW_EVERY_MS);
  const began = Date.now();
  try {
    const done = shared();
    if (done) return done.value as T;
    const value = await work();
    if (isShared) results.set(lock, { value });
    return value;
  } finally {
    const tookMs = Date.now() - began;
    // Those who wait for this result leave at once, and hardly use the thread.
    if (whose !== 'isolate' && lock.length > 1 && !shared()) {
      await scheduler.wait(Math.min(GIVE_WAY_TIMES * tookMs, MAX_GIVE_WAY_MS));
    }
    clearInterval(heartbeat);
    ticket?.release();
    removeLongGone();
  }
}

/** A dropped request never ends by itself, and a lock with nobody waiting would keep it forever. */
function removeLongGone(): void {
  for (const [key, lock] of locks) {
    lock.removeLongGone();
    if (lock.length === 0) locks.delete(key);
  }
}

/** For routes that take much of the thread; after `requireUser`. */
export const oneAtATime = createMiddleware<AppEnv>((c, next) => withKeyedLock(c.var.user.id, next));

/** The same for routes that wait for other servers, too, whose slowness must not hold up the rest. */
export const oneOutsideAtATime = createMiddleware<AppEnv>((c, next) =>
  withKeyedLock(`outside ${c.var.user.id}`, next),
);
