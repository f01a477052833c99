import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT_DIR, quietEnv, runSql, WRANGLER } from '../../../worker/operator/database.ts';

const run = promisify(execFile);
let stateDir: string;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'dripcast-search-'));
  await run(
    process.execPath,
    [WRANGLER, 'd1', 'migrations', 'apply', 'SEARCH', '--local', '--persist-to', stateDir],
    { cwd: PROJECT_DIR, env: quietEnv() },
  );
}, 300_000);
afterAll(() => rm(stateDir, { recursive: true }));

test('the state of the search index tells how far its rebuilds and checks are', async () => {
  const script = join(PROJECT_DIR, 'worker/operator/search.ts');
  const status = async () =>
    (await run(process.execPath, [script, 'status', '--state', stateDir])).stdout;
  expect(await status()).toBe(
    'No rebuild or check so far. New documents are indexed without them.\n',
  );
  await runSql(
    { isRemote: false, stateDir },
    sql`INSERT INTO sweeps (mode, phase, after_id, looked_at, written, started_at, moved_at)
      VALUES ('check', 'insight', '', 12, 3, 0, 0)`,
    'SEARCH',
  );
  expect(await status()).toBe('check: 12 looked at, 3 written, now at insight\n');
}, 300_000);
