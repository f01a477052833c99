/** The podcasts that users added. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Category, OWN_PODCASTS_EVER_MAX, OWN_PODCASTS_MAX } from '../../schema/limits.ts';
import {
  feeds,
  PODCAST_FEED_FIELDS,
  podcasts,
  subscriptions,
} from '../../schema/tables/catalogue.ts';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import { ownPodcasts } from '../../schema/tables/own-podcasts.ts';
import type { OwnPodcast } from '../../schema/wire/own-podcasts.ts';
import { chosenCategory, isOwnBy } from '../episodes/columns.ts';
import type { DescribedFeed } from '../feeds/describe-feed.ts';
import type { Database } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';

/**
 * Finds the podcast of a feed: the user's own private one, or the shared one, with the user's relation to
 * it. Never finds another user's private podcast, nor one that another user added with another address: its
 * feed may have had any episodes before it said that it moved to this one.
 */
export async function findByFeed(db: Database, userId: string, feedUrl: string) {
  const addedWith = (owner: SQL | undefined) =>
    db
      .select({ id: podcasts.id })
      .from(podcasts)
      .where(and(owner, eq(podcasts.feedUrl, feedUrl)));
  const withFeed = addedWith(isNull(podcasts.ownerId))
    .union(addedWith(eq(podcasts.ownerId, userId)))
    .union(db.select({ id: feeds.podcastId }).from(feeds).where(eq(feeds.url, feedUrl)));
  const rows = await db
    .select({
      id: podcasts.id,
      title: podcasts.title,
      host: podcasts.host,
      description: podcasts.description,
      isListed: podcasts.isListed,
      removedAt: podcasts.removedAt,
      isPrivate: isNotNull(podcasts.ownerId).mapWith(Boolean),
      isOwn: sql`${ownPodcasts.userId} IS NOT NULL AND ${ownPodcasts.removedAt} IS NULL`.mapWith(
        Boolean,
      ),
      isSubscribed: isNotNull(subscriptions.userId).mapWith(Boolean),
    })
    .from(podcasts)
    .leftJoin(ownPodcasts, isOwnBy(userId))
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.podcastId, podcasts.id), eq(subscriptions.userId, userId)),
    )
    .where(
      and(
        // A union of lookups, each with an index of its own: with OR, none would be used.
        inArray(podcasts.id, withFeed),
        or(isNull(podcasts.ownerId), eq(podcasts.ownerId, userId)),
        or(
          eq(podcasts.feedUrl, feedUrl),
          eq(podcasts.isListed, true),
          isNotNull(ownPodcasts.userId),
        ),
      ),
    )
    // The private one first, then the one that was added with this address.
    .orderBy(
      desc(isNotNull(podcasts.ownerId)),
      desc(eq(podcasts.feedUrl, feedUrl)),
      asc(podcasts.createdAt),
    )
    .limit(1);
  return rows[0] ?? null;
}

/** Inserts the podcast of a feed unless it exists. Of two concurrent inserts, the first one stays. */
export async function insertPodcast(
  db: Database,
  described: DescribedFeed,
  category: Category,
  ownerId: string | null,
): Promise<void> {
  const { title, host, description, imageUrl, language, feedUrl, ...youtube } = described;
  const { youtubeUrl, youtubeChannelId } = youtube;
  await db
    .insert(podcasts)
    .values({
      title,
      host,
      description,
      imageUrl,
      language,
      feedUrl,
      youtubeUrl,
      youtubeChannelId,
      category,
      ownerId,
      isListed: false,
      feedFields: [...PODCAST_FEED_FIELDS],
    })
    .onConflictDoNothing();
}

/**
 * Adds a podcast to the user's own podcasts and subscribes them, both or neither. Returns whether the
 * subscription is new, and null if they have as many as they may: the statement itself counts, so
 * concurrent requests can't exceed the limit.
 */
