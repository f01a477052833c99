import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { POSITIONS_MAX } from '../../schema/limits.ts';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { positions } from '../../schema/tables/listening.ts';
import { isVisibleTo } from '../episodes/store.ts';
import type { Database } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';

export interface NewPosition {
  episodeId: string;
  seconds: number;
  durationSeconds: number | null;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Stores a position unless there is a later one: the statement itself compares, so that the later of two
 * concurrent requests wins in any order. Then deletes the account's oldest ones over the limit.
 *
 * @returns the position as stored now; null if there is no such episode that this user may play
 */
export async function putPosition(db: Database, userId: string, position: NewPosition) {
  const { episodeId, seconds, durationSeconds, at } = position;
  const row = insertColumns(positions, { userId, episodeId, seconds, durationSeconds, at });
  const mayOpen = isVisibleTo(db, userId);
  const [, , kept] = await db.batch([
    db
      .insert(positions)
      .select(sql`
        SELECT ${row} FROM episodes JOIN podcasts ON podcasts.id = episodes.podcast_id
        WHERE episodes.id = ${episodeId} AND podcasts.kind = 'feed' AND ${mayOpen}`)
      .onConflictDoUpdate({
        target: [positions.userId, positions.episodeId],
        set: {
          seconds: sql`excluded.seconds`,
          durationSeconds: sql`coalesce(excluded.duration_seconds, positions.duration_seconds)`,
          at: sql`excluded.at`,
        },
        setWhere: sql`excluded.at > positions.at`,
      }),
    db.delete(positions).where(
      and(
        eq(positions.userId, userId),
        sql`${positions.at} < (
          SELECT at FROM positions AS kept WHERE kept.user_id = ${userId}
          ORDER BY kept.at DESC LIMIT 1 OFFSET ${POSITIONS_MAX - 1}
        )`,
      ),
    ),
    select(db).where(
      and(eq(positions.userId, userId), eq(positions.episodeId, episodeId), mayOpen),
    ),
  ]);
  return kept[0] ?? null;
}

function select(db: Database) {
  return db
    .select({
      episodeId: positions.episodeId,
      seconds: positions.seconds,
      durationSeconds: sql<
        number | null
      >`coalesce(${positions.durationSeconds}, ${episodes.durationSeconds})`.as('duration'),
      at: positions.at,
      episodeTitle: sql<string>`${episodes.title}`.as('episode_title'),
      podcastId: episodes.podcastId,
      podcastTitle: sql<string>`${podcasts.title}`.as('podcast_title'),
      audioUrl: episodes.audioUrl,
    })
    .from(positions)
    .innerJoin(episodes, eq(episodes.id, positions.episodeId))
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId));
}
export type PositionRow = Awaited<ReturnType<typeof select>>[number];

/** Most recent first, without podcasts that were removed or that this user may not open. */
export function listPositions(db: Database, userId: string): Promise<PositionRow[]> {
  return select(db)
    .where(and(eq(positions.userId, userId), isNull(podcasts.removedAt), isVisibleTo(db, userId)))
    .orderBy(desc(positions.at))
    .limit(POSITIONS_MAX);
}
