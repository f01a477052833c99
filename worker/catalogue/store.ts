import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  isNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { podcasts, subscriptions } from '../../schema/tables/catalogue.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { ownPodcasts } from '../../schema/tables/own-podcasts.ts';
import type { Podcast, Subscription } from '../../schema/wire/catalogue.ts';
import { chosenCategory, isOwnBy } from '../episodes/columns.ts';
import type { Database } from '../platform/database.ts';
import { EPISODE_PICTURES } from './cover-store.ts';

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
    .where(and(isNull(podcasts.removedAt), podcasts.isListed))
    .orderBy(sql`${podcasts.title} collate nocase`, asc(podcasts.id));
}

/** Finds a podcast that this user may subscribe to: one in the catalogue, or one they added. */
export async function findPodcast(
  db: Database,
  userId: string,
  podcastId: string,
): Promise<Podcast | null> {
  const added = addedBy(db, userId, isNull(ownPodcasts.removedAt));
  const rows = await db
    .select(podcastColumns)
    .from(podcasts)
    .where(
      and(
        eq(podcasts.id, podcastId),
        isNull(podcasts.removedAt),
        or(podcasts.isListed, exists(added)),
      ),
    );
  return rows[0] ?? null;
}

/** A subquery: the current row's podcast, if the user added it. */
const addedBy = (db: Database, userId: string, which?: SQL) =>
  db
    .select({ one: sql`1` })
    .from(ownPodcasts)
    .where(and(isOwnBy(userId), which));

/** Returns the address of a podcast's cover, and whether everybody may see it. */
export async function findCoverAddress(db: Database, podcastId: string) {
  const rows = await db
    .select({ id, imageUrl, isListed: podcasts.isListed })
    .from(podcasts)
    .where(and(eq(podcasts.id, podcastId), isNull(podcasts.removedAt)));
  return rows[0] ?? null;
}

/** Whether the podcast or episode that an image belongs to exists. @param id of the image */
export async function isShown(db: Database, id: string): Promise<boolean> {
  const [first = '', second = ''] = id.split('/');
  const count =
    first === EPISODE_PICTURES
      ? db.$count(episodes, eq(episodes.id, second))
      : db.$count(podcasts, eq(podcasts.id, first));
  return (await count) > 0;
}

/** Whether this user ever added the podcast. */
export async function hasAdded(db: Database, userId: string, podcastId: string) {
  const ofReader = and(eq(ownPodcasts.userId, userId), eq(ownPodcasts.podcastId, podcastId));
  return (await db.$count(ownPodcasts, ofReader)) > 0;
}

/** Newest subscription first. A podcast that the user added has the category they chose. */
export function listSubscriptions(db: Database, userId: string): Promise<Subscription[]> {
  return db
    .select({
      ...podcastColumns,
      podcastId: podcasts.id,
      category: chosenCategory(),
    })
    .from(subscriptions)
    .innerJoin(podcasts, eq(podcasts.id, subscriptions.podcastId))
    .leftJoin(ownPodcasts, isOwnBy(userId))
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

/** Unsubscribes a user; does nothing if they aren't subscribed. */
export async function deleteSubscription(db: Database, userId: string, podcastId: string) {
  await db
    .delete(subscriptions)
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.podcastId, podcastId)));
}
