/** Seconds before a queue message is tried again: 30 s, then double, 30 minutes at most. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(30 * 2 ** (attempts - 1), 1_800);
}
