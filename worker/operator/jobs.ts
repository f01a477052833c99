/** `npm run jobs`: lists queue messages that failed for good, and retries them. */
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { requestRetry } from '../platform/queues/failed-jobs.ts';
import { runCommand, UsageError } from './command.ts';
import { runSql, type Target } from './database.ts';

const USAGE = `Usage: npm run jobs -- <command> [--remote | --state <folder>]

  list           the jobs that failed for good, newest first
  retry <id>     sends one back to its queue
  retry all      sends all of them back

These use the local database, in the folder of --state if npm start was given one; with --remote,
production's. The Worker sends the jobs at the next run of its every-minute schedule.`;

const jobSchema = z.object({
  id: z.string(),
  queue: z.string(),
  body: z.string(),
  failedAt: z.number().transform((ms) => new Date(ms).toISOString()),
  retryRequestedAt: z.number().nullable(),
});

async function list(target: Target) {
  const rows = await runSql(
    target,
    sql`SELECT id, queue, body, failed_at AS failedAt, retry_requested_at AS retryRequestedAt
        FROM failed_jobs ORDER BY failed_at DESC LIMIT 200`,
  );
  for (const job of z.array(jobSchema).parse(rows)) {
    const state = job.retryRequestedAt === null ? '' : ' (will be retried)';
    console.log(`${job.id}  ${job.queue}  failed ${job.failedAt}${state}\n    ${job.body}`);
  }
  console.log(`${rows.length} failed ${rows.length === 1 ? 'job' : 'jobs'}`);
}

async function retry(target: Target, id: string) {
  const rows = await runSql(target, requestRetry(id === 'all' ? null : id, new Date()));
  if (rows.length === 0 && id !== 'all') throw new UsageError(`No failed job has the id ${id}`);
  console.log(`${rows.length} ${rows.length === 1 ? 'job' : 'jobs'} will be tried again`);
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'boolean', default: false }, state: { type: 'string' } },
  });
  const target: Target = { isRemote: values.remote, stateDir: values.state };
  const [command, id] = positionals;
  if (command === 'list') return list(target);
  if (command === 'retry' && id) return retry(target, id);
  throw new UsageError(USAGE);
}

runCommand(main);
