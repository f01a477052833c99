import { networkOf } from './addresses.ts';
import { AppError } from './errors.ts';

/** 429; the window of every limit is a minute. */
export function rateLimited(message: string): AppError {
  return new AppError('too_many_requests', message, { headers: { 'Retry-After': '60' } });
}

/** 429 where this key has used up its tries. */
export async function limit(limiter: RateLimit, key: string, message: string): Promise<void> {
  const { success } = await limiter.limit({ key });
  if (!success) throw rateLimited(message);
}

/** Who asks, as the edge saw it, a whole network of IPv6 as one; one key for all without an edge. */
export function clientAddress(headers: Headers): string {
  return networkOf(headers.get('CF-Connecting-IP') ?? 'local');
}

export const TOO_MANY_CHANGES = 'Too many changes. Try again in a minute.';
export const TOO_MANY_COVERS = 'Too many covers. Try again in a minute.';
export const TOO_MANY_QUESTIONS = 'Too many questions. Try again in a minute.';
export const TOO_MANY_TRIES = 'Too many attempts. Please wait a minute and try again.';
export const TOO_MANY_TOKEN_CALLS = 'Too many requests with this token. Try again in a minute.';
