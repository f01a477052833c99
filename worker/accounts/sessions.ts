/** Sessions: a random token in a cookie and its SHA-256 in D1, with sliding expiry. */
import { addDays, differenceInHours } from 'date-fns';
import { generateCookie } from 'hono/cookie';
import type { User } from '../../schema/wire/accounts.ts';
import type { Database } from '../platform/database.ts';
import { randomToken } from '../platform/encoding.ts';
import { AppError } from '../platform/errors.ts';
import { describeError, log } from '../platform/logging.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { type CookieSource, hostCookieName, isLocal, readCookie } from './cookies.ts';
import { deleteSession, findSession, insertSession, updateSession } from './session-store.ts';
import { publicUser } from './store.ts';

/** The same for an unknown name and a wrong password. */
export const WRONG_LOGIN = 'Invalid username or password';

const COOKIE_NAME = 'dripcast_session';
/**
 * Readable by scripts and useless to attackers. Saves anonymous visitors the call that asks who they
 * are.
 */
const HINT_COOKIE_NAME = 'dripcast_signed_in';
/** The expiry and the last use are updated at most this often, because both are writes. */
const SLIDE_AFTER_HOURS = 24;
const NOTE_USE_AFTER_HOURS = 1;

/** The name of the session's cookie at this address; local ones lack the prefix. */
export const sessionCookieName = (url: string) => hostCookieName(COOKIE_NAME, url);

/** Returns the `Set-Cookie` values of a session; an empty token clears them. */
function sessionCookies(token: string, expires: Date, url: string): string[] {
  const attributes = { sameSite: 'lax', secure: !isLocal(url), path: '/', expires } as const;
  return [
    generateCookie(sessionCookieName(url), token, { ...attributes, httpOnly: true }),
    generateCookie(hostCookieName(HINT_COOKIE_NAME, url), token === '' ? '' : '1', attributes),
  ];
}

/** Returns the `Set-Cookie` values that end a session in the browser. */
export function clearedCookies(url: string): string[] {
  return sessionCookies('', new Date(0), url);
}

/**
 * Logs a user in.
 *
 * @param options.passwordHash what the password was checked against; without one, another service vouches
 * @returns the `Set-Cookie` values, and the ids of sessions that ended because there were too many
 * @throws AppError 401 if the password has changed since
 */
export async function startSession(
  db: Database,
  userId: string,
  options: {
    url: string;
    days: number;
    userAgent?: string | null | undefined;
    passwordHash?: string | null | undefined;
  },
): Promise<{ cookies: string[]; endedIds: string[] }> {
  const token = randomToken();
  const expiresAt = addDays(new Date(), options.days);
  const id = await sha256Hex(token);
  const { passwordHash, userAgent } = options;
  const session = { id, userId, expiresAt, userAgent: userAgent ?? '' };
  const endedIds = await insertSession(db, session, passwordHash);
  if (!endedIds) throw new AppError('unauthorized', WRONG_LOGIN);
  return { cookies: sessionCookies(token, expiresAt, options.url), endedIds };
}

/**
 * Makes a new token for the request's session, in case somebody else knows the old one. The token is valid
 * once the session's row has `newId` instead of `id`. Null if the request has no session.
 */
export async function renewToken(request: CookieSource, options: { url: string; days: number }) {
  const id = await sessionIdOf(request);
  if (id === null) return null;
  const token = randomToken();
  const expiresAt = addDays(new Date(), options.days);
  return {
    session: { id, newId: await sha256Hex(token), expiresAt },
    cookies: sessionCookies(token, expiresAt, options.url),
  };
}

/** Ends the request's session. Returns whose it was; null if there was none. */
export async function endSession(db: Database, request: CookieSource) {
  const id = await sessionIdOf(request);
  const userId = id && (await deleteSession(db, id));
  return id && userId ? { id, userId } : null;
}

/** Returns the row of the request's session, expired or not; null if there is none. */
export async function sessionOf(db: Database, request: CookieSource) {
  const id = await sessionIdOf(request);
  return id ? findSession(db, id) : null;
}

/** Returns the id of the request's session, which may no longer exist. */
export async function sessionIdOf(request: CookieSource): Promise<string | null> {
  const token = readCookie(request, COOKIE_NAME);
  return token ? sha256Hex(token) : null;
}

/**
 * Returns the user who sent this request, or null.
 *
 * @param later schedules work to run after the reply
 * @returns `extend` moves the session's expiry, if that is due, and returns the `Set-Cookie` values. To be
 *   called last: once a change of the password has given the session a new token, the old one's cookie
 *   must not overwrite the new one's. Never throws, because the request's own work is done by then.
 */
export async function readSession(
  db: Database,
  request: CookieSource & { days: number },
  later: (work: Promise<unknown>) => void,
): Promise<{ user: User; extend?: () => Promise<string[]> } | null> {
  const token = readCookie(request, COOKIE_NAME);
  if (!token) return null;
  const id = await sha256Hex(token);
  const session = await findSession(db, id);
  const now = new Date();
  if (!session || session.expiresAt <= now) return null;
  const user = publicUser(session.user);
  const expiresAt = addDays(now, request.days);
  if (differenceInHours(expiresAt, session.expiresAt) >= SLIDE_AFTER_HOURS) {
    const extend = async () => {
      try {
        const isTheirs = await updateSession(db, id, { lastUsedAt: now, expiresAt });
        return isTheirs ? sessionCookies(token, expiresAt, request.url) : [];
      } catch (error) {
        log.warn('session_not_extended', { error: describeError(error) });
        return [];
      }
    };
    return { user, extend };
  }
  if (differenceInHours(now, session.lastUsedAt) >= NOTE_USE_AFTER_HOURS) {
    later(updateSession(db, id, { lastUsedAt: now }));
  }
  return { user };
}
