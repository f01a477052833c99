import { expect, onTestFinished, test, vi } from 'vitest';
import { TicketLock } from '../../../worker/platform/ticket-lock.ts';

const PATIENT_MS = 60_000;

test('those at a lock have their turn one after another, as they came', async () => {
  const lock = new TicketLock(PATIENT_MS);
  const turns: string[] = [];
  const visit = async (name: string) => {
    const ticket = await lock.acquire();
    turns.push(`${name} comes`);
    await scheduler.wait(5);
    turns.push(`${name} leaves`);
    ticket?.release();
  };
  await Promise.all(['Ada', 'Bo', 'Cleo'].map(visit));
  expect(turns).toEqual(
    ['Ada', 'Bo', 'Cleo'].flatMap((name) => [`${name} comes`, `${name} leaves`]),
  );
  expect(lock.length).toBe(0);
});

test('whoever has waited as long as it may leaves the lock, and holds up nobody', async () => {
  const lock = new TicketLock(PATIENT_MS);
  const first = await lock.acquire();
  expect(await lock.acquire(0)).toBeNull();
  expect(lock.length).toBe(1);
  first?.release();
  expect(await lock.acquire(0)).not.toBeNull();
});

test('a holder who was cancelled is passed over, one who is still seen is not', async () => {
  const lock = new TicketLock(PATIENT_MS);
  const first = await lock.acquire();
  expect(await lock.acquire(0)).toBeNull();
  if (first) first.renewedAt -= 2 * PATIENT_MS;
  const second = await lock.acquire(PATIENT_MS);
  expect(second).not.toBeNull();
  if (second) second.renewedAt -= 2 * PATIENT_MS;
  second?.renew();
  expect(await lock.acquire(0)).toBeNull();
  first?.release();
  expect(lock.length, 'the first leaves late, without taking another along').toBe(1);
});

test('those who were cancelled long ago are removed, also if nobody waits behind them', async () => {
  const lock = new TicketLock(PATIENT_MS);
  const first = await lock.acquire();
  if (first) first.renewedAt -= 2 * PATIENT_MS;
  expect(lock.lengthRenewed).toBe(0);
  lock.removeLongGone();
  expect(lock.length).toBe(1);
  if (first) first.renewedAt -= 100 * PATIENT_MS;
  lock.removeLongGone();
  expect(lock.length).toBe(0);
});

test('after a stall of the machine, nobody is passed over before they could be seen', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const lock = new TicketLock(PATIENT_MS);
  const first = await lock.acquire();
  vi.setSystemTime(Date.now() + 2 * PATIENT_MS);
  // Several poll one after the other before the holder's own timer runs.
  const waiting = [lock.acquire()];
  vi.setSystemTime(Date.now() + 10);
  waiting.push(lock.acquire());
  first?.renew();
  await scheduler.wait(50);
  expect(lock.length).toBe(3);
  first?.release();
  for (const one of waiting) (await one)?.release();
});
