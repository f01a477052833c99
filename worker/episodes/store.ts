import { and, desc, eq, exists, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { feeds, podcasts, subscriptions } from '../../schema/tables/catalogue.ts';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import { generations } from '../../schema/tables/insights.ts';
import { ownPodcasts } from '../../schema/tables/own-podcasts.ts';
import { sources } from '../../schema/tables/sources.ts';
import type { SourceFacts } from '../../schema/wire/episodes.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { cameOutAt, isExtra, isOwnBy, listedAt, transcriptStatusNow } from './columns.ts';

export type FeedRow = typeof feeds.$inferSelect;
type EpisodeRow = typeof episodes.$inferSelect;

/** An episode with the fields for conversations, insights and lists. */
export interface EpisodeDetail extends EpisodeRow {
  podcastTitle: string;
  transcriptStatus: 'fetching' | 'ready' | 'unavailable' | null;
  /** Changes with the transcript: a user may change the text of a source. Null without one. */
  transcriptVersion: number | null;
  /** Null for an episode of a podcast. */
  source: SourceFacts | null;
}

/**
 * Podcasts whose episodes this user may open: the catalogue, what they ever added, and their own
 * sources.
 */
export function isVisibleTo(db: Database, userId: string): SQL | undefined {
  const added = db.select({ one: sql`1` }).from(ownPodcasts).where(isOwnBy(userId));
  return or(podcasts.isListed, eq(podcasts.ownerId, userId), exists(added));
}

/** Returns null for an episode that this user may not open. */
export function findEpisode(db: Database, userId: string, episodeId: string) {
  return findAnyEpisode(db, episodeId, isVisibleTo(db, userId));
}

/** For work that was permitted earlier. Routes use `findEpisode`. */
export async function findAnyEpisode(
  db: Database,
  episodeId: string,
  which?: SQL,
): Promise<EpisodeDetail | null> {
  const rows = await db
    .select({
      episode: episodes,
      podcastTitle: podcasts.title,
      transcriptStatus: transcriptStatusNow(),
      checkedAt: transcripts.checkedAt,
      source: { kind: sources.kind, author: sources.author },
    })
    .from(episodes)
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .leftJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .leftJoin(sources, eq(sources.episodeId, episodes.id))
    .where(and(eq(episodes.id, episodeId), which));
  const [row] = rows;
  if (!row) return null;
  const { episode, podcastTitle, transcriptStatus, checkedAt, source } = row;
  return {
    ...episode,
    podcastTitle,
    transcriptStatus,
    transcriptVersion: checkedAt?.getTime() ?? null,
    source: source && {
      ...source,
      address: episode.link,
      publishedAt: episode.publishedAt?.toISOString() ?? null,
    },
  };
}

/** Returns the newest episodes of each podcast a user subscribes to, newest first, in one statement. */
export async function listRecentEpisodes(db: Database, userId: string, perPodcast: number) {
  const ranked = db
    .select({
      id: episodes.id,
      podcastId: episodes.podcastId,
      // Columns with the same name in two tables need aliases inside a subquery.
      podcastTitle: sql<string>`${podcasts.title}`.as('podcast_title'),
      podcastHost: podcasts.host,
      title: episodes.title,
      publishedAt: episodes.publishedAt,
      durationSeconds: episodes.durationSeconds,
      isYoutubeShort: episodes.isYoutubeShort,
      audioUrl: episodes.audioUrl,
      youtubeVideoId: episodes.youtubeVideoId,
      link: episodes.link,
      type: episodes.type,
      number: episodes.number,
      season: episodes.season,
      isExplicit: episodes.isExplicit,
      transcriptLinks: episodes.transcriptLinks,
      transcriptStatus: transcriptStatusNow().as('transcript_status'),
      insightId: sql<string | null>`${generations.insightId}`.as('insight_id'),
      listedAt: listedAt().as('listed_at'),
      rank: sql<number>`row_number() over (
        partition by ${episodes.podcastId}
        order by ${isExtra()}, ${listedAt()} desc, ${episodes.createdAt} desc
      )`.as('rank'),
    })
    .from(subscriptions)
    .innerJoin(podcasts, and(eq(podcasts.id, subscriptions.podcastId), isNull(podcasts.removedAt)))
    .innerJoin(episodes, eq(episodes.podcastId, podcasts.id))
    .leftJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .leftJoin(
      generations,
      and(eq(generations.episodeId, episodes.id), eq(generations.userId, userId)),
    )
    .where(eq(subscriptions.userId, userId))
    .as('ranked');
  return db
    .select()
    .from(ranked)
    .where(sql`${ranked.rank} <= ${perPodcast}`)
    .orderBy(desc(ranked.listedAt));
}
export type RecentEpisodeRow = Awaited<ReturnType<typeof listRecentEpisodes>>[number];

/** Returns a podcast with its feed's state, as a refresh needs it; null if there is none. */
export async function findFeedOfPodcast(db: Database, podcastId: string) {
  const rows = await db
    .select({ podcast: podcasts, feed: feeds })
    .from(podcasts)
    .leftJoin(feeds, eq(feeds.podcastId, podcasts.id))
    .where(and(eq(podcasts.id, podcastId), isNull(podcasts.removedAt)));
  return rows[0] ?? null;
}

/** Returns a podcast a user subscribes to, with its feed's state; null if they don't. */
export async function findSubscribedFeed(db: Database, userId: string, podcastId: string) {
  const rows = await listSubscribedFeeds(db, userId, eq(podcasts.id, podcastId));
  return rows[0] ?? null;
}

/** Returns episodes with their podcasts' titles, unordered; missing ones are left out. */
export async function listEpisodes(db: Database, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: episodes.id,
      title: episodes.title,
      description: episodes.description,
      publishedAt: episodes.publishedAt,
      podcastTitle: podcasts.title,
      transcriptVersion: sql<number | null>`${transcripts.checkedAt}`,
    })
    .from(episodes)
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .leftJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .where(isAmong(episodes.id, ids));
}

