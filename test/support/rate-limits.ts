const MINUTE_MS = 60_000;
/**
 * How much of a minute a test may need on a busy machine, between using up a limit and its last request.
 */
const NEEDED_MS = 20_000;

/**
 * Uses up the limit of `key` in this minute. The local limiter counts per calendar minute, so if too
 * little of it is left this waits for the next one; otherwise the count could restart in the middle of
 * a test.
 */
export async function useUp(limiter: RateLimit, key: string): Promise<void> {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < NEEDED_MS) await new Promise((resolve) => setTimeout(resolve, leftMs));
  while ((await limiter.limit({ key })).success);
}
