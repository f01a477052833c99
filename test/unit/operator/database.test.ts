import { expect, test } from 'vitest';
import { retryWhileBusy } from '../../../worker/operator/database.ts';

const NO_WAITS = [0, 0];
const LOCKED = 'database is locked: SQLITE_BUSY';
const BUSY = [{ stdout: `{"error":{"text":"${LOCKED}"}}` }, { stderr: `SQLite failed; ${LOCKED}` }];

/** A command that fails with these outputs, one after the other, and then succeeds. */
function failing(...outputs: { stdout?: string; stderr?: string }[]) {
  let calls = 0;
  const command = async () => {
    const output = outputs[calls++];
    if (output) throw Object.assign(new Error('Command failed'), output);
    return 'done';
  };
  return { command, calls: () => calls };
}

test('a statement waits while another process writes', async () => {
  const { command, calls } = failing(...BUSY);
  expect(await retryWhileBusy(command, NO_WAITS)).toBe('done');
  expect(calls()).toBe(3);
});

test('a database that stays busy is an error', async () => {
  const { command, calls } = failing(...BUSY, ...BUSY);
  await expect(retryWhileBusy(command, NO_WAITS)).rejects.toThrow('Command failed');
  expect(calls()).toBe(3);
});

test('any other error is reported at once', async () => {
  const { command, calls } = failing({ stderr: 'no such table: podcast' });
  await expect(retryWhileBusy(command, NO_WAITS)).rejects.toThrow('Command failed');
  expect(calls()).toBe(1);
});
