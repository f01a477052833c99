/**
 * Where a login comes from: the browser, identified by a cookie, and the network. Attempts elsewhere
 * never slow a user down in their known places.
 */
import { addDays } from 'date-fns';
import { generateCookie } from 'hono/cookie';
import { randomToken } from '../platform/encoding.ts';
import { clientAddress } from '../platform/requests/rate-limit.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { type CookieSource, hostCookieName, isLocal, readCookie } from './cookies.ts';

const COOKIE_NAME = 'dripcast_device';
const TOKEN_SHAPE = /^[\w-]{43}$/;
const COOKIE_DAYS = 365;

export interface LoginPlaces {
  /** The browser's hash comes first. */
  hashes: string[];
  /** The `Set-Cookie` value that identifies this browser from now on. */
  cookie: string;
}

/** Returns where a login comes from, and the cookie by which this browser is known the next time. */
export async function placesOf(request: CookieSource): Promise<LoginPlaces> {
  const sent = readCookie(request, COOKIE_NAME) ?? '';
  const token = TOKEN_SHAPE.test(sent) ? sent : randomToken();
  const cookie = generateCookie(hostCookieName(COOKIE_NAME, request.url), token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: !isLocal(request.url),
    path: '/',
    expires: addDays(new Date(), COOKIE_DAYS),
  });
  const hashes = await Promise.all([
    sha256Hex(`device ${token}`),
    sha256Hex(`network ${clientAddress(request.headers)}`),
  ]);
  return { hashes, cookie };
}
