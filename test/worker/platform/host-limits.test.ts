import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type HostLimiter, HostPermit } from '../../../worker/platform/outbound/HostLimiter.ts';
import { createHostLimits } from '../../../worker/platform/outbound/host-limits.ts';
import { Semaphore } from '../../../worker/platform/semaphore.ts';

/** Every host grants a permit at once. */
const hosts = {
  getByName: () => ({
    acquire: async () => ({
      permit: { pause: async () => {}, wasSlow: async () => {} },
      [Symbol.dispose]() {},
    }),
  }),
} as unknown as DurableObjectNamespace<HostLimiter>;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An answer that comes fast enough. */
const quick = { receivedBytes: () => Date.now() * 1_000, giveUp: () => expect.unreachable() };

test('a large answer that trickles is given up once another waits, and only then', async () => {
  const limits = createHostLimits(hosts, { reportsSlowness: false });
  const [trickling, waiting] = await Promise.all(
    ['a.test', 'b.test'].map((host) => limits.acquire(host)),
  );
  const giveUp = vi.fn(() => trickling?.release());
  await trickling?.reserveLarge({ receivedBytes: () => Date.now() / 100, giveUp });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(giveUp).not.toHaveBeenCalled();
  const reserved = waiting?.reserveLarge(quick);
  await vi.advanceTimersByTimeAsync(2_100);
  expect(giveUp).toHaveBeenCalledOnce();
  await reserved;
  waiting?.release();
});

test('whoever waits a minute for another large answer is told when to try again', async () => {
  const limits = createHostLimits(hosts, { reportsSlowness: false });
  const [reading, waiting] = await Promise.all(
    ['a.test', 'b.test'].map((host) => limits.acquire(host)),
  );
  await reading?.reserveLarge(quick);
  const refused = waiting?.reserveLarge(quick).then(
    () => null,
    (error: unknown) => error,
  );
  // Steps shorter than the silence after which a reader counts as gone.
  for (let second = 0; second <= 60; second += 2) await vi.advanceTimersByTimeAsync(2_000);
  expect(await refused).toMatchObject({ reason: 'busy', retryAfterSeconds: 30 });
  reading?.release();
  await expect(waiting?.reserveLarge(quick)).resolves.toBeUndefined();
  waiting?.release();
});

const permitOf = (semaphore: Semaphore) =>
  new HostPermit({ wasSlow() {} }, {} as DurableObjectStorage, semaphore);

test('a permit that is given back twice frees one place', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire();
  const permit = permitOf(semaphore);
  for (const _ of ['by its holder', 'by the runtime']) permit[Symbol.dispose]();
  expect(await semaphore.acquire()).toBe(true);
  const second = semaphore.acquire(1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await second).toBe(false);
});

test('a permit whose holder is gone ends by itself', async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire();
  permitOf(semaphore);
  const next = semaphore.acquire(10 * 60_000);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(await next).toBe(true);
});
