import { and, desc, eq, gt, notInArray } from 'drizzle-orm';
import { DIGESTS_MAX } from '../../schema/limits.ts';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { digests } from '../../schema/tables/digest.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { ownPodcasts } from '../../schema/tables/own-podcasts.ts';
import type { Digest, DigestSummary } from '../../schema/wire/digest.ts';
import { canPlay } from '../../schema/wire/media.ts';
import { chosenCategory, isOwnBy } from '../episodes/columns.ts';
import { isVisibleTo } from '../episodes/store.ts';
import { type Database, isAmong } from '../platform/database.ts';

type Row = typeof digests.$inferSelect;

async function asReply(db: Database, row: Row): Promise<Digest> {
  const { id, userId, title, periodStart, periodEnd, digest, episodes: listed } = row;
  const playable = await findPlayable(
    db,
    userId,
    listed.map((episode) => episode.id),
  );
  return {
    id,
    title,
    periodStart: periodStart.toISOString(),
    periodEnd: periodEnd.toISOString(),
    digest,
    episodes: listed.map((episode) => ({ ...episode, isPlayable: playable.has(episode.id) })),
  };
}

/** Returns which of these episodes this user can play now: a feed may have changed since. */
async function findPlayable(db: Database, userId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { id, audioUrl, youtubeVideoId } = episodes;
  const rows = await db
    .select({ id, audioUrl, youtubeVideoId })
    .from(episodes)
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .where(and(isAmong(episodes.id, ids), isVisibleTo(db, userId)));
  return new Set(rows.filter(canPlay).map((row) => row.id));
}

/**
 * Stores a digest and deletes the user's oldest ones over the limit. If there is one with this id, it
 * stays and is returned.
 */
export async function insertDigest(
  db: Database,
  userId: string,
  digest: Omit<typeof digests.$inferInsert, 'userId' | 'id'> & { id: string },
): Promise<Digest> {
  const newest = db
    .select({ id: digests.id })
    .from(digests)
    .where(eq(digests.userId, userId))
    .orderBy(desc(digests.createdAt), desc(digests.id))
    .limit(DIGESTS_MAX);
  const [, [row]] = await db.batch([
    db
      .insert(digests)
      .values({ ...digest, userId })
      .onConflictDoNothing(),
    db
      .select()
      .from(digests)
      .where(and(eq(digests.userId, userId), eq(digests.id, digest.id))),
    db.delete(digests).where(and(eq(digests.userId, userId), notInArray(digests.id, newest))),
  ]);
  if (!row) throw new Error('the digest was not written');
  return asReply(db, row);
}

/** Returns a user's newest digest, of those made after `since` if that is given; null if there is none. */
export async function findLatestDigest(
  db: Database,
  userId: string,
  since = new Date(0),
): Promise<Digest | null> {
  const [row] = await db
    .select()
    .from(digests)
    .where(and(eq(digests.userId, userId), gt(digests.createdAt, since)))
    .orderBy(desc(digests.createdAt), desc(digests.id))
    .limit(1);
  return row ? asReply(db, row) : null;
}

/** Lists a user's digests, newest first. */
export async function listDigests(db: Database, userId: string): Promise<DigestSummary[]> {
  const rows = await db
    .select({
      id: digests.id,
      title: digests.title,
      periodStart: digests.periodStart,
      periodEnd: digests.periodEnd,
    })
    .from(digests)
    .where(eq(digests.userId, userId))
    .orderBy(desc(digests.createdAt), desc(digests.id));
  return rows.map(({ periodStart, periodEnd, ...row }) => ({
    ...row,
    periodStart: periodStart.toISOString(),
    periodEnd: periodEnd.toISOString(),
  }));
}

/** Returns one of a user's digests; null if they have no such digest. */
export async function findDigest(db: Database, userId: string, id: string): Promise<Digest | null> {
  const [row] = await db
    .select()
    .from(digests)
    .where(and(eq(digests.userId, userId), eq(digests.id, id)));
  return row ? asReply(db, row) : null;
}

/** Returns the categories of podcasts by id, as this user chose them for podcasts they added. */
export async function findCategories(
  db: Database,
  userId: string,
  podcastIds: string[],
): Promise<Map<string, string>> {
  if (podcastIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: podcasts.id,
      category: chosenCategory(),
    })
    .from(podcasts)
    .leftJoin(ownPodcasts, isOwnBy(userId))
    .where(isAmong(podcasts.id, podcastIds));
  return new Map(rows.map(({ id, category }) => [id, category]));
}
