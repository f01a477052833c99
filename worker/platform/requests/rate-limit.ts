import ipaddr from 'ipaddr.js';
import { AppError } from '../errors.ts';

/**
 * A 429 error.
 *
 * @param retryAfterSeconds by default the window of every rate limit
 */
export function rateLimited(
  message: string,
  retryAfterSeconds = 60,
  details: Record<string, unknown> = {},
): AppError {
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return new AppError('too_many_requests', message, { headers, details });
}

/** Throws 429 if this key has used up its limit. */
export async function limit(limiter: RateLimit, key: string, message: string): Promise<void> {
  const { success } = await limiter.limit({ key });
  if (!success) throw rateLimited(message);
}

/**
 * The client's address from Cloudflare, with IPv6 as the whole network. The same for everyone when
 * there is no Cloudflare in front.
 */
export function clientAddress(headers: Headers): string {
  return networkOf(headers.get('CF-Connecting-IP') ?? 'local');
}

/**
 * Returns the /64 of an IPv6 address, which belongs to one customer (RFC 6177); any other text
 * unchanged.
 */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return address;
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

export const TOO_MANY_CHANGES = 'Too many changes. Try again in a minute.';
export const TOO_MANY_COVERS = 'Too many covers. Try again in a minute.';
export const TOO_MANY_EXPORTS = 'Too many exports at once. Try again in a minute.';
export const TOO_MANY_IMPORTS = 'Too many imports at once. Try again in a minute.';
export const TOO_MANY_PODCASTS = 'Too many podcasts at once. Try again in a minute.';
export const TOO_MANY_QUESTIONS = 'Too many questions. Try again in a minute.';
export const TOO_MANY_SOURCES = 'Too many sources at once. Try again in a minute.';
export const TOO_MANY_TRIES = 'Too many attempts. Please wait a minute and try again.';
export const TOO_MANY_TOKEN_CALLS = 'Too many requests with this token. Try again in a minute.';
