/** `npm run restore`: reads a dump of `wrangler d1 export` into an empty database. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { runCommand, UsageError } from './command.ts';
import { executeFile, runSql, type Target } from './database.ts';
import { orderDump } from './order-dump.ts';

const USAGE = `Usage: npm run restore -- <file.sql> [--remote | --state <folder>]

Reads what \`wrangler d1 export DB\` wrote into an empty database: a local one, in the folder of --state
if given; with --remote production's. Then \`npm start\` or \`npm run deploy\` applies newer migrations.`;

async function countTables(target: Target): Promise<number> {
  const rows = await runSql(
    target,
    sql`SELECT name FROM sqlite_schema WHERE type = 'table'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`,
  );
  return rows.length;
}

async function restore(target: Target, dump: string) {
  const isFile = await stat(dump).then(
    (info) => info.isFile(),
    () => false,
  );
  if (!isFile) throw new UsageError(`There is no file ${dump}`);
  if ((await countTables(target)) > 0) {
    throw new UsageError(
      target.isRemote
        ? 'The database is not empty. Create a new one first: see Backups in docs/operations.md.'
        : 'The database is not empty. Name a new folder with --state.',
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'dripcast-restore-'));
  try {
    const ordered = join(folder, 'ordered.sql');
    await orderDump(dump, ordered, join(folder, 'scratch.sqlite'));
    await executeFile(target, ordered);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`Restored ${await countTables(target)} tables`);
}

runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'boolean', default: false }, state: { type: 'string' } },
  });
  const [dump] = positionals;
  if (!dump) throw new UsageError(USAGE);
  await restore({ isRemote: values.remote, stateDir: values.state }, resolve(dump));
});
