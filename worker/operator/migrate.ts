/** Brings the local databases up to date. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_DIR, quietEnv, type Target, targetArguments, WRANGLER } from './database.ts';

/** Each database's folder of migrations, as in wrangler.toml. */
const MIGRATIONS = { DB: 'migrations', SEARCH: 'migrations/search' };

/** Where Wrangler lists what it has applied; its own words. */
const APPLIED = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);`;

async function runWrangler(...args: string[]): Promise<void> {
  const options = { cwd: PROJECT_DIR, stdio: 'ignore' as const, env: quietEnv() };
  const child = spawn(process.execPath, [WRANGLER, 'd1', ...args], options);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`Preparing the database failed (exit code ${code})`);
}

/** All migrations of a folder as one text that also notes each as applied. */
export async function allMigrations(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(
    names.map(async (name) => {
      const migration = await readFile(join(folder, name), 'utf8');
      return `${migration}\nINSERT INTO "d1_migrations" (name) VALUES ('${name}');`;
    }),
  );
  return [APPLIED, ...texts].join('\n');
}

/**
 * Applies what is missing to the local databases. Wrangler starts a runtime for each migration; new
 * databases, to which nobody has written, take all of theirs at once.
 */
export async function migrateLocal(target: Target): Promise<void> {
  const state = target.stateDir ?? join(PROJECT_DIR, '.wrangler/state');
  const isNew = await stat(join(state, 'v3/d1')).then(
    () => false,
    () => true,
  );
  const written = await mkdtemp(join(tmpdir(), 'dripcast-migrations-'));
  try {
    for (const [database, folder] of Object.entries(MIGRATIONS)) {
      if (isNew) {
        const file = join(written, `${database}.sql`);
        await writeFile(file, await allMigrations(join(PROJECT_DIR, folder)));
        await runWrangler('execute', database, ...targetArguments(target), '--file', file);
      } else {
        await runWrangler('migrations', 'apply', database, ...targetArguments(target));
      }
    }
  } finally {
    await rm(written, { recursive: true, force: true });
  }
}
