import { randomUUID } from 'node:crypto';
import type { Database } from '../migrate.ts';
import { audioUrl, DESCRIPTION, ETAG, feedUrl, guid, publishedAt, videoId } from './host.ts';

const WEEK_MS = 7 * 86_400_000;
const ROWS_AT_ONCE = 500;
const EPISODES = 10;
const SUBSCRIBERS = 3;
/** The newest week that was read before; the host has one more. */
const KNOWN_WEEK = 39;

/**
 * Creates a catalogue as it is after a year: last week's episodes are known, and each podcast has
 * subscribers.
 */
export async function seedWeek(
  db: Database,
  options: { podcasts: number; port: number; now: number },
): Promise<void> {
  await db.prepare('DELETE FROM podcasts').run();
  const lastWeek = options.now - WEEK_MS;
  const people = Array.from({ length: SUBSCRIBERS }, () => randomUUID());
  for (const id of people) {
    await db
      .prepare('INSERT INTO users (id, username, username_key, created_at) VALUES (?, ?, ?, ?)')
      .bind(id, id, id, lastWeek)
      .run();
  }
  for (let start = 0; start < options.podcasts; start += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, options.podcasts - start);
    const rows = Array.from({ length }, (_, index) => {
      const number = start + index;
      return {
        id: randomUUID(),
        number,
        url: feedUrl(number, options.port),
        // One in five has a channel, too.
        channel: number % 5 === 0 ? `UC${number}` : null,
        episodes: Array.from({ length: EPISODES }, (_unused, back) => {
          const week = KNOWN_WEEK - back;
          return {
            id: randomUUID(),
            guid: guid(number, week),
            title: `Week ${week} of podcast ${number}`,
            at: publishedAt(week, options.now),
            audio: audioUrl(number, week),
            video: number % 5 === 0 ? videoId(number, week) : null,
          };
        }),
      };
    });
    const json = JSON.stringify(rows);
    await db.batch([
      db
        .prepare(
          `INSERT INTO podcasts (id, title, host, description, category, image_url, feed_url, youtube_channel_id, created_at)
          SELECT value ->> 'id', 'Podcast ' || (value ->> 'number'), 'Ada Quist', 'About work.', 'HR', 'https://images.test/1.png',
            value ->> 'url', value ->> 'channel', ?2 FROM json_each(?1)`,
        )
        .bind(json, lastWeek),
      db
        .prepare(
          `INSERT INTO feeds (podcast_id, url, etag, succeeded_at, failures)
          SELECT value ->> 'id', value ->> 'url', ?3, ?2, 0 FROM json_each(?1)`,
        )
        .bind(json, lastWeek, ETAG),
      db
        .prepare(
          `INSERT INTO subscriptions (user_id, podcast_id, created_at)
          SELECT users.id, value ->> 'id', ?2 FROM json_each(?1), users`,
        )
        .bind(json, lastWeek),
      db
        .prepare(
          `INSERT INTO episodes (id, podcast_id, guid, title, description, published_at,
            audio_url, youtube_video_id, is_youtube_short, transcript_links, created_at)
          SELECT one.value ->> 'id', show.value ->> 'id', one.value ->> 'guid', one.value ->> 'title', ?3,
            one.value ->> 'at', one.value ->> 'audio', one.value ->> 'video', 0, '[]', ?2
          FROM json_each(?1) AS show, json_each(show.value -> 'episodes') AS one`,
        )
        .bind(json, lastWeek, DESCRIPTION),
    ]);
  }
}
