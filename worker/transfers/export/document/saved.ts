/** A user's saved data about episodes: insights, conversations, moments, positions, digests. */

import { asc, eq, sql } from 'drizzle-orm';
import { chatFollowUps, chatSessions } from '../../../../schema/tables/chat.ts';
import { digests } from '../../../../schema/tables/digest.ts';
import { generations, insights } from '../../../../schema/tables/insights.ts';
import { savedInsights } from '../../../../schema/tables/library.ts';
import { moments, positions } from '../../../../schema/tables/listening.ts';
import type { DocumentRow } from '../../../../schema/wire/account-document.ts';
import { type Database, isAmong } from '../../../platform/database.ts';
import { bySize, iso, mapPages, ofUser, pagesOfTable, sizesOf } from './pages.ts';

async function readSaved(db: Database, ids: string[]): Promise<DocumentRow<'savedInsights'>[]> {
  const rows = await db
    .select({
      id: savedInsights.id,
      episodeId: savedInsights.episodeId,
      insight: savedInsights.insight,
      userNotes: savedInsights.userNotes,
      tags: savedInsights.tags,
      generatedAt: savedInsights.generatedAt,
    })
    .from(savedInsights)
    .where(isAmong(savedInsights.id, ids))
    .orderBy(asc(savedInsights.id));
  return rows.map((row) => ({ ...row, generatedAt: iso(row.generatedAt) }));
}

/** @param ids of generations */
async function readGenerated(
  db: Database,
  ids: string[],
): Promise<DocumentRow<'generatedInsights'>[]> {
  const rows = await db
    .select({
      episodeId: generations.episodeId,
      insight: insights.insight,
      kind: insights.kind,
      model: insights.model,
      generatedAt: generations.takenAt,
    })
    .from(generations)
    .innerJoin(insights, eq(insights.id, generations.insightId))
    .where(isAmong(generations.id, ids))
    .orderBy(asc(generations.id));
  return rows.map((row) => ({ ...row, generatedAt: iso(row.generatedAt) }));
}

async function readConversations(
  db: Database,
  ids: string[],
): Promise<DocumentRow<'conversations'>[]> {
  const [sessions, followUps] = await db.batch([
    db
      .select()
      .from(chatSessions)
      .where(isAmong(chatSessions.id, ids))
      .orderBy(asc(chatSessions.id)),
    db
      .select()
      .from(chatFollowUps)
      .where(isAmong(chatFollowUps.sessionId, ids))
      .orderBy(asc(chatFollowUps.createdAt), asc(chatFollowUps.id)),
  ]);
  const bySession = Map.groupBy(followUps, ({ sessionId }) => sessionId);
  return sessions.map(({ id, episodeId, remainingFollowUps, createdAt }) => ({
    id,
    episodeId,
    remainingFollowUps,
    createdAt: iso(createdAt),
    followUps: (bySession.get(id) ?? []).map(({ sessionId: _, createdAt: at, ...followUp }) => ({
      ...followUp,
      createdAt: iso(at),
    })),
  }));
}

async function readMoments(db: Database, ids: string[]): Promise<DocumentRow<'moments'>[]> {
  const rows = await db
    .select()
    .from(moments)
    .where(isAmong(moments.id, ids))
    .orderBy(asc(moments.id));
  return rows.map(({ userId: _user, ...row }) => ({ ...row, createdAt: iso(row.createdAt) }));
}

async function readDigests(db: Database, ids: string[]): Promise<DocumentRow<'digests'>[]> {
  const rows = await db
    .select()
    .from(digests)
    .where(isAmong(digests.id, ids))
    .orderBy(asc(digests.id));
  return rows.map(({ userId: _user, ...row }) => ({
    ...row,
    periodStart: iso(row.periodStart),
    periodEnd: iso(row.periodEnd),
    createdAt: iso(row.createdAt),
  }));
}

export const pagesOfSavedInsights = (db: Database, userId: string) =>
  bySize(
    sizesOf(
      db,
      sql`FROM saved_insights t ${ofUser(userId)}`,
      sql`octet_length(t.insight) + coalesce(octet_length(t.user_notes), 0)`,
    ),
    (ids) => readSaved(db, ids),
  );

export const pagesOfGeneratedInsights = (db: Database, userId: string) =>
  bySize(
    sizesOf(
      db,
      sql`FROM generations t JOIN insights i ON i.id = t.insight_id ${ofUser(userId)}`,
      sql`octet_length(i.insight)`,
    ),
    (ids) => readGenerated(db, ids),
  );

export const pagesOfConversations = (db: Database, userId: string) =>
  bySize(
    sizesOf(
      db,
      sql`FROM chat_sessions t JOIN chat_follow_ups f ON f.session_id = t.id ${ofUser(userId)}`,
      sql`sum(octet_length(f.question) + octet_length(f.answer))`,
    ),
    (ids) => readConversations(db, ids),
  );

export const pagesOfMoments = (db: Database, userId: string) =>
  bySize(
    sizesOf(
      db,
      sql`FROM moments t ${ofUser(userId)}`,
      sql`octet_length(t.text) + octet_length(t.note) + 300`,
    ),
    (ids) => readMoments(db, ids),
  );

export const pagesOfPositions = (db: Database, userId: string) =>
  mapPages(pagesOfTable(db, userId, positions, 'episodeId'), ({ userId: _, ...row }) => ({
    ...row,
    at: iso(row.at),
  }));

export const pagesOfDigests = (db: Database, userId: string) =>
  bySize(
    sizesOf(db, sql`FROM digests t ${ofUser(userId)}`, sql`octet_length(t.digest) + 5000`),
    (ids) => readDigests(db, ids),
  );
