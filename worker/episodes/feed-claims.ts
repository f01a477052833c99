/** Who may read a feed: one queued refresh per podcast, and one reader at a time. */
import { addSeconds } from 'date-fns';
import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { feeds } from '../../schema/tables/catalogue.ts';
import { type Database, isAmong } from '../platform/database.ts';
import type { FeedRow } from './store.ts';

/** A message not settled by then is lost. A local queue loses its messages at every restart. */
const QUEUED_SECONDS = 120;
const READING_SECONDS = 45;
/** Well within the lease, even on a busy machine. */
export const RENEW_READING_MS = 15_000;

/**
 * Claims the right to queue refreshes, in one statement, until the messages are settled. Of concurrent
 * callers one gets each podcast.
 *
 * @returns the podcasts that this caller should queue
 */
export async function claimQueued(db: Database, podcastIds: string[]): Promise<string[]> {
  const now = Date.now();
  const queuedUntil = now + QUEUED_SECONDS * 1_000;
  const rows = await db.all<{ id: string }>(sql`
    INSERT INTO feeds (podcast_id, url, failures, queued_until)
    SELECT id, feed_url, 0, ${queuedUntil} FROM podcasts
    WHERE ${isAmong(sql`id`, podcastIds)} AND removed_at IS NULL
    ON CONFLICT (podcast_id) DO UPDATE SET queued_until = excluded.queued_until
    WHERE queued_until IS NULL OR queued_until <= ${now}
    RETURNING podcast_id AS id`);
  return rows.map(({ id }) => id);
}

/** Extends the claim of a message that will be retried after this many seconds; null releases it. */
export async function holdQueued(db: Database, podcastId: string, delaySeconds: number | null) {
  const queuedUntil =
    delaySeconds === null ? null : addSeconds(new Date(), delaySeconds + QUEUED_SECONDS);
  await db.update(feeds).set({ queuedUntil }).where(eq(feeds.podcastId, podcastId));
}

/** Claims refreshes whose message was lost, each once. The caller must queue them again. */
export async function takeOverQueued(db: Database, count: number): Promise<string[]> {
  const now = new Date();
  const lost = db
    .select({ podcastId: feeds.podcastId })
    .from(feeds)
    .where(lte(feeds.queuedUntil, now))
    .limit(count);
  const rows = await db
    .update(feeds)
    .set({ queuedUntil: addSeconds(now, QUEUED_SECONDS) })
    .where(inArray(feeds.podcastId, lost))
    .returning({ podcastId: feeds.podcastId });
  return rows.map(({ podcastId }) => podcastId);
}

/**
 * Claims the reading of a feed, in one statement. The claim expires if its holder dies.
 *
 * @returns the feed's current row; null if somebody else is reading it
 */
export async function claimReading(
  db: Database,
  podcastId: string,
  url: string,
): Promise<FeedRow | null> {
  const now = new Date();
  const readingUntil = addSeconds(now, READING_SECONDS);
  const rows = await db
    .insert(feeds)
    .values({ podcastId, url, readingUntil })
    .onConflictDoUpdate({
      target: feeds.podcastId,
      set: { readingUntil },
      setWhere: sql`${feeds.readingUntil} IS NULL OR ${feeds.readingUntil} <= ${now.getTime()}`,
    })
    .returning();
  return rows[0] ?? null;
}

/** Extends the claim while the feed is being read; one that was released stays so. */
export async function renewReading(db: Database, podcastId: string): Promise<void> {
  const readingUntil = addSeconds(new Date(), READING_SECONDS);
  await db
    .update(feeds)
    .set({ readingUntil })
    .where(and(eq(feeds.podcastId, podcastId), isNotNull(feeds.readingUntil)));
}

/** Ends the claim, so that the feed may be read again. */
export async function releaseReading(db: Database, podcastId: string): Promise<void> {
  await db.update(feeds).set({ readingUntil: null }).where(eq(feeds.podcastId, podcastId));
}
