import { onTestFinished, vi } from 'vitest';

/**
 * Lets `limiter` refuse `key` until the test ends. The local limiter counts per calendar minute, so using it
 * up would often take the rest of one.
 */
export function useUp(limiter: RateLimit, key: string): void {
  const limit = limiter.limit.bind(limiter);
  const spy = vi
    .spyOn(limiter, 'limit')
    .mockImplementation((asked) =>
      asked.key === key ? Promise.resolve({ success: false }) : limit(asked),
    );
  onTestFinished(() => spy.mockRestore());
}
