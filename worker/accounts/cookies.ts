import { parse } from 'hono/utils/cookie';
import { bearerToken } from '../platform/requests/bearer-token.ts';

/** Only local development uses plain http. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address is one of local development, whose cookies may go over plain http. */
export function isLocal(url: string): boolean {
  return LOCAL_HOSTS.has(new URL(url).hostname);
}

/**
 * The name of a cookie that only this host can set. Outside localhost it has the `__Host-` prefix,
 * which browsers only accept with `Secure`, `Path=/` and no `Domain`.
 */
export function hostCookieName(name: string, url: string): string {
  return isLocal(url) ? name : `__Host-${name}`;
}

/** A `Request`, or the parts of one that cookies need. */
export interface CookieSource {
  readonly headers: Headers;
  readonly url: string;
}

/**
 * Returns the value of one of our cookies. Other cookies of the host may be malformed and are skipped.
 * A request with an access token has no cookies, so its origin needs no check.
 */
export function readCookie({ headers, url }: CookieSource, name: string): string | undefined {
  if (bearerToken(headers) !== null) return undefined;
  const fullName = hostCookieName(name, url);
  return parse(headers.get('Cookie') ?? '', fullName)[fullName];
}
