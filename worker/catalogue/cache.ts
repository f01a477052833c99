import { describeError, log } from '../platform/logging.ts';

/**
 * The catalogue is the same for everyone and changes rarely, so an isolate keeps its JSON for some
 * seconds. Stores the text instead of a promise, because one request must not await another's promise.
 */
let kept: { json: string; until: number } | null = null;

/**
 * While it can't be read, what was read before is better than nothing.
 *
 * @param seconds how long the text is kept; 0 reads it every time
 * @param read makes the text; failures are not kept
 */
export async function cachedCatalogue(
  seconds: number,
  read: () => Promise<string>,
): Promise<string> {
  if (seconds > 0 && kept && Date.now() < kept.until) return kept.json;
  try {
    const json = await read();
    kept = { json, until: Date.now() + seconds * 1_000 };
    return json;
  } catch (error) {
    if (seconds === 0 || !kept) throw error;
    log.warn('catalogue_not_read', { error: describeError(error) });
    return kept.json;
  }
}
