import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { chatSessions } from '../../schema/tables/chat.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { generations, insights } from '../../schema/tables/insights.ts';
import { savedInsights } from '../../schema/tables/library.ts';
import type { Database } from '../platform/database.ts';

const savedColumns = {
  id: savedInsights.id,
  episodeId: savedInsights.episodeId,
  episodeTitle: episodes.title,
  insight: savedInsights.insightHtml,
  userNotes: savedInsights.userNotes,
  tags: savedInsights.tags,
  generatedAt: savedInsights.generatedAt,
  isYoutubeShort: episodes.isYoutubeShort,
  podcastId: podcasts.id,
  podcastTitle: podcasts.title,
};

function selectSaved(db: Database) {
  return db
    .select(savedColumns)
    .from(savedInsights)
    .innerJoin(episodes, eq(episodes.id, savedInsights.episodeId))
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId));
}
export type SavedInsightRow = Awaited<ReturnType<typeof selectSaved>>[number];

/** Newest first. */
export function listSavedInsights(db: Database, userId: string): Promise<SavedInsightRow[]> {
  return selectSaved(db)
    .where(eq(savedInsights.userId, userId))
    .orderBy(desc(savedInsights.generatedAt), asc(savedInsights.id));
}

export async function findSavedInsight(
  db: Database,
  userId: string,
  by: { id: string } | { episodeId: string; insightHash: string },
): Promise<SavedInsightRow | null> {
  const which =
    'id' in by
      ? eq(savedInsights.id, by.id)
      : and(
          eq(savedInsights.episodeId, by.episodeId),
          eq(savedInsights.insightHash, by.insightHash),
        );
  const rows = await selectSaved(db).where(and(eq(savedInsights.userId, userId), which));
  return rows[0] ?? null;
}

/** False where the same text of the same episode is there already: then that row stays as it is. */
export async function insertSavedInsight(
  db: Database,
  userId: string,
  saved: Omit<typeof savedInsights.$inferInsert, 'userId'>,
): Promise<boolean> {
  const rows = await db
    .insert(savedInsights)
    .values({ ...saved, userId })
    .onConflictDoNothing()
    .returning({ id: savedInsights.id });
  return rows.length > 0;
}

/**
 * False where there is no such row of this person, or where another row of it holds the same text of
 * the episode: the statement itself looks, so that of two at once one is refused.
 */
export async function updateSavedInsight(
  db: Database,
  userId: string,
  id: string,
  changes: Partial<typeof savedInsights.$inferInsert>,
): Promise<boolean> {
  const isNewText =
    changes.insightHash &&
    sql`NOT EXISTS (
      SELECT 1 FROM saved_insights AS other
      WHERE other.user_id = ${userId} AND other.episode_id = saved_insights.episode_id
        AND other.insight_hash = ${changes.insightHash} AND other.id <> ${id}
    )`;
  const rows = await db
    .update(savedInsights)
    .set(changes)
    .where(and(eq(savedInsights.userId, userId), eq(savedInsights.id, id), isNewText || undefined))
    .returning({ id: savedInsights.id });
  return rows.length > 0;
}

export async function deleteSavedInsight(db: Database, userId: string, id: string) {
  const rows = await db
    .delete(savedInsights)
    .where(and(eq(savedInsights.userId, userId), eq(savedInsights.id, id)))
    .returning({ id: savedInsights.id });
  return rows.length > 0;
}

/**
 * Conversations with their exchanges, newest first, in one statement and one row each: the
 * exchanges come as JSON, so that no insight travels once for every question.
 */
export function listChatHistory(db: Database, userId: string) {
  return db
    .select({
      id: chatSessions.id,
      episodeId: chatSessions.episodeId,
      episodeTitle: episodes.title,
      podcastTitle: podcasts.title,
      initialInsight: insights.insight,
      isYoutubeShort: episodes.isYoutubeShort,
      remainingFollowUps: chatSessions.remainingFollowUps,
      createdAt: chatSessions.createdAt,
      followUps: sql<string>`(
        SELECT json_group_array(
          json_object('id', id, 'question', question, 'answer', answer, 'createdAt', created_at)
          ORDER BY created_at
        )
        FROM chat_follow_ups WHERE session_id = ${sql.raw('chat_sessions.id')}
      )`,
    })
    .from(chatSessions)
    .innerJoin(episodes, eq(episodes.id, chatSessions.episodeId))
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .leftJoin(
      generations,
      and(eq(generations.userId, userId), eq(generations.episodeId, chatSessions.episodeId)),
    )
    .leftJoin(insights, eq(insights.id, generations.insightId))
    .where(eq(chatSessions.userId, userId))
    .orderBy(desc(chatSessions.createdAt), asc(chatSessions.id));
}

/** With its exchanges; false where there is no such conversation of this person. */
export async function deleteChatSession(db: Database, userId: string, id: string) {
  const rows = await db
    .delete(chatSessions)
    .where(and(eq(chatSessions.userId, userId), eq(chatSessions.id, id)))
    .returning({ id: chatSessions.id });
  return rows.length > 0;
}
