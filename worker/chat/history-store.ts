/** Conversations as the library lists, shows and deletes them. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { CONVERSATIONS_PAGE, EXCERPT_MAX_CHARS } from '../../schema/limits.ts';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { chatSessions } from '../../schema/tables/chat.ts';
import { isGenerationOfConversation } from '../../schema/tables/conversation-insight.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { generations, insights } from '../../schema/tables/insights.ts';
import type { PageCursor } from '../../schema/wire/common.ts';
import type { Database } from '../platform/database.ts';

/** Longer than any text. */
const WHOLE = 2 ** 30;

/**
 * One row per conversation. Its questions and answers come as JSON, so that the insight isn't repeated
 * for each.
 */
function selectConversations(db: Database, page: SQL, chars: number) {
  const cut = (text: SQL) => sql`substr(${text}, 1, ${chars})`;
  return db
    .select({
      id: chatSessions.id,
      episodeId: chatSessions.episodeId,
      episodeTitle: episodes.title,
      podcastTitle: podcasts.title,
      initialInsight: sql<string | null>`${cut(sql`${insights.insight}`)}`,
      isYoutubeShort: sql<boolean>`coalesce(${episodes.isYoutubeShort}, 0)`.mapWith(Boolean),
      remainingFollowUps: chatSessions.remainingFollowUps,
      createdAt: chatSessions.createdAt,
      followUps: sql<string>`(
        SELECT json_group_array(
          json_object('id', id, 'question', ${cut(sql`question`)}, 'answer', ${cut(sql`answer`)},
            'createdAt', created_at)
          ORDER BY created_at
        )
        FROM chat_follow_ups WHERE session_id = ${sql.raw('chat_sessions.id')}
      )`,
      isCut: sql<number>`(
        length(coalesce(${insights.insight}, '')) > ${chars} OR EXISTS (
          SELECT 1 FROM chat_follow_ups WHERE session_id = ${sql.raw('chat_sessions.id')}
            AND (length(question) > ${chars} OR length(answer) > ${chars})
        )
      )`,
      newest: sql<number>`page.newest`,
    })
    .from(page)
    .innerJoin(chatSessions, sql`${chatSessions.id} = page.id`)
    .leftJoin(episodes, eq(episodes.id, chatSessions.episodeId))
    .leftJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .leftJoin(insights, sql`${insights.id} = page.insight_id`)
    .orderBy(sql`-page.newest, page.group_id, -page.created_at, page.id`);
}
export type ConversationRow = Awaited<ReturnType<typeof selectConversations>>[number];

/** Stands for the episode of conversations about all of the user's podcasts, which are one group. */
export const ABOUT_ALL = '00000000-0000-0000-0000-000000000000';

/** The user's conversations that have questions, each with its episode's newest time. */
const saidBy = (userId: string): SQL => sql`
  SELECT ${chatSessions.id}, coalesce(${chatSessions.episodeId}, ${ABOUT_ALL}) AS group_id,
    ${chatSessions.createdAt}, ${generations.insightId},
    max(${chatSessions.createdAt}) OVER (PARTITION BY ${chatSessions.episodeId}) AS newest
  FROM ${chatSessions}
  LEFT JOIN ${generations} ON ${isGenerationOfConversation}
  WHERE ${chatSessions.userId} = ${userId}
    AND EXISTS (SELECT 1 FROM chat_follow_ups WHERE session_id = ${chatSessions.id})`;

/** Returns one page plus one row if there is more, grouped by episode, with excerpts of long texts. */
export function listConversations(db: Database, userId: string, after: PageCursor | undefined) {
  const isAfter = after
    ? sql`WHERE (-newest, group_id, -created_at, id) >
        (${-after.groupTime}, ${after.groupId}, ${-after.time}, ${after.id})`
    : sql``;
  const page = sql`(
    SELECT * FROM (${saidBy(userId)}) ${isAfter}
    ORDER BY -newest, group_id, -created_at, id
    LIMIT ${CONVERSATIONS_PAGE + 1}
  ) AS page`;
  return selectConversations(db, page, EXCERPT_MAX_CHARS);
}

/** Returns one of the user's conversations in full, or null. */
export async function findConversation(db: Database, userId: string, id: string) {
  const page = sql`(SELECT * FROM (${saidBy(userId)}) WHERE id = ${id}) AS page`;
  const rows = await selectConversations(db, page, WHOLE);
  return rows[0] ?? null;
}

/** Deletes a conversation with its questions. Returns false if the user has no such conversation. */
export async function deleteConversation(db: Database, userId: string, id: string) {
  const rows = await db
    .delete(chatSessions)
    .where(and(eq(chatSessions.userId, userId), eq(chatSessions.id, id)))
    .returning({ id: chatSessions.id });
  return rows.length > 0;
}
