const MINUTE_MS = 60_000;
/** How much of a minute a test needs, on a busy machine, between using a limit up and its last look. */
const NEEDED_MS = 20_000;

/**
 * Uses up what `key` may do in this minute. The local limiter counts by the minutes of the clock, so
 * where little is left of this one, the next is awaited: otherwise the count could start again in the
 * middle of a test.
 */
export async function useUp(limiter: RateLimit, key: string): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < NEEDED_MS) await new Promise((resolve) => setTimeout(resolve, leftMs));
  while ((await limiter.limit({ key })).success);
}