/** Returns the podcasts a user subscribes to, with their feeds' state. */
export async function listSubscribedFeeds(db: Database, userId: string, which?: SQL) {
  return db
    .select({ podcast: podcasts, feed: feeds })
    .from(subscriptions)
    .innerJoin(podcasts, and(eq(podcasts.id, subscriptions.podcastId), isNull(podcasts.removedAt)))
    .leftJoin(feeds, eq(feeds.podcastId, podcasts.id))
    .where(and(eq(subscriptions.userId, userId), which));
}

/** The same for podcasts whose feed's last read was no success. */
export function listUnreadFeeds(db: Database, userId: string) {
  const isUnread = or(
    isNull(feeds.succeededAt),
    isNotNull(feeds.lastError),
    isNotNull(feeds.queuedUntil),
    isNotNull(feeds.readingUntil),
  );
  return listSubscribedFeeds(db, userId, isUnread);
}

/**
 * Returns a page of subscribed podcasts by id, for the weekly run. The rows read don't grow with the
 * number of subscribers.
 */
export async function listPodcastIdsWithSubscribers(
  db: Database,
  afterId: string,
  count: number,
): Promise<string[]> {
  const ofPodcast = db
    .select({ one: sql`1` })
    .from(subscriptions)
    .where(eq(subscriptions.podcastId, podcasts.id));
  const rows = await db
    .select({ id: podcasts.id })
    .from(podcasts)
    .where(and(gt(podcasts.id, afterId), isNull(podcasts.removedAt), exists(ofPodcast)))
    .orderBy(podcasts.id)
    .limit(count);
  return rows.map((row) => row.id);
}

/** Whether a known episode of this podcast came out since then. */
export async function hasEpisodeSince(db: Database, podcastId: string, since: Date) {
  const rows = await db
    .select({ id: episodes.id })
    .from(episodes)
    .where(and(eq(episodes.podcastId, podcastId), gt(cameOutAt(), since.getTime())))
    .limit(1);
  return rows.length > 0;
}

export async function isSubscribed(db: Database, userId: string, podcastId: string) {
  const ofUser = and(eq(subscriptions.userId, userId), eq(subscriptions.podcastId, podcastId));
  return (await db.$count(subscriptions, ofUser)) > 0;
}
