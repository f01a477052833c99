/**
 * `npm run bench:export`: exports an account with 5,000 items and 500 conversations in each format and in all
 * at once, in a workerd whose isolates die if V8's heap exceeds 64 MB. Buffers aren't part of that heap: they
 * are read through the inspector, whenever the isolate answers. Prints the time and size of each export and
 * its peak of buffers; fails if an export fails, or if heap and buffers together exceed what a Worker may
 * use. At the end, a Worker that allocates more than the limit must die of it. D1 and R2 have isolates of
 * their own.
 */
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { EXPORT_FORMATS } from '../../schema/wire/exports.ts';
import { bundleWorker } from './bundle.ts';
import { HeapUsage } from './heap-usage.ts';
import { migrate } from './migrate.ts';
import { idOf, range } from './seed-sql.ts';

/** A Worker's memory in production. */
const ISOLATE_MEGABYTES = 128;
const HEAP_MEGABYTES = 64;
process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${HEAP_MEGABYTES}`;
/** The interval of the readings. */
const LOOK_MS = 50;
/** Each has 200,000 characters. */
const SOURCES = 20;

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    inspectorPort: 0,
    workers: [
      {
        name: 'export',
        compatibilityDate: '2026-10-20',
        compatibilityFlags: ['nodejs_compat'],
        modules: true,
        scriptPath: bundleWorker('export'),
        unsafeInspectorProxy: true,
        d1Databases: ['DB'],
        r2Buckets: ['TRANSCRIPTS'],
      },
    ],
  }),
);
const post = async <Reply>(path: string, body: object): Promise<Reply> =>
  (await (
    await miniflare.dispatchFetch(`http://export${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
  ).json()) as Reply;

const db = await miniflare.getD1Database('DB', 'export');
await migrate(db);
/** Words that don't compress too well. */
const textOf = (chars: number) => `replace(hex(randomblob(${chars / 2})), '0', ' ')`;
const USER = '00000003-0000-4000-8000-000000000000';
for (const statement of [
  `INSERT INTO users (id, username, username_key, created_at) VALUES ('${USER}', 'ada', 'ada', 1)`,
  `${range(50)} INSERT INTO podcasts (id, title, host, description, category, feed_url, created_at)
   SELECT ${idOf(1)}, 'Podcast ' || i, '', '', 'Law', 'https://feeds.test/' || i, 1 FROM n`,
  `${range(1_000)} INSERT INTO episodes (id, podcast_id, guid, title, description, published_at,
     is_youtube_short, transcript_links, created_at)
   SELECT ${idOf(2)}, ${idOf(1, 'i % 50')}, i, 'Episode ' || i, '', i, 0, '[]', 1 FROM n`,
  `${range(2_000)} INSERT INTO saved_insights (id, user_id, episode_id, insight, insight_html,
     insight_hash, user_notes, tags, generated_at)
   SELECT ${idOf(4)}, '${USER}', ${idOf(2, 'i % 1000')}, t || ' [12:34]',
     '<p>' || t || ' [12:34]</p>', i, 'Note', '["one"]', i
   FROM (SELECT i, ${textOf(2_500)} AS t FROM n)`,
  `${range(2_000)} INSERT INTO moments (id, user_id, episode_id, start_seconds, end_seconds, text,
     note, created_at)
   SELECT ${idOf(5)}, '${USER}', ${idOf(2, 'i % 1000')}, i, i + 9, ${textOf(300)}, 'Note', i FROM n`,
  `${range(1_000)} INSERT INTO review_items (id, user_id, kind, source_id, episode_id, front, back,
     due_day, created_at)
   SELECT ${idOf(6)}, '${USER}', 'insight', ${idOf(4)}, ${idOf(2)}, 'Front', ${textOf(1_000)}, 1, 1
   FROM n`,
  `${range(500)} INSERT INTO chat_sessions (id, user_id, episode_id, remaining_follow_ups, created_at)
   SELECT ${idOf(7)}, '${USER}', ${idOf(2)}, 0, i FROM n`,
  `${range(5_000)} INSERT INTO chat_follow_ups (id, session_id, question, answer, created_at)
   SELECT ${idOf(8)}, ${idOf(7, 'i % 500')}, ${textOf(200)}, ${textOf(2_000)}, i FROM n`,
]) {
  await db.prepare(statement).run();
}
await post('/sources', { userId: USER, sources: SOURCES });
const heap = await HeapUsage.of(await miniflare.getInspectorURL(), 'export');
console.log(
  `5,000 items, 500 conversations and ${SOURCES} sources, in a heap of at most ${HEAP_MEGABYTES} MB`,
);
for (const formats of [...EXPORT_FORMATS.map((format) => [format]), [...EXPORT_FORMATS]]) {
  const begun = performance.now();
  let isDone = false;
  const exporting = post<{ bytes: number }>('/export', { userId: USER, formats }).finally(() => {
    isDone = true;
  });
  let buffers = 0;
  while (!isDone) {
    buffers = Math.max(buffers, await heap.readBuffers());
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const { bytes } = await exporting;
  const seconds = (performance.now() - begun) / 1_000;
  console.log(
    `  ${formats.length === 1 ? formats[0] : 'all formats'}: ${megabytes(bytes)} MB in ` +
      `${seconds.toFixed(1)} s, at most ${megabytes(buffers)} MB in buffers`,
  );
  if (bytes === 0 || HEAP_MEGABYTES * 1e6 + buffers > ISOLATE_MEGABYTES * 1e6) process.exitCode = 1;
}
const isHeld = await post('/hold', { megabytes: 2 * HEAP_MEGABYTES }).then(
  () => true,
  () => false,
);
console.log(`A Worker that holds ${2 * HEAP_MEGABYTES} MB ${isHeld ? 'lives: no limit' : 'dies'}`);
if (isHeld) process.exitCode = 1;
heap.close();
await miniflare.dispose().catch(() => undefined);
process.exit();

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
