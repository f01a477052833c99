/** Runs SQL for the operator's commands through Wrangler, on the local or the production database. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { SQL } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { UsageError } from './command.ts';

export interface Target {
  isRemote: boolean;
  /** The local state's folder; Wrangler's default if not given. */
  stateDir?: string | undefined;
}

const require = createRequire(import.meta.url);
/** Wrangler's own script, so that it runs under the current Node. */
export const WRANGLER = join(dirname(require.resolve('wrangler/package.json')), 'bin/wrangler.js');
export const PROJECT_DIR = join(import.meta.dirname, '../..');

const replySchema = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));
const dialect = new SQLiteSyncDialect();

/** Wrangler's arguments for the target. */
export function targetArguments(target: Target): string[] {
  if (target.isRemote) return ['--remote', '--env', 'production'];
  return ['--local', ...(target.stateDir ? ['--persist-to', target.stateDir] : [])];
}

/** The waits before a statement is tried again while a local server writes to the same file. */
const BUSY_WAITS_MS = [250, 500, 1_000, 2_000, 4_000];

/** Runs one statement with its parameters inlined and quoted. Returns its rows. */
export async function runSql(
  target: Target,
  statement: SQL,
  database: 'DB' | 'SEARCH' = 'DB',
): Promise<Record<string, unknown>[]> {
  const text = dialect.sqlToQuery(statement.inlineParams()).sql;
  const stdout = await execute(target, database, '--json', '--command', text);
  return replySchema.parse(JSON.parse(stdout)).flatMap((reply) => reply.results);
}

/** Executes a file of statements on the main database. */
export async function executeFile(target: Target, path: string): Promise<void> {
  await execute(target, 'DB', '--yes', '--file', path);
}

/** @throws UsageError if tables or columns are missing because migrations haven't been applied */
async function execute(target: Target, database: string, ...what: string[]): Promise<string> {
  const whole = [WRANGLER, 'd1', 'execute', database, ...targetArguments(target), ...what];
  const options = { cwd: PROJECT_DIR, maxBuffer: 64 * 1024 * 1024, env: quietEnv() };
  try {
    return (await retryWhileBusy(() => promisify(execFile)(process.execPath, whole, options)))
      .stdout;
  } catch (error) {
    // Wrangler writes it on stdout with --json, otherwise on stderr.
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    if (!/no such (?:table|column)|has no column/.test(`${stdout} ${stderr}`)) throw error;
    throw new UsageError(
      target.isRemote
        ? "Production's database is not prepared. Run npm run deploy first."
        : 'The database is not prepared. Run npm start first, or name its folder with --state.',
      { cause: error },
    );
  }
}

/**
 * Runs a command again while SQLite refuses it because another process writes to the file: Wrangler sets
 * no time to wait for it. Nothing has been written then.
 *
 * @param waits in milliseconds, one before each further try
 * @throws the command's error if it is another one, or after the last try
 */
export async function retryWhileBusy<T>(
  command: () => Promise<T>,
  waits: readonly number[] = BUSY_WAITS_MS,
): Promise<T> {
  for (const ms of waits) {
    try {
      return await command();
    } catch (error) {
      // It stands in the reply if the statement was refused, and on stderr if opening the file was.
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      if (!`${stdout} ${stderr}`.includes('SQLITE_BUSY')) throw error;
      await wait(ms);
    }
  }
  return command();
}

/**
 * Wrangler without questions, banners and telemetry. Also turns off its local trace store, which keeps
 * every span of every request in the state folder and never deletes one, and its request for a sample of
 * Cloudflare's facts about a visitor, which nothing here reads and whose failure looks like one of ours.
 */
export function quietEnv(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    WRANGLER_SEND_METRICS: 'false',
    X_LOCAL_OBSERVABILITY: 'false',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    CI: 'true',
    NO_COLOR: '1',
  };
}
