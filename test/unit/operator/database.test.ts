import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT_DIR, retryWhileBusy } from '../../../worker/operator/database.ts';

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

test('a command says in one sentence that the database is not prepared', async () => {
  const state = await mkdtemp(join(tmpdir(), 'dripcast-unprepared-'));
  onTestFinished(() => rm(state, { recursive: true }));
  const script = join(PROJECT_DIR, 'worker/operator/jobs.ts');
  const refused = promisify(execFile)(process.execPath, [script, 'list', '--state', state]);
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: 'The database is not prepared. Run npm start first, or name its folder with --state.\n',
  });
});
