/**
 * The catalogue is the same for everybody and changes when an operator changes it, so an isolate
 * keeps its JSON for some seconds. Text is kept, not the promise: a promise of one request must
 * not be awaited by another.
 */
let kept: { json: string; until: number } | null = null;

/**
 * @param seconds how long the text is kept; 0 reads anew each time
 * @param read makes the text; a failure is not kept
 */
export async function cachedCatalogue(
  seconds: number,
  read: () => Promise<string>,
): Promise<string> {
  if (kept && Date.now() < kept.until) return kept.json;
  const json = await read();
  kept = { json, until: Date.now() + seconds * 1_000 };
  return json;
}
