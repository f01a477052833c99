/** The search's Worker in Miniflare, with users and podcasts in its databases. */

import { randomUUID } from 'node:crypto';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { bundleModules } from '../bundle.ts';
import { migrate } from '../migrate.ts';
import { VARS } from '../vars.ts';

export interface Spoken {
  id: string;
  lines: TranscriptLine[];
}

export interface SearchProduct {
  ask: <T>(path: string, body: unknown) => Promise<T>;
  /** Adds a podcast with these episodes and a subscriber. Returns the subscriber. */
  plantPodcast: (spoken: Spoken[]) => Promise<string>;
  /** Adds a user with a text and a podcast of their own. Returns the user. */
  plantStranger: (text: string) => Promise<string>;
  rebuild: (ids: string[]) => Promise<void>;
  /** The rows written for transcripts so far. */
  rowsWritten: () => number;
  stop: () => Promise<void>;
}

const AT_ONCE = 5;

export async function startSearch(scriptPath: string): Promise<SearchProduct> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      handleStructuredLogs: () => {},
      workers: [
        {
          name: 'search',
          compatibilityDate: '2026-10-20',
          compatibilityFlags: ['nodejs_compat'],
          modules: bundleModules(scriptPath),
          bindings: VARS,
          d1Databases: ['DB', 'SEARCH'],
          r2Buckets: ['TRANSCRIPTS'],
          unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        },
      ],
    }),
  );
  const url = await miniflare.unsafeGetDirectURL('search');
  const db = await miniflare.getD1Database('DB', 'search');
  await migrate(db);
  await migrate(await miniflare.getD1Database('SEARCH', 'search'), 'migrations/search');
  let rows = 0;

  const ask = async <T>(path: string, body: unknown): Promise<T> => {
    const reply = await fetch(new URL(`/${path}`, url), {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${reply.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  };

  const write = async (spoken: Spoken[]) => {
    for (let index = 0; index < spoken.length; index += AT_ONCE) {
      const some = spoken.slice(index, index + AT_ONCE);
      const episodes = some.map(({ id, lines }) => ({ id, lines }));
      rows += (await ask<{ rowsWritten: number }>('plant', episodes)).rowsWritten;
    }
  };

  const plant = async (spoken: Spoken[]): Promise<string> => {
    const [userId, podcastId] = [randomUUID(), randomUUID()];
    const now = Date.now();
    await db.batch([
      db
        .prepare(
          'INSERT INTO users (id, username, username_key, created_at) VALUES (?1, ?1, ?1, ?2)',
        )
        .bind(userId, now),
      db
        .prepare(
          `INSERT INTO podcasts (id, title, host, description, category, feed_url, created_at)
           VALUES (?1, 'Meetings', 'Ada Quist', '', 'HR', ?1, ?2)`,
        )
        .bind(podcastId, now),
      db
        .prepare('INSERT INTO subscriptions (user_id, podcast_id, created_at) VALUES (?, ?, ?)')
        .bind(userId, podcastId, now),
      ...spoken.flatMap(({ id }, number) => [
        db
          .prepare(
            `INSERT INTO episodes (id, podcast_id, guid, title, description, published_at,
               is_youtube_short, transcript_links, created_at)
             VALUES (?1, ?2, ?1, ?3, '', ?4, 0, '[]', ?4)`,
          )
          .bind(id, podcastId, `Meeting ${number}`, now),
        db
          .prepare(
            "INSERT INTO transcripts (episode_id, status, checked_at) VALUES (?, 'ready', ?)",
          )
          .bind(id, now),
      ]),
    ]);
    await write(spoken);
    return userId;
  };

  return {
    ask,
    plantPodcast: plant,
    plantStranger: (text) =>
      plant([{ id: randomUUID(), lines: [{ start: 0, end: 1, speaker: null, text }] }]),
    rebuild: async (ids) => {
      for (let index = 0; index < ids.length; index += AT_ONCE) {
        await ask('index', { ids: ids.slice(index, index + AT_ONCE), isForced: true });
      }
    },
    rowsWritten: () => rows,
    stop: () => miniflare.dispose(),
  };
}
