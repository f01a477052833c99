/** Seconds before a queue message is retried: 30 s, doubling, at most 30 minutes. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(30 * 2 ** (attempts - 1), 1_800);
}
