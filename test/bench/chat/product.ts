/** The product in Miniflare as it is deployed, with conversations about one long episode. */

import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { unstable_readConfig } from 'wrangler';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import type { AssistantKind } from '../../../worker/assistant/assistant.ts';
import { PROJECT_DIR } from '../../../worker/operator/database.ts';
import { bundleModules } from '../bundle.ts';
import { migrate } from '../migrate.ts';

const DAY_MS = 86_400_000;
/** The benchmark's requests must never be refused. */
const NO_LIMIT = { namespace_id: '1', simple: { limit: 1_000_000, period: 60 as const } };

export interface Conversation {
  sessionId: string;
  episodeId: string;
  cookie: string;
}

/** The parts of wrangler.toml used here, because Wrangler's own type is `any`. */
interface Settings {
  vars: Record<string, string | number | boolean>;
  d1_databases: { binding: string }[];
  r2_buckets: { binding: string }[];
  queues: { producers: { binding: string; queue: string }[] };
  ratelimits: { name: string }[];
}

/**
 * The part of Miniflare's bucket used here, because its own type conflicts with the Workers' types.
 */
interface Bucket {
  put: (key: string, value: string) => Promise<unknown>;
}

export interface Product {
  miniflare: Miniflare;
  url: URL;
  /** Creates this many users, each with one conversation about the episode. */
  converse: (lines: TranscriptLine[], count: number) => Promise<Conversation[]>;
}

export async function startProduct(
  scriptPath: string,
  model: { kind: AssistantKind; origin?: string; name?: string },
): Promise<Product> {
  const config: Settings = unstable_readConfig({
    config: join(PROJECT_DIR, 'wrangler.toml'),
    env: 'production',
  });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      // Drops the log line of each question.
      handleStructuredLogs: () => {},
      workers: [
        {
          name: 'dripcast',
          compatibilityDate: '2026-10-20',
          compatibilityFlags: ['nodejs_compat'],
          modules: bundleModules(scriptPath),
          bindings: {
            ...config.vars,
            AI_PROVIDER: model.kind,
            AI_MODEL: model.name ?? '',
            AI_BASE_URL: model.origin === undefined ? '' : `${model.origin}/v1`,
          },
          d1Databases: config.d1_databases.map(({ binding }) => binding),
          r2Buckets: config.r2_buckets.map(({ binding }) => binding),
          durableObjects: { CHAT_SESSIONS: { className: 'ChatSession', useSQLite: true } },
          queueProducers: Object.fromEntries(
            config.queues.producers.map(({ binding, queue }) => [binding, queue]),
          ),
          queueConsumers: { 'dripcast-insights': { maxBatchSize: 1, maxBatchTimeout: 0 } },
          ratelimits: Object.fromEntries(config.ratelimits.map(({ name }) => [name, NO_LIMIT])),
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        },
      ],
    }),
  );
  await migrate(await miniflare.getD1Database('DB', 'dripcast'));
  return {
    miniflare,
    url: await miniflare.unsafeGetDirectURL('dripcast'),
    converse: async (lines, count) => {
      const episodeId = await plantEpisode(miniflare, lines);
      return plantConversations(miniflare, episodeId, count);
    },
  };
}

/** Objects that hold a socket and do nothing, in a workerd of their own. */
export async function startIdleObjects(): Promise<Pick<Product, 'miniflare' | 'url'>> {
  const source = readFileSync(join(PROJECT_DIR, 'test/bench/idle-worker.ts'), 'utf8');
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          name: 'idle',
          compatibilityDate: '2026-10-20',
          modules: true,
          script: stripTypeScriptTypes(source),
          durableObjects: { IDLE: { className: 'IdleObject', useSQLite: true } },
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        },
      ],
    }),
  );
  return { miniflare, url: await miniflare.unsafeGetDirectURL('idle') };
}

/** Objects that make the calls of a conversation and nothing else, in a workerd of their own. */
export async function startPassThrough(
  modelOrigin: string,
  body: string,
): Promise<Pick<Product, 'miniflare' | 'url'>> {
  const source = readFileSync(join(PROJECT_DIR, 'test/bench/pass-through-worker.ts'), 'utf8');
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          name: 'pass-through',
          compatibilityDate: '2026-10-20',
          modules: true,
          script: stripTypeScriptTypes(source),
          bindings: { MODEL_URL: `${modelOrigin}/v1/chat/completions`, MODEL_BODY: body },
          d1Databases: ['DB'],
          durableObjects: { OBJECTS: { className: 'PassThroughObject', useSQLite: true } },
          ratelimits: { QUESTION_LIMIT: NO_LIMIT },
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        },
      ],
    }),
  );
  await migrate(await miniflare.getD1Database('DB', 'pass-through'));
  return { miniflare, url: await miniflare.unsafeGetDirectURL('pass-through') };
}

async function plantEpisode(miniflare: Miniflare, lines: TranscriptLine[]): Promise<string> {
  const db = await miniflare.getD1Database('DB', 'dripcast');
  const found: unknown = await miniflare.getR2Bucket('TRANSCRIPTS', 'dripcast');
  const bucket = found as Bucket;
  const id = randomUUID();
  const now = Date.now();
  const links = [
    { url: 'https://podcasts.test/a.vtt', type: 'text/vtt', language: 'en', rel: null },
  ];
  await bucket.put(`transcripts/${id}.txt`, lines.map(({ text }) => text).join('\n'));
  await bucket.put(
    `transcripts/${id}.json`,
    JSON.stringify({ source: 'feed', language: 'en', lines }),
  );
  await db.batch([
    db
      .prepare(
        `INSERT INTO episodes (id, podcast_id, guid, title, description, is_youtube_short,
          transcript_links, created_at)
         SELECT ?, id, ?, 'A long talk', '', 0, ?, ? FROM podcasts LIMIT 1`,
      )
      .bind(id, id, JSON.stringify(links), now),
    db
      .prepare(
        "INSERT INTO transcripts (episode_id, status, source, checked_at) VALUES (?, 'ready', 'feed', ?)",
      )
      .bind(id, now),
  ]);
  return id;
}

async function plantConversations(
  miniflare: Miniflare,
  episodeId: string,
  count: number,
): Promise<Conversation[]> {
  const db = await miniflare.getD1Database('DB', 'dripcast');
  const now = Date.now();
  const conversations: Conversation[] = [];
  for (let made = 0; made < count; made++) {
    const [userId, sessionId, token] = [randomUUID(), randomUUID(), randomUUID()];
    await db.batch([
      db
        .prepare('INSERT INTO users (id, username, username_key, created_at) VALUES (?, ?, ?, ?)')
        .bind(userId, userId, userId, now),
      db
        .prepare('INSERT INTO sessions (id, user_id, expires_at) VALUES (?, ?, ?)')
        .bind(createHash('sha256').update(token).digest('hex'), userId, now + 30 * DAY_MS),
      db
        .prepare(
          `INSERT INTO chat_sessions (id, user_id, episode_id, remaining_follow_ups, created_at)
           VALUES (?, ?, ?, 1000, ?)`,
        )
        .bind(sessionId, userId, episodeId, now),
    ]);
    conversations.push({ sessionId, episodeId, cookie: `dripcast_session=${token}` });
  }
  return conversations;
}