export async function insertOwnPodcast(
  db: Database,
  userId: string,
  podcastId: string,
  category: Category,
): Promise<boolean | null> {
  const now = Date.now();
  const row = insertColumns(ownPodcasts, {
    userId,
    podcastId,
    category,
    removedAt: null,
    createdAt: now,
  });
  const ofReader = sql`FROM own_podcasts WHERE user_id = ${userId}`;
  const isThere = sql`EXISTS (SELECT 1 ${ofReader} AND podcast_id = ${podcastId})`;
  const subscription = insertColumns(subscriptions, { userId, podcastId, createdAt: now });
  const [, subscribed, rows] = await db.batch([
    db
      .insert(ownPodcasts)
      .select(
        sql`SELECT ${row} WHERE (SELECT count(*) ${ofReader} AND removed_at IS NULL)
          < ${OWN_PODCASTS_MAX}
        AND (${isThere} OR (SELECT count(*) ${ofReader}) < ${OWN_PODCASTS_EVER_MAX})`,
      )
      .onConflictDoUpdate({
        target: [ownPodcasts.userId, ownPodcasts.podcastId],
        set: { category, removedAt: null },
      }),
    db
      .insert(subscriptions)
      .select(
        sql`SELECT ${subscription} ${ofReader} AND podcast_id = ${podcastId}
        AND removed_at IS NULL`,
      )
      .onConflictDoNothing()
      .returning({ podcastId: subscriptions.podcastId }),
    db
      .select({ podcastId: ownPodcasts.podcastId })
      .from(ownPodcasts)
      .where(
        and(
          eq(ownPodcasts.userId, userId),
          eq(ownPodcasts.podcastId, podcastId),
          isNull(ownPodcasts.removedAt),
        ),
      ),
  ]);
  return rows.length > 0 ? subscribed.length > 0 : null;
}

/** Lists a user's own podcasts, newest first. */
export async function listOwnPodcasts(db: Database, userId: string): Promise<OwnPodcast[]> {
  const rows = await db
    .select({ podcast: podcasts, category: ownPodcasts.category })
    .from(ownPodcasts)
    .innerJoin(podcasts, eq(podcasts.id, ownPodcasts.podcastId))
    .where(
      and(
        eq(ownPodcasts.userId, userId),
        isNull(ownPodcasts.removedAt),
        isNull(podcasts.removedAt),
        eq(podcasts.isListed, false),
      ),
    )
    .orderBy(desc(ownPodcasts.createdAt), asc(podcasts.title));
  return rows.map(({ podcast, category }) => {
    const { id, title, host, description, imageUrl, spotifyUrl, youtubeUrl, ownerId } = podcast;
    const isPrivate = ownerId !== null;
    return { id, title, host, description, category, imageUrl, spotifyUrl, youtubeUrl, isPrivate };
  });
}

/** Removes one of the user's own podcasts and their subscription. Returns false if they have no such podcast. */
export async function removeOwnPodcast(
  db: Database,
  userId: string,
  podcastId: string,
): Promise<boolean> {
  const ofReader = and(eq(ownPodcasts.userId, userId), eq(ownPodcasts.podcastId, podcastId));
  const [rows] = await db.batch([
    db
      .update(ownPodcasts)
      .set({ removedAt: new Date() })
      .where(and(ofReader, isNull(ownPodcasts.removedAt)))
      .returning({ podcastId: ownPodcasts.podcastId }),
    db.delete(subscriptions).where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.podcastId, podcastId),
        sql`EXISTS (SELECT 1 FROM own_podcasts JOIN podcasts ON podcasts.id = podcast_id
            WHERE own_podcasts.user_id = ${userId} AND podcast_id = ${podcastId}
            AND NOT podcasts.is_listed)`,
      ),
    ),
  ]);
  return rows.length > 0;
}

/** Lists a user's subscriptions with their feeds' addresses, by title. */
export function listSubscribedFeedAddresses(db: Database, userId: string) {
  return db
    .select({
      title: podcasts.title,
      feedUrl: podcasts.feedUrl,
      category: chosenCategory(),
    })
    .from(subscriptions)
    .innerJoin(podcasts, eq(podcasts.id, subscriptions.podcastId))
    .leftJoin(ownPodcasts, isOwnBy(userId))
    .where(and(eq(subscriptions.userId, userId), isNull(podcasts.removedAt)))
    .orderBy(sql`${podcasts.title} COLLATE NOCASE`, asc(podcasts.id));
}

/** Lists the user's private podcasts and their episodes, which are deleted with the account. */
export function listPrivate(db: Database, userId: string) {
  return db
    .select({
      podcastId: podcasts.id,
      // In a batch, two columns of one name would be one.
      episodeId: sql<string | null>`${episodes.id}`.as('episode_id'),
      hasTranscript: sql<number>`${transcripts.status} IS 'ready'`.as('has_transcript'),
    })
    .from(podcasts)
    .leftJoin(episodes, eq(episodes.podcastId, podcasts.id))
    .leftJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .where(eq(podcasts.ownerId, userId));
}
export type PrivateRow = Awaited<ReturnType<typeof listPrivate>>[number];
