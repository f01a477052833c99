import { sql } from 'drizzle-orm';
import { CATEGORIES } from '../../schema/limits.ts';
import { savePodcasts } from '../../worker/operator/catalogue-entries.ts';
import { runSql } from '../../worker/operator/database.ts';
import { NEW_ID } from '../../worker/transfers/import/row-sql.ts';

const INSIGHT_HTML = `<h2>Key takeaways</h2><ul>${'<li>What was said, in a line or two of ordinary length, with its place [12:34]</li>'.repeat(6)}</ul>`;

/** Adds `count` podcasts to the catalogue of a running product. */
export async function seedPodcasts(stateDir: string, count: number): Promise<void> {
  await savePodcasts(
    { isRemote: false, stateDir },
    Array.from({ length: count }, (_, index) => ({
      title: `Podcast number ${index}`,
      host: 'Somebody with a name',
      description:
        'Talk about work that goes on for three lines and then a little further. '.repeat(3),
      category: CATEGORIES[index % CATEGORIES.length] ?? 'Law',
      feedUrl: `https://example.com/${index}.xml`,
      imageUrl: null,
      spotifyUrl: null,
      youtubeUrl: null,
      youtubeChannelId: null,
    })),
  );
}

/** Adds `count` saved insights to a user, spread over ten podcasts. */
export async function seedInsights(
  stateDir: string,
  username: string,
  count: number,
): Promise<void> {
  const target = { isRemote: false, stateDir };
  await runSql(
    target,
    sql`INSERT INTO episodes (id, podcast_id, guid, title, description, is_youtube_short,
          transcript_links, created_at)
        SELECT 'bench-' || id, id, 'bench', 'An episode of ' || title, '', 0, '[]', ${Date.now()}
        FROM podcasts LIMIT 10`,
  );
  await runSql(
    target,
    sql`WITH RECURSIVE numbers(n) AS (
          SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${count}
        )
        INSERT INTO saved_insights (id, user_id, episode_id, insight, insight_html, insight_hash,
          tags, generated_at)
        SELECT ${NEW_ID}, users.id, picked.id, ${INSIGHT_HTML}, ${INSIGHT_HTML}, n,
          '[]', ${Date.now()}
        FROM numbers
        JOIN users ON users.username = ${username}
        JOIN (SELECT id, row_number() OVER () - 1 AS place FROM episodes WHERE guid = 'bench') picked
          ON picked.place = n % 10`,
  );
}
