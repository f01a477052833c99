import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeout } from '../../worker/platform/with-timeout.ts';

describe('withTimeout', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives the result of work that is done in time, and leaves no timer behind', async () => {
    expect(await withTimeout(1000, Promise.resolve('done'), () => 'late')).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives the replacement when the time is over', async () => {
    const result = withTimeout(1000, new Promise<string>(() => {}), () => 'late');
    await vi.advanceTimersByTimeAsync(999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe('late');
  });

  it('drops the error of work that fails too late', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    const result = withTimeout(-5, promise, () => 'late');
    await vi.advanceTimersByTimeAsync(0);
    reject(new Error('too late'));
    expect(await result).toBe('late');
  });

  it('throws what the replacement throws, and what the work throws in time', async () => {
    const late = withTimeout(0, new Promise<string>(() => {}), () => {
      throw new Error('no answer');
    });
    const isLate = expect(late).rejects.toThrow('no answer');
    await vi.advanceTimersByTimeAsync(0);
    await isLate;
    await expect(withTimeout(10, Promise.reject(new Error('failed')), () => 0)).rejects.toThrow(
      'failed',
    );
  });
});
