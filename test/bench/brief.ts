/**
 * `npm run bench:brief`: sends a week's briefs to ten thousand subscribers (or as many as the first argument
 * says), all due in the same minute. Each must get exactly one mail. Prints messages, D1 statements and the
 * cost per person. The mail service is a stand-in; the digest is the embedded assistant's.
 */
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import type { BriefsSpent } from './brief-worker.ts';
import { bundleWorker } from './bundle.ts';
import { migrate } from './migrate.ts';
import { idOf, range } from './seed-sql.ts';
import { VARS } from './vars.ts';

const PEOPLE = Number(process.argv[2] ?? 10_000);
const PODCASTS = 50;
const PER_PERSON = 3;
/** As in `wrangler.toml`. */
const BATCH = 10;
/** If no mail arrives for this long, the rest won't come. */
const STALLED_MS = 2 * 60_000;
const WEEKS_PER_MONTH = 52 / 12;

/** Dollars for a million, as Cloudflare publishes them for Workers Paid (November 2026). */
const PRICES = {
  'queue operations': 0.4,
  'runs of the Worker': 0.3,
  'D1 rows read': 0.001,
  'D1 rows written': 1,
  // 35 cents per thousand, after 3,000 a month.
  mails: 350,
};

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    // Drops the log line for each episode without a transcript.
    handleStructuredLogs: () => {},
    workers: [
      {
        name: 'dripcast',
        compatibilityDate: '2026-10-20',
        compatibilityFlags: ['nodejs_compat'],
        modules: true,
        scriptPath: bundleWorker('brief'),
        bindings: VARS,
        d1Databases: ['DB'],
        r2Buckets: ['TRANSCRIPTS'],
        durableObjects: { HOST_LIMITERS: { className: 'HostLimiter', useSQLite: true } },
        queueProducers: { BRIEF_QUEUE: 'dripcast-briefs', TRANSCRIPTION_QUEUE: 'transcription' },
        queueConsumers: {
          'dripcast-briefs': { maxBatchSize: BATCH, maxBatchTimeout: 1, maxRetries: 4 },
        },
      },
    ],
  }),
);
const d1 = await miniflare.getD1Database('DB', 'dripcast');
await migrate(d1);

const now = Date.now();
for (const statement of [
  `${range(PODCASTS)} INSERT INTO podcasts (id, title, host, description, category, feed_url, created_at)
   SELECT ${idOf(1)}, 'Podcast ' || i, 'A host', '', 'HR', 'https://feeds.test/' || i, ${now} FROM n`,
  `${range(PODCASTS)} INSERT INTO episodes
     (id, podcast_id, guid, title, description, published_at, is_youtube_short, transcript_links,
      created_at)
   SELECT ${idOf(2)}, ${idOf(1)}, i, 'Episode ' || i, 'What was said about work.', ${now - 86_400_000}, 0, '[]',
     ${now}
   FROM n`,
  `${range(PEOPLE)} INSERT INTO users (id, username, username_key, created_at)
   SELECT ${idOf(3)}, 'reader' || i, 'reader' || i, ${now} FROM n`,
  `${range(PEOPLE * PER_PERSON)} INSERT INTO subscriptions (user_id, podcast_id, created_at)
   SELECT ${idOf(3, `i / ${PER_PERSON}`)}, ${idOf(1, `(i / ${PER_PERSON} * 7 + i) % ${PODCASTS}`)}, ${now} FROM n`,
  `${range(PEOPLE)} INSERT INTO brief_subscriptions (user_id, email, origin, weekday, hour, time_zone,
     next_at, next_week, confirmed_at, unsubscribe_token, created_at)
   SELECT ${idOf(3)}, 'reader' || i || '@example.com', 'https://dripcast.test', 1, 8, 'Europe/Berlin',
     ${now - 1_000}, '2026-W48', ${now}, 'token' || i, ${now} FROM n`,
]) {
  await d1.prepare(statement).run();
}

// Miniflare's own type of it is lost among those of the Worker's platform.
const worker = (await miniflare.getWorker('dripcast')) as unknown as {
  scheduled(event: { cron: string }): Promise<unknown>;
  fetch(url: string): Promise<Response>;
};
const readSpent = async () =>
  (await (await worker.fetch('http://dripcast/')).json()) as BriefsSpent;
const begun = Date.now();
let spent = await readSpent();
let progressedAt = begun;
while (spent.people < PEOPLE && Date.now() < progressedAt + STALLED_MS) {
  // Stands in for the cron trigger until every brief has its message. An extra run repeats nothing.
  if (spent.messages < PEOPLE) await worker.scheduled({ cron: '* * * * *' });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { people } = spent;
  spent = await readSpent();
  if (spent.people > people) progressedAt = Date.now();
}
const seconds = (Date.now() - begun) / 1_000;
const perPerson = (value: number) => (value / PEOPLE).toFixed(2);

console.log(
  `${PEOPLE} subscribers with ${PER_PERSON} podcasts each, due at once: ${seconds.toFixed(0)} s on this machine`,
);
console.log(
  `  ${spent.runs} run(s) of the cron, ${spent.messages} messages, delivered ${spent.delivered} in ${spent.batches} batches`,
);
console.log(`  ${spent.mails} mails to ${spent.people} people`);
console.log(
  `  a person: ${perPerson(spent.statements)} statements, ${perPerson(spent.rowsRead)} rows read, ` +
    `${perPerson(spent.rowsWritten)} rows written`,
);
const used: Record<keyof typeof PRICES, number> = {
  // A message is written, read and deleted.
  'queue operations': 2 * spent.messages + spent.delivered,
  'runs of the Worker': spent.batches + spent.runs,
  'D1 rows read': spent.rowsRead,
  'D1 rows written': spent.rowsWritten,
  mails: spent.mails,
};
let sum = 0;
for (const [name, price] of Object.entries(PRICES)) {
  const dollars = (used[name as keyof typeof used] / 1e6) * price;
  sum += dollars;
  console.log(
    `  ${name.padEnd(19)} ${String(Math.round(used[name as keyof typeof used])).padStart(9)} × $${price} / million = $${dollars.toFixed(4)}`,
  );
}
console.log(
  `  one week $${sum.toFixed(2)}; a person $${(sum / PEOPLE).toFixed(6)} a week, ` +
    `$${((sum / PEOPLE) * WEEKS_PER_MONTH).toFixed(5)} a month, before what the plan includes.`,
);
console.log('  With Workers AI the digest itself costs more: npm run bench:cost prints it.');
await miniflare.dispose();
process.exitCode = spent.people === PEOPLE && spent.mails === PEOPLE ? 0 : 1;
