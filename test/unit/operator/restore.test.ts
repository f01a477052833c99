import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT_DIR, quietEnv, WRANGLER } from '../../../worker/operator/database.ts';
import { allMigrations } from '../../../worker/operator/migrate.ts';
import { orderDump } from '../../../worker/operator/order-dump.ts';

const MIGRATIONS = join(PROJECT_DIR, 'migrations');
const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dripcast-restore-'));
});
afterAll(() => rm(folder, { recursive: true }));

const wrangler = (...args: string[]) =>
  run(process.execPath, [WRANGLER, 'd1', ...args], { cwd: PROJECT_DIR, env: quietEnv() });

/** What the command prints; what it complains of where it fails. */
async function restore(...args: string[]): Promise<string> {
  const script = join(PROJECT_DIR, 'worker/operator/restore.ts');
  try {
    return (await run(process.execPath, [script, ...args], { cwd: PROJECT_DIR })).stdout;
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

/** Opens the file of the only database in a state folder. */
async function openState(state: string): Promise<DatabaseSync> {
  const at = join(state, 'v3/d1/miniflare-D1DatabaseObject');
  const [name] = (await readdir(at)).filter((file) => /^[\da-f]+\.sqlite$/.test(file));
  return new DatabaseSync(join(at, String(name)), { enableForeignKeyConstraints: false });
}

/** Every table's rows, and the texts of the tables, indexes and triggers. */
async function contents(state: string): Promise<Record<string, unknown>> {
  const db = await openState(state);
  const schema = db
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
    )
    .all();
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => String(name));
  const rows = tables.map((name) => {
    const all = db.prepare(`SELECT * FROM "${name}"`).all();
    return [name, all.map((row) => JSON.stringify(row)).sort()] as const;
  });
  // SQLite writes a renamed table's name in quotes.
  const sql = schema.map((entry) => JSON.stringify(entry)).sort();
  db.close();
  return { sql, ...Object.fromEntries(rows) };
}

/** Texts that a dump or a statement could break on. */
const TEXTS = [
  'it\'s; two\nlines\r\nCREATE TABLE "x" (a);\nINSERT INTO "users" VALUES(\'y\');',
  'ä\n😀',
  '😀',
  '\u2028--/*',
];
/** The same, two of them longer than a statement's 100,000 bytes. */
const LONG_TEXTS = TEXTS.with(1, `${'ä\n'.repeat(34_000)}😀`).with(2, '😀'.repeat(25_100));
/** Only the rows of these have long texts, so that the dump stays small. */
const LONG_TABLES = ['saved_insights', 'contents'];

/** Fills every table of a migrated database with rows that refer to each other. */
function fill(db: DatabaseSync) {
  const tables = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations'`,
    )
    .all()
    .map(({ name }) => String(name));
  // The triggers add rows to one of them.
  const last = tables.indexOf('search_changes');
  for (const table of [...tables.toSpliced(last, 1), 'search_changes']) {
    const keys = db.prepare(`PRAGMA foreign_key_list("${table}")`).all();
    const columns = db.prepare(`PRAGMA table_info("${table}")`).all();
    const texts = LONG_TABLES.includes(table) ? LONG_TEXTS : TEXTS;
    for (const [row, text] of texts.entries()) {
      const values = columns.map(({ name, type, pk }) => {
        const isReference = keys.some((key) => key.from === name);
        if (isReference || (pk && type !== 'INTEGER' && type !== 'integer')) return `id${row}`;
        if (pk) return 1_000 + row;
        if (type === 'integer') return row;
        if (type === 'real') return row / 2;
        return `${row}${text}`;
      });
      const marks = values.map(() => '?').join(', ');
      db.prepare(`INSERT INTO "${table}" VALUES (${marks})`).run(...values);
    }
  }
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  return tables;
}

/** Makes a project folder whose database lacks the newest migration, fills every table, and exports it. */
async function makeBackup() {
  const project = join(folder, 'whole');
  const migrations = join(project, 'migrations');
  await mkdir(migrations, { recursive: true });
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names.slice(0, -1)) {
    await copyFile(join(MIGRATIONS, name), join(migrations, name));
  }
  const all = join(project, 'all.sql');
  await writeFile(all, await allMigrations(migrations));
  // The export knows no other folder than the one beside its configuration.
  const config = join(project, 'wrangler.toml');
  await copyFile(join(PROJECT_DIR, 'wrangler.toml'), config);
  const state = join(project, '.wrangler/state');
  await wrangler('execute', 'DB', '--local', '--persist-to', state, '--file', all);
  const db = await openState(state);
  const tables = fill(db);
  db.close();
  const dump = join(project, 'dripcast.sql');
  await wrangler('export', 'DB', '--local', '--config', config, '--output', dump);
  return { state, dump, tables, migrations: names };
}

test('a backup brings back every row of every table, nothing twice, and takes newer migrations', async () => {
  const { state, dump, tables, migrations } = await makeBackup();
  const before = await contents(state);
  for (const table of tables) expect(before[table], table).not.toHaveLength(0);
  const restored = join(folder, 'restored');
  expect(await restore(dump, '--state', restored)).toMatch(/^Restored \d+ tables\n$/);
  expect(await contents(restored)).toEqual(before);

  expect(await restore(dump, '--state', restored)).toBe(
    'The database is not empty. Name a new folder with --state.\n',
  );
  expect(await contents(restored)).toEqual(before);

  await wrangler('migrations', 'apply', 'DB', '--local', '--persist-to', restored);
  const after = await contents(restored);
  expect(after.d1_migrations).toHaveLength(migrations.length);
  expect(after.users).toEqual(before.users);
}, 300_000);

test('a dump that is missing is refused', async () => {
  const missing = join(folder, 'none.sql');
  expect(await restore(missing, '--state', join(folder, 'refused'))).toBe(
    `There is no file ${missing}\n`,
  );
});

test('a dump with a row whose owner is missing is refused', async () => {
  const cut = join(folder, 'cut.sql');
  await writeFile(
    cut,
    'CREATE TABLE a (id TEXT PRIMARY KEY);\nCREATE TABLE b (a TEXT REFERENCES a(id));\nINSERT INTO "b" ("a") VALUES(\'1\');\n',
  );
  await expect(
    orderDump(cut, join(folder, 'ordered.sql'), join(folder, 'scratch.sqlite')),
  ).rejects.toThrow('A row of b refers to a missing one');
});
