import { ApiError, wordsOf } from './client.ts';

/** Refused for what the reader can do something about: too much kept, too much at once. */
const READERS_MATTER = [409, 429];

/** What to say of a call that failed: the server's words where they tell the reader what to do. */
export function refusalOf(error: unknown, otherwise: string): string {
  const isReaders = error instanceof ApiError && READERS_MATTER.includes(error.status);
  return isReaders ? wordsOf(error, otherwise) : otherwise;
}
