import { expect, onTestFinished, test, vi } from 'vitest';
import { TicketLine } from '../../../worker/platform/ticket-line.ts';

const PATIENT_MS = 60_000;

test('those in a line have their turn one after another, as they came', async () => {
  const line = new TicketLine(PATIENT_MS);
  const turns: string[] = [];
  const visit = async (name: string) => {
    const ticket = await line.enter();
    turns.push(`${name} comes`);
    await scheduler.wait(5);
    turns.push(`${name} leaves`);
    ticket?.leave();
  };
  await Promise.all(['Ada', 'Bo', 'Cleo'].map(visit));
  expect(turns).toEqual(
    ['Ada', 'Bo', 'Cleo'].flatMap((name) => [`${name} comes`, `${name} leaves`]),
  );
  expect(line.length).toBe(0);
});

test('whoever runs out of patience leaves the line, and holds up nobody', async () => {
  const line = new TicketLine(PATIENT_MS);
  const first = await line.enter();
  expect(await line.enter(0)).toBeNull();
  expect(line.length).toBe(1);
  first?.leave();
  expect(await line.enter(0)).not.toBeNull();
});

test('a holder who was cancelled is passed over, one who is still seen is not', async () => {
  const line = new TicketLine(PATIENT_MS);
  const first = await line.enter();
  expect(await line.enter(0)).toBeNull();
  if (first) first.seenAt -= 2 * PATIENT_MS;
  const second = await line.enter(PATIENT_MS);
  expect(second).not.toBeNull();
  if (second) second.seenAt -= 2 * PATIENT_MS;
  second?.see();
  expect(await line.enter(0)).toBeNull();
  first?.leave();
  expect(line.length, 'the first leaves late, without taking another along').toBe(1);
});

test('those who were cancelled long ago are removed, also if nobody waits behind them', async () => {
  const line = new TicketLine(PATIENT_MS);
  const first = await line.enter();
  if (first) first.seenAt -= 2 * PATIENT_MS;
  expect(line.lengthSeen).toBe(0);
  line.removeLongGone();
  expect(line.length).toBe(1);
  if (first) first.seenAt -= 100 * PATIENT_MS;
  line.removeLongGone();
  expect(line.length).toBe(0);
});

test('after a stall of the machine, nobody is passed over before they could be seen', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const line = new TicketLine(PATIENT_MS);
  const first = await line.enter();
  vi.setSystemTime(Date.now() + 2 * PATIENT_MS);
  // Several look, one after the other, before the holder's own timer is served.
  const waiting = [line.enter()];
  vi.setSystemTime(Date.now() + 10);
  waiting.push(line.enter());
  first?.see();
  await scheduler.wait(50);
  expect(line.length).toBe(3);
  first?.leave();
  for (const one of waiting) (await one)?.leave();
});
