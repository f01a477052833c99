/** The conversation's rows in D1, for lists and the history. */
import { and, asc, desc, eq, exists, isNull, sql } from 'drizzle-orm';
import { users } from '../../schema/tables/accounts.ts';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { chatFollowUps, chatSessions } from '../../schema/tables/chat.ts';
import {
  isGenerationOfConversation,
  isInsightOfGeneration,
} from '../../schema/tables/conversation-insight.ts';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import { generations, insights } from '../../schema/tables/insights.ts';
import { savedInsights } from '../../schema/tables/library.ts';
import { sources } from '../../schema/tables/sources.ts';
import type { Reader } from '../assistant/assistant.ts';
import { cachedBy } from '../platform/cached-by.ts';
import { type Database, isAmong } from '../platform/database.ts';
import type { Conversation, FollowUp, InsightState } from './conversation.ts';

/** How many sessions about an episode are notified of its insight. Older ones find it when they open. */
const NOTIFIED_SESSIONS = 5;
/** For all readers together: each is a subrequest, and an invocation has a thousand. The others poll. */
const NOTIFIED_AT_ONCE = 50;

/** More than the answers any screen shows for an episode. */
const MAX_HASHES = 1_000;

/** Returns a session's user and episode; null if there is none with this id. */
export async function findSessionOwner(db: Database, sessionId: string) {
  const rows = await db
    .select({ userId: chatSessions.userId, episodeId: chatSessions.episodeId })
    .from(chatSessions)
    .where(eq(chatSessions.id, sessionId));
  return rows[0] ?? null;
}

/** Matches conversations about an episode; with null, those about all of the user's podcasts. */
export const isAbout = (episodeId: string | null) =>
  episodeId === null ? isNull(chatSessions.episodeId) : eq(chatSessions.episodeId, episodeId);

/** Returns the user's newest conversation with questions about an episode, or about all podcasts. */
export async function findLatestSessionId(
  db: Database,
  userId: string,
  episodeId: string | null,
): Promise<string | null> {
  const asked = db
    .select({ id: chatFollowUps.id })
    .from(chatFollowUps)
    .where(eq(chatFollowUps.sessionId, chatSessions.id));
  const rows = await db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.userId, userId), isAbout(episodeId), exists(asked)))
    .orderBy(desc(chatSessions.createdAt))
    .limit(1);
  return rows[0]?.id ?? null;
}

/** Returns these users' newest sessions about an episode. */
export async function listSessionIds(
  db: Database,
  userIds: string[],
  episodeId: string,
): Promise<string[]> {
  const rows = await db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(isAmong(chatSessions.userId, userIds), eq(chatSessions.episodeId, episodeId)))
    .orderBy(desc(chatSessions.createdAt))
    .limit(Math.min(NOTIFIED_SESSIONS * userIds.length, NOTIFIED_AT_ONCE));
  return rows.map((row) => row.id);
}

/** Returns a whole conversation from D1; null if it is gone. */
export async function loadConversation(
  db: Database,
  sessionId: string,
): Promise<Conversation | null> {
  const [sessions, followUps] = await db.batch([
    db
      .select({
        userId: chatSessions.userId,
        episodeId: chatSessions.episodeId,
        remaining: chatSessions.remainingFollowUps,
        status: generations.status,
        error: generations.error,
        insight: insights.insight,
        isOfSource: sql<number>`${sources.episodeId} IS NOT NULL`.as('is_of_source'),
      })
      .from(chatSessions)
      .leftJoin(sources, eq(sources.episodeId, chatSessions.episodeId))
      .leftJoin(generations, isGenerationOfConversation)
      .leftJoin(insights, isInsightOfGeneration)
      .where(eq(chatSessions.id, sessionId)),
    db
      .select()
      .from(chatFollowUps)
      .where(eq(chatFollowUps.sessionId, sessionId))
      .orderBy(asc(chatFollowUps.createdAt)),
  ]);
  const [session] = sessions;
  if (!session) return null;
  return {
    sessionId,
    userId: session.userId,
    episodeId: session.episodeId,
    isOfSource: session.isOfSource === 1,
    remaining: session.remaining,
    insight: insightState(session),
    followUps: followUps.map((row) => ({
      id: row.id,
      question: row.question,
      answer: row.answer,
      status: 'done',
      error: null,
      createdAt: row.createdAt.getTime(),
    })),
  };
}

