/**
 * Where a log-in comes from: the browser, by a cookie of its own, and the network. A person is never
 * slowed down at places of theirs by what others do elsewhere.
 */
import { addDays } from 'date-fns';
import { generateCookie } from 'hono/cookie';
import { randomToken } from '../platform/encoding.ts';
import { clientAddress } from '../platform/rate-limit.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { type CookieSource, hostCookieName, isLocal, readCookie } from './cookies.ts';

const COOKIE_NAME = 'dripcast_device';
const TOKEN_SHAPE = /^[\w-]{43}$/;
const COOKIE_DAYS = 365;

export interface LoginPlaces {
  /** The browser's place first. */
  hashes: string[];
  /** The `Set-Cookie` value by which this browser is known from now on. */
  cookie: string;
}

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
