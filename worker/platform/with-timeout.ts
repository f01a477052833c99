/**
 * Waits for work, but not longer than that many milliseconds. Late work goes on, and its result or error
 * is dropped.
 *
 * @param late returns a replacement for the result, or throws
 */
export async function withTimeout<Result, Late>(
  ms: number,
  work: Promise<Result>,
  late: () => Late,
): Promise<Result | Late> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.max(0, ms));
  try {
    return await Promise.race([work, promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
