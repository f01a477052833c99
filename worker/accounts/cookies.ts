import { parse } from 'hono/utils/cookie';
import { bearerToken } from '../platform/bearer-token.ts';

/** Only local development uses plain http. */
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

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
 * The value of one of our host cookies. Others of the same host may be malformed and are not read. A
 * request with an access token has none: it is the token's alone, so no cookie needs its origin checked.
 */
export function readCookie({ headers, url }: CookieSource, name: string): string | undefined {
  if (bearerToken(headers) !== null) return undefined;
  const fullName = hostCookieName(name, url);
  return parse(headers.get('Cookie') ?? '', fullName)[fullName];
}
