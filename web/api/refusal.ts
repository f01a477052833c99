import { ApiError, errorMessage } from './client.ts';

/** The reader can do something about these: a limit is reached, or there were too many requests. */
const READERS_MATTER = [409, 429];

/**
 * Returns what to say about a failed call: the server's sentence on a 409 or 429, because it says what
 * to do, and otherwise the given text from the specification.
 */
export function refusalMessage(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError && READERS_MATTER.includes(error.status))) return otherwise;
  return errorMessage(error, otherwise);
}
