import { AppError } from './errors.ts';

/** 429 where this key has used up its tries; the window of every limit is a minute. */
export async function limit(limiter: RateLimit, key: string, message: string): Promise<void> {
  const { success } = await limiter.limit({ key });
  if (!success)
    throw new AppError('too_many_requests', message, { headers: { 'Retry-After': '60' } });
}

/** Who asks, as the edge saw it; one key for all where there is no edge. */
export function clientAddress(headers: Headers): string {
  return headers.get('CF-Connecting-IP') ?? 'local';
}

export const TOO_MANY_QUESTIONS = 'That was a lot at once. Please wait a minute and try again.';
