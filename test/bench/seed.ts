import { createHash, randomUUID } from 'node:crypto';
import { type Database, migrate } from './migrate.ts';

const PODCASTS = 40;
const INSIGHTS = 200;
const INSIGHT_HTML = `<h2>Key takeaways</h2><ul>${'<li>What was said, in a line or two of ordinary length, with its place [12:34]</li>'.repeat(6)}</ul>`;

/**
 * Fills a new database: the catalogue cut to forty podcasts, and a user with two hundred saved insights.
 * Returns the user's cookie.
 */
export async function seedBench(db: Database): Promise<string> {
  await migrate(db);
  await db
    .prepare(
      'DELETE FROM podcasts WHERE id NOT IN (SELECT id FROM podcasts ORDER BY title LIMIT ?)',
    )
    .bind(PODCASTS)
    .run();
  const podcast = await db.prepare('SELECT id FROM podcasts LIMIT 1').first<{ id: string }>();
  const userId = randomUUID();
  const episodeId = randomUUID();
  const token = randomUUID();
  const now = Date.now();
  await db.batch([
    db
      .prepare('INSERT INTO users (id, username, username_key, created_at) VALUES (?, ?, ?, ?)')
      .bind(userId, 'Reader', 'reader', now),
    db
      .prepare('INSERT INTO sessions (id, user_id, expires_at) VALUES (?, ?, ?)')
      .bind(createHash('sha256').update(token).digest('hex'), userId, now + 30 * 86_400_000),
    db
      .prepare(
        `INSERT INTO episodes (id, podcast_id, guid, title, description, is_youtube_short,
          transcript_links, created_at) VALUES (?, ?, 'one', 'An episode', '', 0, '[]', ?)`,
      )
      .bind(episodeId, podcast?.id, now),
    ...Array.from({ length: INSIGHTS }, (_, index) =>
      db
        .prepare(
          `INSERT INTO saved_insights (id, user_id, episode_id, insight, insight_html,
            insight_hash, tags, generated_at) VALUES (?, ?, ?, ?, ?, ?, '[]', ?)`,
        )
        .bind(randomUUID(), userId, episodeId, INSIGHT_HTML, INSIGHT_HTML, String(index), now),
    ),
  ]);
  return `dripcast_session=${token}`;
}