function insightState(row: {
  status: InsightState['status'] | null;
  error: string | null;
  insight: string | null;
}): InsightState {
  const none = { text: null, progress: 0, step: '' };
  if (row.insight !== null) return { status: 'done', text: row.insight, progress: 100, step: '' };
  if (row.status === 'failed') return { ...none, status: 'failed', step: row.error ?? '' };
  // An insight that is done but has no text can't be shown, and can be requested again.
  return { ...none, status: row.status === 'queued' ? 'queued' : 'none' };
}

/** Returns the hashes of the texts a user saved about an episode, or about any (null), newest first. */
export async function listSavedHashes(
  db: Database,
  userId: string,
  episodeId: string | null,
): Promise<string[]> {
  const rows = await db
    .select({ hash: savedInsights.insightHash })
    .from(savedInsights)
    .where(
      and(
        eq(savedInsights.userId, userId),
        episodeId === null ? undefined : eq(savedInsights.episodeId, episodeId),
      ),
    )
    .orderBy(desc(savedInsights.generatedAt))
    .limit(MAX_HASHES);
  return rows.map(({ hash }) => hash);
}

/** Built once, because every question needs it. */
const subjectById = cachedBy((db: Database) =>
  db
    .select({
      episode: {
        id: episodes.id,
        title: episodes.title,
        description: episodes.description,
        publishedAt: episodes.publishedAt,
        podcastTitle: podcasts.title,
        podcastHost: podcasts.host,
      },
      transcriptVersion: transcripts.checkedAt,
      // Without the id, which is never null, a reader without an industry would count as gone.
      reader: { id: users.id, industry: users.industry, role: users.role, goals: users.goals },
    })
    .from(episodes)
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .leftJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .leftJoin(users, eq(users.id, sql.placeholder('userId')))
    .where(eq(episodes.id, sql.placeholder('episodeId')))
    .prepare(),
);

/**
 * Returns what an answer about an episode needs beside the transcript, in one statement; null if the
 * episode is gone. The reader is null if the user is gone.
 */
export async function findSubject(db: Database, userId: string, episodeId: string) {
  const rows = await subjectById(db).all({ userId, episodeId });
  const [row] = rows;
  if (!row) return null;
  const { episode, transcriptVersion, reader } = row;
  const profile = reader && { industry: reader.industry, role: reader.role, goals: reader.goals };
  return { episode, transcriptVersion: transcriptVersion?.getTime() ?? null, reader: profile };
}

export type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>;

/** Returns a user's profile; null if the user is gone. */
export async function findReader(db: Database, userId: string): Promise<Reader | null> {
  const rows = await db
    .select({ industry: users.industry, role: users.role, goals: users.goals })
    .from(users)
    .where(eq(users.id, userId));
  return rows[0] ?? null;
}

/**
 * Writes answered questions and the questions left. Repeating a write changes nothing, and of two
 * concurrent writes the lower count wins.
 */
export async function saveFollowUps(
  db: Database,
  sessionId: string,
  followUps: FollowUp[],
  remaining: number,
): Promise<void> {
  const inserts = followUps.map((followUp) =>
    db
      .insert(chatFollowUps)
      .values({
        id: followUp.id,
        sessionId,
        question: followUp.question,
        answer: followUp.answer,
        createdAt: new Date(followUp.createdAt),
      })
      .onConflictDoNothing(),
  );
  await db.batch([
    db
      .update(chatSessions)
      .set({ remainingFollowUps: sql`min(${chatSessions.remainingFollowUps}, ${remaining})` })
      .where(eq(chatSessions.id, sessionId)),
    ...inserts,
  ]);
}
