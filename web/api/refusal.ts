import { ApiError, errorMessage } from './client.ts';

/** Refused for what the reader can do something about: too much kept, too much at once. */
const READERS_MATTER = [409, 429];
/** An error's bare code, as `too_many_requests`, tells a reader nothing. */
const IS_SENTENCE = /\S\s+\S/;

/**
 * What to say of a call that failed: the server's sentence on a 409 or 429, which says what to do,
 * else the text given, which the specification fixes.
 */
export function refusalMessage(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError && READERS_MATTER.includes(error.status))) return otherwise;
  const words = errorMessage(error, otherwise);
  return IS_SENTENCE.test(words) ? words : otherwise;
}
