/**
 * Where a log-in comes from: the browser, by a cookie of its own, and the network. A person is never
 * slowed down at places of theirs by what others do elsewhere.
 */
import { addDays } from 'date-fns';
import { Cookie } from 'oslo/cookie';
import { base64url } from 'oslo/encoding';
import { clientAddress } from '../platform/rate-limit.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { type CookieSource, hostCookieName, isLocal, readCookie } from './cookies.ts';

const COOKIE_NAME = 'dripcast_device';
const TOKEN_BYTES = 32;
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
  const token = TOKEN_SHAPE.test(sent) ? sent : newToken();
  const cookie = new Cookie(hostCookieName(COOKIE_NAME, request.url), token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: !isLocal(request.url),
    path: '/',
    expires: addDays(new Date(), COOKIE_DAYS),
  }).serialize();
  const hashes = await Promise.all([
    sha256Hex(`device ${token}`),
    sha256Hex(`network ${clientAddress(request.headers)}`),
  ]);
  return { hashes, cookie };
}

function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return base64url.encode(bytes, { includePadding: false });
}
