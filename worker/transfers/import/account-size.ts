/** How much an account holds. The limits of each list still allow gigabytes, if all its texts are as long as possible. */
import { sql } from 'drizzle-orm';
import { IMPORTED_MAX_BYTES } from '../../../schema/limits.ts';
import type { Database } from '../../platform/database.ts';

const MEGABYTE = 1024 * 1024;

export const ACCOUNT_FULL =
  `Your account holds more than ${IMPORTED_MAX_BYTES / MEGABYTE} MB, so nothing more can be imported. ` +
  'Delete insights and conversations that you no longer need, then try again.';

/** Whether the account has no room for an import. Of insights shared with others, none counts. */
export async function isAccountFull(db: Database, userId: string): Promise<boolean> {
  const size = (columns: string[], from: string) =>
    sql`(SELECT total(${sql.raw(columns.map((one) => `coalesce(octet_length(${one}), 0)`).join(' + '))})
      FROM ${sql.raw(from)} = ${userId})`;
  const ofUser = (columns: string[], table: string) => size(columns, `${table} WHERE user_id`);
  const sizes = [
    ofUser(['insight', 'insight_html', 'user_notes', 'tags'], 'saved_insights'),
    size(
      ['question', 'answer'],
      'chat_follow_ups JOIN chat_sessions s ON s.id = session_id WHERE s.user_id',
    ),
    size(
      ['insight'],
      `insights i JOIN generations g ON g.insight_id = i.id
        AND i.profile_key = 'import ' || g.user_id WHERE g.user_id`,
    ),
    ofUser(['text', 'note'], 'moments'),
    ofUser(['front', 'back', 'options', 'explanation'], 'review_items'),
    ofUser(['takeaway'], 'review_days'),
    ofUser(['question'], 'quiz_questions'),
    ofUser(['digest', 'episodes'], 'digests'),
    size(
      ['e.description', 'e.title', 'e.guid'],
      'episodes e JOIN podcasts p ON p.id = e.podcast_id WHERE p.owner_id',
    ),
  ];
  const [row] = await db.all<{ bytes: number }>(sql`SELECT ${sql.join(sizes, sql` + `)} AS bytes`);
  return (row?.bytes ?? 0) >= IMPORTED_MAX_BYTES;
}
