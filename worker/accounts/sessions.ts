/**
 * Sessions: a random token in a cookie, its SHA-256 in D1, sliding.
 */
import { addDays, differenceInHours } from 'date-fns';
import { Cookie } from 'oslo/cookie';
import { base64url } from 'oslo/encoding';
import type { User } from '../../schema/wire/accounts.ts';
import type { Database } from '../platform/database.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { readCookie } from './cookies.ts';
import { deleteSession, extendSession, findSession, insertSession, publicUser } from './store.ts';

const COOKIE_NAME = 'dripcast_session';
/** Readable by our page, worth nothing to anybody: visitors need not ask who they are. */
const HINT_COOKIE_NAME = 'dripcast_signed_in';
const TOKEN_BYTES = 32;
/** A session slides at most this often, so that reading stays a read. */
const SLIDE_AFTER_HOURS = 24;

/** Secure off localhost: only local development speaks plain http. */
export const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The `Set-Cookie` values of a session; an empty token clears them. */
function sessionCookies(token: string, expires: Date, url: string): string[] {
  const attributes = {
    sameSite: 'lax',
    secure: !LOCAL_HOSTS.has(new URL(url).hostname),
    path: '/',
    expires,
  } as const;
  return [
    new Cookie(COOKIE_NAME, token, { ...attributes, httpOnly: true }).serialize(),
    new Cookie(HINT_COOKIE_NAME, token === '' ? '' : '1', attributes).serialize(),
  ];
}

function readToken(headers: Headers): string | undefined {
  return readCookie(headers, COOKIE_NAME);
}

/** Signs a person in. Returns the `Set-Cookie` values. */
export async function startSession(
  db: Database,
  userId: string,
  options: { url: string; days: number },
): Promise<string[]> {
  const token = base64url.encode(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)), {
    includePadding: false,
  });
  const expiresAt = addDays(new Date(), options.days);
  await insertSession(db, userId, await sha256Hex(token), expiresAt);
  return sessionCookies(token, expiresAt, options.url);
}

/** Signs out whoever holds the request's cookie. Returns the `Set-Cookie` values that clear it. */
export async function endSession(
  db: Database,
  request: { headers: Headers; url: string },
): Promise<string[]> {
  const token = readToken(request.headers);
  if (token) await deleteSession(db, await sha256Hex(token));
  return sessionCookies('', new Date(0), request.url);
}

/** The row of the request's session, whether or not it has expired; null for none. */
export async function sessionOf(db: Database, headers: Headers) {
  const id = await sessionIdOf(headers);
  return id ? findSession(db, id) : null;
}

/** What a socket keeps of its handshake's session, of which there may be none any more. */
export async function sessionIdOf(headers: Headers): Promise<string | null> {
  const token = readToken(headers);
  return token ? sha256Hex(token) : null;
}

/** Whether somebody is still signed in with this session. */
export async function isSignedIn(db: Database, sessionId: string): Promise<boolean> {
  const session = await findSession(db, sessionId);
  return session !== null && session.expiresAt > new Date();
}

/**
 * Who sent this request; null for nobody. Where the session is due to slide, the new cookie is set
 * and the row is written after the reply.
 */
export async function readSession(
  db: Database,
  request: { headers: Headers; url: string; days: number },
  effects: { setCookies: (cookies: string[]) => void; later: (work: Promise<unknown>) => void },
): Promise<User | null> {
  const token = readToken(request.headers);
  if (!token) return null;
  const id = await sha256Hex(token);
  const session = await findSession(db, id);
  const now = new Date();
  if (!session || session.expiresAt <= now) return null;
  const slidTo = addDays(now, request.days);
  if (differenceInHours(slidTo, session.expiresAt) >= SLIDE_AFTER_HOURS) {
    effects.setCookies(sessionCookies(token, slidTo, request.url));
    effects.later(extendSession(db, id, slidTo));
  }
  return publicUser(session.user);
}
