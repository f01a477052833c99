/** The addresses of readers' RSS feeds, and what the feeds contain. */
import { and, desc, eq, sql } from 'drizzle-orm';
import { FEED_DIGESTS_MAX, FEED_SAVED_MAX, FEED_TEXT_MAX_CHARS } from '../../schema/limits.ts';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { digests } from '../../schema/tables/digest.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { savedInsights } from '../../schema/tables/library.ts';
import { outgoingFeeds } from '../../schema/tables/outgoing-feeds.ts';
import type { FeedKind } from '../../schema/wire/outgoing-feeds.ts';
import { sessionExists } from '../accounts/session-store.ts';
import type { Database } from '../platform/database.ts';
import { randomToken } from '../platform/encoding.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import { sha256Hex } from '../platform/sha256.ts';

/**
 * Creates a feed's address and returns its token. An earlier address of this kind stops working.
 *
 * @throws Error if the session has ended
 */
export async function createFeed(
  db: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
  kind: FeedKind,
): Promise<string> {
  const token = randomToken();
  const tokenHash = await sha256Hex(token);
  const createdAt = new Date();
  const row = insertColumns(outgoingFeeds, {
    userId,
    kind,
    tokenHash,
    createdAt: createdAt.getTime(),
  });
  const written = await db
    .insert(outgoingFeeds)
    .select(sql`SELECT ${row} WHERE ${sessionExists(sessionId)}`)
    .onConflictDoUpdate({
      target: [outgoingFeeds.userId, outgoingFeeds.kind],
      set: { tokenHash, createdAt },
    })
    .returning({ kind: outgoingFeeds.kind });
  if (written.length === 0) throw new Error('the session has ended');
  return token;
}

/** Lists a user's feeds. */
export function listFeeds(db: Database, userId: string) {
  return db
    .select({ kind: outgoingFeeds.kind, createdAt: outgoingFeeds.createdAt })
    .from(outgoingFeeds)
    .where(eq(outgoingFeeds.userId, userId));
}

/** Revokes a feed's address, if there is one. */
export async function deleteFeed(db: Database, userId: string, kind: FeedKind): Promise<void> {
  await db
    .delete(outgoingFeeds)
    .where(and(eq(outgoingFeeds.userId, userId), eq(outgoingFeeds.kind, kind)));
}

/** Revokes the addresses of all of a user's feeds. @returns a statement for a batch */
export const deleteFeeds = (db: Database, userId: string) =>
  db.delete(outgoingFeeds).where(eq(outgoingFeeds.userId, userId));

/** Returns whose feed has this address; null for an address that nobody has. */
export async function findFeedByToken(
  db: Database,
  token: string,
): Promise<{ userId: string; kind: FeedKind } | null> {
  const [row] = await db
    .select({ userId: outgoingFeeds.userId, kind: outgoingFeeds.kind })
    .from(outgoingFeeds)
    .where(eq(outgoingFeeds.tokenHash, await sha256Hex(token)));
  return row ?? null;
}

/** Returns a user's newest digests, newest first. */
export function listDigestsInFull(db: Database, userId: string) {
  return db
    .select({
      id: digests.id,
      title: digests.title,
      digest: digests.digest,
      periodStart: digests.periodStart,
      periodEnd: digests.periodEnd,
      createdAt: digests.createdAt,
    })
    .from(digests)
    .where(eq(digests.userId, userId))
    .orderBy(desc(digests.createdAt), desc(digests.id))
    .limit(FEED_DIGESTS_MAX);
}
export type DigestInFeed = Awaited<ReturnType<typeof listDigestsInFull>>[number];

/** Returns a user's newest saved insights, newest first. Long texts are cut, possibly within a tag. */
export function listSaved(db: Database, userId: string) {
  return db
    .select({
      id: savedInsights.id,
      episodeId: savedInsights.episodeId,
      episodeTitle: episodes.title,
      podcastTitle: podcasts.title,
      html: sql<string>`substr(${savedInsights.insightHtml}, 1, ${FEED_TEXT_MAX_CHARS})`,
      userNotes: savedInsights.userNotes,
      tags: savedInsights.tags,
      generatedAt: savedInsights.generatedAt,
    })
    .from(savedInsights)
    .innerJoin(episodes, eq(episodes.id, savedInsights.episodeId))
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .where(eq(savedInsights.userId, userId))
    .orderBy(desc(savedInsights.generatedAt), desc(savedInsights.id))
    .limit(FEED_SAVED_MAX);
}
export type SavedInFeed = Awaited<ReturnType<typeof listSaved>>[number];
