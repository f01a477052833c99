import { expect, test } from 'vitest';
import { retryWhileBusy } from '../../../worker/operator/database.ts';

const NO_WAITS = [0, 0];
const BUSY = 'SQLite failed; database is locked: SQLITE_BUSY';

/** A command that fails with these complaints, one after the other, and then succeeds. */
function failing(...complaints: string[]) {
  let calls = 0;
  const command = async () => {
    const stderr = complaints[calls++];
    if (stderr !== undefined) throw Object.assign(new Error('Command failed'), { stderr });
    return 'done';
  };
  return { command, calls: () => calls };
}

test('a statement waits while another process writes', async () => {
  const { command, calls } = failing(BUSY, BUSY);
  expect(await retryWhileBusy(command, NO_WAITS)).toBe('done');
  expect(calls()).toBe(3);
});

test('a database that stays busy is an error', async () => {
  const { command, calls } = failing(BUSY, BUSY, BUSY, BUSY);
  await expect(retryWhileBusy(command, NO_WAITS)).rejects.toThrow('Command failed');
  expect(calls()).toBe(3);
});

test('any other error is reported at once', async () => {
  const { command, calls } = failing('no such table: podcast');
  await expect(retryWhileBusy(command, NO_WAITS)).rejects.toThrow('Command failed');
  expect(calls()).toBe(1);
});
