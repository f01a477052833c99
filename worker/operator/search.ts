/** `npm run search`: rebuilds the search index, checks it against its sources, or prints its state. */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { runCommand, UsageError } from './command.ts';
import { runSql, type Target } from './database.ts';

const USAGE = `Usage: npm run search -- <command> [--remote | --state <folder>] [--port 8787]

  rebuild    writes every document of the index again; resumes after an interruption
  check      compares the index with its sources and repairs differences; also runs every week
  status     the state of the last check and rebuild

These use the local database, in the folder of --state if npm start was given one; with --remote,
production's. For rebuild and check, the product has to be running, locally on --port. The Worker does
the work, page by page: this command only shows its progress, and may be stopped and run again.`;

const NO_SWEEP = 'No rebuild or check so far. New documents are indexed without them.';

const POLL_MS = 2_000;
const EVERY_MINUTE = encodeURIComponent('* * * * *');

const sweepsSchema = z.array(
  z.object({
    mode: z.string(),
    phase: z.string(),
    looked_at: z.number(),
    written: z.number(),
    started_at: z.number(),
    finished_at: z.number().nullable(),
  }),
);

async function listSweeps(target: Target) {
  const rows = await runSql(target, sql`SELECT * FROM sweeps ORDER BY mode`, 'SEARCH');
  return sweepsSchema.parse(rows);
}

const inWords = (sweep: z.output<typeof sweepsSchema>[number]) =>
  `${sweep.mode}: ${sweep.looked_at} looked at, ${sweep.written} written, ` +
  (sweep.finished_at === null
    ? `now at ${sweep.phase}`
    : `finished ${new Date(sweep.finished_at).toISOString()}`);

/** Continues a running sweep; otherwise starts one, which the Worker finds within a minute. */
async function request(target: Target, mode: 'rebuild' | 'check') {
  await runSql(
    target,
    sql`INSERT INTO sweeps (mode, phase, after_id, looked_at, written, started_at, moved_at)
        VALUES (${mode}, 'transcript', '', 0, 0, ${Date.now()}, 0)
        ON CONFLICT (mode) DO UPDATE SET phase = excluded.phase, after_id = '', looked_at = 0,
          written = 0, started_at = excluded.started_at, moved_at = 0, finished_at = NULL
        WHERE finished_at IS NOT NULL`,
    'SEARCH',
  );
}

/** Locally there is no cron to wake the Worker. */
async function wake(target: Target, port: string) {
  if (target.isRemote) return;
  const address = `http://localhost:${port}/cdn-cgi/local/scheduled?cron=${EVERY_MINUTE}`;
  await fetch(address).catch(() => {
    throw new UsageError(`The product has to be running on port ${port}: npm start`);
  });
}

async function sweep(target: Target, mode: 'rebuild' | 'check', port: string) {
  await request(target, mode);
  await wake(target, port);
  let said = '';
  for (;;) {
    const current = (await listSweeps(target)).find((row) => row.mode === mode);
    if (!current) throw new Error('The run is gone');
    const words = inWords(current);
    if (words !== said) console.log(words);
    said = words;
    if (current.finished_at !== null) return;
    await setTimeout(POLL_MS);
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      remote: { type: 'boolean', default: false },
      state: { type: 'string' },
      port: { type: 'string', default: process.env.PORT ?? '8787' },
    },
  });
  const target: Target = { isRemote: values.remote, stateDir: values.state };
  const [command] = positionals;
  if (command === 'rebuild' || command === 'check') return sweep(target, command, values.port);
  if (command !== 'status') throw new UsageError(USAGE);
  const sweeps = await listSweeps(target);
  console.log(sweeps.length === 0 ? NO_SWEEP : sweeps.map(inWords).join('\n'));
}

runCommand(main);
