import { and, asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { podcasts, subscriptions } from '../../schema/tables/catalogue.ts';
import type { Podcast, Subscription } from '../../schema/wire/catalogue.ts';
import type { Database } from '../platform/database.ts';

const { id, title, host, description, category, imageUrl, spotifyUrl, youtubeUrl } =
  getTableColumns(podcasts);
const podcastColumns = {
  id,
  title,
  host,
  description,
  category,
  imageUrl,
  spotifyUrl,
  youtubeUrl,
};

/** The whole catalogue, sorted by title, so that categories mix and the order is stable. */
export function listPodcasts(db: Database): Promise<Podcast[]> {
  return db
    .select(podcastColumns)
    .from(podcasts)
    .where(isNull(podcasts.removedAt))
    .orderBy(sql`${podcasts.title} collate nocase`, asc(podcasts.id));
}

export async function findPodcast(db: Database, podcastId: string): Promise<Podcast | null> {
  const rows = await db
    .select(podcastColumns)
    .from(podcasts)
    .where(and(eq(podcasts.id, podcastId), isNull(podcasts.removedAt)));
  return rows[0] ?? null;
}

/** Newest subscription first. */
export function listSubscriptions(db: Database, userId: string): Promise<Subscription[]> {
  return db
    .select({ ...podcastColumns, podcastId: podcasts.id })
    .from(subscriptions)
    .innerJoin(podcasts, eq(podcasts.id, subscriptions.podcastId))
    .where(and(eq(subscriptions.userId, userId), isNull(podcasts.removedAt)))
    .orderBy(desc(subscriptions.createdAt), asc(podcasts.title));
}

/** Subscribes a user; repeating it has no effect. Returns whether the subscription is new. */
export async function insertSubscription(db: Database, userId: string, podcastId: string) {
  const rows = await db
    .insert(subscriptions)
    .values({ userId, podcastId })
    .onConflictDoNothing()
    .returning({ podcastId: subscriptions.podcastId });
  return rows.length > 0;
}

export async function deleteSubscription(db: Database, userId: string, podcastId: string) {
  await db
    .delete(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.podcastId, podcastId)));
}
