/**
 * `npm run bench:brief`: a week's briefs of ten thousand subscribers (or as many as the first argument
 * says), all due in the same minute. Each has to get one mail; prints messages, D1 statements and what
 * a person costs. The mail service is a stand-in; the digest is the embedded assistant's.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import type { BriefJob } from '../../schema/wire/jobs.ts';
import { createEmbeddedAssistant } from '../../worker/assistant/embedded/embedded-assistant.ts';
import { type BriefDeps, sendBrief } from '../../worker/brief/send-brief.ts';
import { sendDueBriefs } from '../../worker/brief/send-due.ts';
import { PROJECT_DIR } from '../../worker/operator/database.ts';
import { createDatabase } from '../../worker/platform/database.ts';

const PEOPLE = Number(process.argv[2] ?? 10_000);
const PODCASTS = 50;
const PER_PERSON = 3;
/** As in `wrangler.toml`. */
const BATCH = 10;
const AT_ONCE = 10;
const WEEKS_PER_MONTH = 52 / 12;

/** Dollars for a million, as Cloudflare publishes them for Workers Paid (November 2026). */
const PRICES = {
  'queue operations': 0.4,
  'runs of the Worker': 0.3,
  'D1 rows read': 0.001,
  'D1 rows written': 1,
  // 35 cents for a thousand, after 3,000 a month.
  mails: 350,
};

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    compatibilityDate: '2026-10-20',
    modules: true,
    script: 'export default { fetch: () => new Response() }',
    d1Databases: ['DB'],
    r2Buckets: ['TRANSCRIPTS'],
  }),
);
const d1 = await miniflare.getD1Database('DB');
const bucket = (await miniflare.getR2Bucket('TRANSCRIPTS')) as unknown as R2Bucket;
const folder = join(PROJECT_DIR, 'migrations');
for (const name of readdirSync(folder).sort()) {
  if (!name.endsWith('.sql')) continue;
  for (const statement of readFileSync(join(folder, name), 'utf8').split(
    '--> statement-breakpoint',
  )) {
    if (statement.trim()) await d1.prepare(statement).run();
  }
}

