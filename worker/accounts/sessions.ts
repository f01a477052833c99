/**
 * Sessions: a random token in a cookie, its SHA-256 in D1, sliding.
 */
import { addDays, differenceInHours } from 'date-fns';
import { generateCookie } from 'hono/cookie';
import type { User } from '../../schema/wire/accounts.ts';
import type { Database } from '../platform/database.ts';
import { randomToken } from '../platform/encoding.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { type CookieSource, hostCookieName, isLocal, readCookie } from './cookies.ts';
import { deleteSession, findSession, insertSession, updateSession } from './session-store.ts';
import { publicUser } from './store.ts';

const COOKIE_NAME = 'dripcast_session';
/** Readable by our page, worth nothing to anybody: visitors need not ask who they are. */
const HINT_COOKIE_NAME = 'dripcast_signed_in';
/** A session slides at most this often, and its use is noted at most this often: both write. */
const SLIDE_AFTER_HOURS = 24;
const NOTE_USE_AFTER_HOURS = 1;

/** The `Set-Cookie` values of a session; an empty token clears them. */
function sessionCookies(token: string, expires: Date, url: string): string[] {
  const attributes = { sameSite: 'lax', secure: !isLocal(url), path: '/', expires } as const;
  return [
    generateCookie(hostCookieName(COOKIE_NAME, url), token, { ...attributes, httpOnly: true }),
    generateCookie(HINT_COOKIE_NAME, token === '' ? '' : '1', attributes),
  ];
}

/** The `Set-Cookie` values that end a session in the browser. */
export function clearedCookies(url: string): string[] {
  return sessionCookies('', new Date(0), url);
}

/** Signs a person in. Returns the `Set-Cookie` values. */
export async function startSession(
  db: Database,
  userId: string,
  options: { url: string; days: number; userAgent?: string | null },
): Promise<string[]> {
  const token = randomToken();
  const expiresAt = addDays(new Date(), options.days);
  const id = await sha256Hex(token);
  await insertSession(db, { id, userId, expiresAt, userAgent: options.userAgent ?? '' });
  return sessionCookies(token, expiresAt, options.url);
}

/** Signs out whoever holds the request's cookie. Returns whose session ended; null for none. */
export async function endSession(db: Database, request: CookieSource) {
  const id = await sessionIdOf(request);
  const userId = id && (await deleteSession(db, id));
  return id && userId ? { id, userId } : null;
}

/** The row of the request's session, whether or not it has expired; null for none. */
export async function sessionOf(db: Database, request: CookieSource) {
  const id = await sessionIdOf(request);
  return id ? findSession(db, id) : null;
}

/** The id of the request's session, of which there may be none any more. */
export async function sessionIdOf(request: CookieSource): Promise<string | null> {
  const token = readCookie(request, COOKIE_NAME);
  return token ? sha256Hex(token) : null;
}

/**
 * Who sent this request; null for nobody. Where the session is due to slide, the new cookie is set
 * and the row is written after the reply.
 */
export async function readSession(
  db: Database,
  request: CookieSource & { days: number },
  effects: { setCookies: (cookies: string[]) => void; later: (work: Promise<unknown>) => void },
): Promise<User | null> {
  const token = readCookie(request, COOKIE_NAME);
  if (!token) return null;
  const id = await sha256Hex(token);
  const session = await findSession(db, id);
  const now = new Date();
  if (!session || session.expiresAt <= now) return null;
  const slidTo = addDays(now, request.days);
  if (differenceInHours(slidTo, session.expiresAt) >= SLIDE_AFTER_HOURS) {
    effects.setCookies(sessionCookies(token, slidTo, request.url));
    effects.later(updateSession(db, id, { lastUsedAt: now, expiresAt: slidTo }));
  } else if (differenceInHours(now, session.lastUsedAt) >= NOTE_USE_AFTER_HOURS) {
    effects.later(updateSession(db, id, { lastUsedAt: now }));
  }
  return publicUser(session.user);
}
