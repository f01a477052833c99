/**
 * `npm run bench:weekly`: runs a weekly run over ten thousand podcasts (or as many as the first argument
 * says), whose hosts are on loopback. Every podcast must end refreshed or with a recorded reason, and none
 * may be read twice. Prints the usage and its cost.
 */
import { readFileSync } from 'node:fs';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { bundleWorker } from './bundle.ts';
import { migrate } from './migrate.ts';
import { VARS } from './vars.ts';
import { kindOf, READABLE, startHost } from './weekly/host.ts';
import { seedWeek } from './weekly/seed.ts';
import { printCost, type Usage } from './weekly/usage.ts';

const PODCASTS = Number(process.argv[2] ?? 10_000);
/** Shorter than in production, because silent hosts are waited for. */
const FIRST_BYTE_MS = 4_000;
const GIVE_UP_MS = 20 * 60_000;

interface Ended {
  number: number;
  succeededAt: number | null;
  failedAt: number | null;
  lastError: string | null;
}

const now = Date.now();
const host = await startHost(now);
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    // Drops the log line of each failure.
    handleStructuredLogs: () => {},
    workers: [
      {
        name: 'dripcast',
        compatibilityDate: '2026-10-20',
        compatibilityFlags: ['nodejs_compat', 'queue_consumer_no_wait_for_wait_until'],
        modules: true,
        scriptPath: bundleWorker('weekly'),
        bindings: {
          ...VARS,
          YOUTUBE_FEEDS_URL: `http://127.0.250.1:${host.port}/videos.xml`,
          OUTBOUND_FIRST_BYTE_MS: FIRST_BYTE_MS,
        },
        d1Databases: ['DB'],
        r2Buckets: ['TRANSCRIPTS'],
        durableObjects: {
          CHAT_SESSIONS: { className: 'ChatSession', useSQLite: true },
          HOST_LIMITERS: { className: 'HostLimiter', useSQLite: true },
        },
        queueProducers: {
          REFRESH_QUEUE: 'dripcast-refresh',
          INSIGHT_QUEUE: 'dripcast-insights',
          SEARCH_QUEUE: 'dripcast-search',
        },
        queueConsumers: {
          'dripcast-refresh': { maxBatchSize: 6, maxBatchTimeout: 1, maxRetries: 4 },
        },
      },
    ],
  }),
);
const db = await miniflare.getD1Database('DB', 'dripcast');
await migrate(db);
await seedWeek(db, { podcasts: PODCASTS, port: host.port, now });

const begun = Date.now();
const cpuBefore = runtimeCpuMs();
// Miniflare's own type of it is lost among those of the Worker's platform.
const worker = (await miniflare.getWorker('dripcast')) as unknown as {
  scheduled(event: { cron: string }): Promise<unknown>;
  fetch(url: string): Promise<Response>;
};
await worker.scheduled({ cron: '0 5 * * 1' });
let ended: Ended[] = [];
while (ended.length < PODCASTS && Date.now() < begun + GIVE_UP_MS) {
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  ended = await listEnded();
}
const seconds = (Date.now() - begun) / 1_000;
const cpuMs = runtimeCpuMs() - cpuBefore;
const spent = (await (await worker.fetch('http://dripcast/')).json()) as Usage;
report();
await miniflare.dispose();
host.close();

/** The podcasts about which this run has found out something. */
async function listEnded(): Promise<Ended[]> {
  const { results } = await db
    .prepare(
      `SELECT CAST(substr(title, 9) AS INTEGER) AS number, succeeded_at AS succeededAt,
        failed_at AS failedAt, last_error AS lastError
      FROM podcasts JOIN feeds ON feeds.podcast_id = podcasts.id
      WHERE succeeded_at >= ?1 OR failed_at >= ?1`,
    )
    .bind(begun)
    .all<Ended>();
  return results;
}

function report() {
  const refreshed = ended.filter(({ succeededAt }) => (succeededAt ?? 0) >= begun);
  const failed = ended.filter(
    ({ succeededAt, lastError }) => (succeededAt ?? 0) < begun && lastError,
  );
  console.log(`${PODCASTS} podcasts in ${seconds.toFixed(0)} s on this machine`);
  console.log(`  refreshed ${refreshed.length}, with a recorded reason ${failed.length}`);
  const reasons = Map.groupBy(failed, ({ lastError }) => lastError);
  for (const [reason, all] of reasons)
    console.log(`    ${String(all.length).padStart(5)}  ${reason}`);

  const twice = refreshed.filter(({ number }) => (host.answered.get(number) ?? 0) !== 1);
  for (const { number } of twice.slice(0, 5)) {
    console.log(
      `    ${number} (${kindOf(number)}) was answered ${host.answered.get(number) ?? 0} times`,
    );
  }
  const wrong = ended.filter(
    ({ number, succeededAt }) => READABLE.has(kindOf(number)) !== (succeededAt ?? 0) >= begun,
  );
  console.log(`  read twice ${twice.length}, ended otherwise than they should ${wrong.length}`);
  console.log(
    `  most requests to one host at a time ${host.seen.mostOfOneHost}, while it rested ${host.seen.duringRest}`,
  );

  const each = (amount: number) => (amount / PODCASTS).toFixed(2);
  console.log('For each podcast');
  console.log(
    `  messages ${each(spent.sent)} sent, ${each(spent.delivered)} delivered, ${each(spent.retried)} of them again; ${(spent.delivered / spent.batches).toFixed(1)} a run`,
  );
  console.log(`  fetches ${each(host.seen.requests)}`);
  console.log(
    `  D1 ${each(spent.statements)} statements, ${each(spent.rowsRead)} rows read, ${each(spent.rowsWritten)} written; ${each(cpuMs)} ms of CPU`,
  );
  console.log(
    `  ${each(spent.hostRequests)} requests to hosts, ${each(spent.hostMs)} ms until each was over`,
  );
  console.log('A week at published prices');
  printCost(spent, cpuMs);
  const isRight =
    refreshed.length + failed.length === PODCASTS &&
    twice.length === 0 &&
    wrong.length === 0 &&
    host.seen.mostOfOneHost <= 2 &&
    host.seen.duringRest === 0;
  if (!isRight) process.exitCode = 1;
  console.log(
    isRight ? 'All podcasts ended as they should.' : 'Some podcasts did NOT end as they should.',
  );
}

/** CPU time of workerd, our child process, in ms; NaN if /proc is unavailable. */
function runtimeCpuMs(): number {
  try {
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
    return children.split(' ').reduce((sum, pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      // User and system time, in hundredths of a second.
      return sum + (Number(fields[11]) + Number(fields[12])) * 10;
    }, 0);
  } catch {
    return Number.NaN;
  }
}