const now = Date.now();
const range = (count: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${count})`;
const id = (kind: number, column = 'i') =>
  `printf('${String(kind).padStart(8, '0')}-0000-4000-8000-%012d', ${column})`;
for (const statement of [
  `${range(PODCASTS)} INSERT INTO podcasts (id, title, host, description, category, feed_url, created_at)
   SELECT ${id(1)}, 'Podcast ' || i, 'A host', '', 'HR', 'https://feeds.test/' || i, ${now} FROM n`,
  `${range(PODCASTS)} INSERT INTO episodes
     (id, podcast_id, guid, title, description, published_at, is_youtube_short, transcript_links,
      created_at)
   SELECT ${id(2)}, ${id(1)}, i, 'Episode ' || i, 'What was said about work.', ${now - 86_400_000}, 0, '[]',
     ${now}
   FROM n`,
  `${range(PEOPLE)} INSERT INTO users (id, username, username_key, created_at)
   SELECT ${id(3)}, 'reader' || i, 'reader' || i, ${now} FROM n`,
  `${range(PEOPLE * PER_PERSON)} INSERT INTO subscriptions (user_id, podcast_id, created_at)
   SELECT ${id(3, `i / ${PER_PERSON}`)}, ${id(1, `(i / ${PER_PERSON} * 7 + i) % ${PODCASTS}`)}, ${now} FROM n`,
  `${range(PEOPLE)} INSERT INTO brief_subscriptions (user_id, email, origin, weekday, hour, time_zone,
     next_at, next_week, confirmed_at, unsubscribe_token, created_at)
   SELECT ${id(3)}, 'reader' || i || '@example.com', 'https://dripcast.test', 1, 8, 'Europe/Berlin',
     ${now - 1_000}, '2026-W48', ${now}, 'token' || i, ${now} FROM n`,
]) {
  await d1.prepare(statement).run();
}

const spent = { statements: 0, rowsRead: 0, rowsWritten: 0 };
function count(results: readonly { meta: { rows_read?: number; rows_written?: number } }[]) {
  for (const { meta } of results) {
    spent.statements += 1;
    spent.rowsRead += meta.rows_read ?? 0;
    spent.rowsWritten += meta.rows_written ?? 0;
  }
}
/**
 * Runs each statement in a batch of its own, whose result has the numbers. Its rows lack columns of the
 * same name, so a query is read again for them.
 */
const originals = new WeakMap<object, D1PreparedStatement>();
function counted(statement: D1PreparedStatement, isQuery: boolean): D1PreparedStatement {
  const run = async () => {
    const [result] = await (d1 as unknown as D1Database).batch<Record<string, unknown>>([
      statement,
    ]);
    if (!result) throw new Error('the statement has no result');
    count([result]);
    return result;
  };
  const wrapped = {
    bind: (...values: unknown[]) => counted(statement.bind(...values), isQuery),
    all: run,
    run,
    raw: async () => {
      const { results } = await run();
      return isQuery ? statement.raw() : results.map((row) => Object.values(row));
    },
  } as unknown as D1PreparedStatement;
  originals.set(wrapped, statement);
  return wrapped;
}
const db = createDatabase({
  prepare: (text: string) =>
    counted(d1.prepare(text) as unknown as D1PreparedStatement, /^select/i.test(text)),
  batch: async (list: D1PreparedStatement[]) => {
    const results = await (d1 as unknown as D1Database).batch(
      list.map((one) => originals.get(one) ?? one),
    );
    count(results);
    return results;
  },
} as unknown as D1Database);

const mails = new Map<string, number>();
const deps: BriefDeps = {
  db,
  bucket,
  fetchOutside: () => Promise.reject(new Error('nothing is fetched here')),
  retryHours: 24,
  asYoutubeApp: false,
  queue: null,
  mayTranscribe: false,
  assistant: createEmbeddedAssistant(),
  digestDays: 7,
  send: async ({ to }) => void mails.set(to, (mails.get(to) ?? 0) + 1),
};

const jobs: BriefJob[] = [];
let sendBatches = 0;
const queue = {
  sendBatch: async (messages: Iterable<MessageSendRequest<BriefJob>>) => {
    sendBatches += 1;
    for (const { body } of messages) jobs.push(body);
  },
};
let started = performance.now();
let runs = 0;
while (jobs.length < PEOPLE && runs < 100) {
  await sendDueBriefs(db, queue as unknown as Queue<BriefJob>);
  runs += 1;
}
const planned = { ...spent };
const planMs = performance.now() - started;
started = performance.now();
for (let at = 0; at < jobs.length; at += AT_ONCE) {
  await Promise.all(jobs.slice(at, at + AT_ONCE).map((job) => sendBrief(deps, job, new Date())));
}
const sendMs = performance.now() - started;
const perPerson = (value: number) => (value / PEOPLE).toFixed(2);

console.log(`${PEOPLE} subscribers with ${PER_PERSON} podcasts each, due in the same minute`);
console.log(
  `  planned in ${runs} run(s) of the cron, ${planned.statements} statements, ${Math.round(planMs)} ms`,
);
console.log(`  ${jobs.length} messages in ${sendBatches} batches`);
console.log(
  `  ${mails.size} got a mail, ${[...mails.values()].filter((n) => n > 1).length} more than one, ` +
    `${Math.round(sendMs)} ms`,
);
console.log(
  `  a person: ${perPerson(spent.statements)} statements, ${perPerson(spent.rowsRead)} rows read, ` +
    `${perPerson(spent.rowsWritten)} rows written`,
);
const used: Record<keyof typeof PRICES, number> = {
  'queue operations': jobs.length * 3,
  'runs of the Worker': jobs.length / BATCH + runs,
  'D1 rows read': spent.rowsRead,
  'D1 rows written': spent.rowsWritten,
  mails: mails.size,
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
process.exitCode = mails.size === PEOPLE && [...mails.values()].every((n) => n === 1) ? 0 : 1;
