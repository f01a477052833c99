import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { feeds, podcasts, subscriptions } from '../../schema/tables/catalogue.ts';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import { generations } from '../../schema/tables/insights.ts';
import type { FeedItem } from '../feeds/feed.ts';
import type { Database } from '../platform/database.ts';

export type FeedRow = typeof feeds.$inferSelect;
type GenerationStatus = (typeof generations.$inferSelect)['status'];
export type EpisodeRow = typeof episodes.$inferSelect;

/** An episode with what conversations, insights and lists say of it. */
export interface EpisodeDetail extends EpisodeRow {
  podcastTitle: string;
  transcriptStatus: 'fetching' | 'ready' | 'unavailable' | null;
}

export async function findEpisode(db: Database, episodeId: string): Promise<EpisodeDetail | null> {
  const rows = await db
    .select({
      episode: episodes,
      podcastTitle: podcasts.title,
      transcriptStatus: transcripts.status,
    })
    .from(episodes)
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .leftJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .where(eq(episodes.id, episodeId));
  const [row] = rows;
  if (!row) return null;
  return {
    ...row.episode,
    podcastTitle: row.podcastTitle,
    transcriptStatus: row.transcriptStatus,
  };
}

/** The newest episodes of each podcast a person subscribes to, newest first, in one statement. */
export async function listRecentEpisodes(db: Database, userId: string, perPodcast: number) {
  const ranked = db
    .select({
      id: episodes.id,
      podcastId: episodes.podcastId,
      // Two tables' columns of one name need names of their own inside a subquery.
      podcastTitle: sql<string>`${podcasts.title}`.as('podcast_title'),
      podcastHost: podcasts.host,
      title: episodes.title,
      publishedAt: episodes.publishedAt,
      durationSeconds: episodes.durationSeconds,
      isYoutubeShort: episodes.isYoutubeShort,
      audioUrl: episodes.audioUrl,
      youtubeVideoId: episodes.youtubeVideoId,
      link: episodes.link,
      transcriptLinks: episodes.transcriptLinks,
      transcriptStatus: sql<EpisodeDetail['transcriptStatus']>`${transcripts.status}`.as(
        'transcript_status',
      ),
      generationStatus: sql<GenerationStatus | null>`${generations.status}`.as('generation_status'),
      rank: sql<number>`row_number() over (
        partition by ${episodes.podcastId}
        order by ${episodes.publishedAt} desc, ${episodes.createdAt} desc
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
    .orderBy(desc(ranked.publishedAt));
}
export type RecentEpisodeRow = Awaited<ReturnType<typeof listRecentEpisodes>>[number];

/** A podcast as a refresh needs it, with how its feed went so far; null where there is none. */
export async function findFeed(db: Database, podcastId: string) {
  const rows = await db
    .select({ podcast: podcasts, feed: feeds })
    .from(podcasts)
    .leftJoin(feeds, eq(feeds.podcastId, podcasts.id))
    .where(and(eq(podcasts.id, podcastId), isNull(podcasts.removedAt)));
  return rows[0] ?? null;
}

/** The podcasts a person subscribes to, with how their feeds went. */
export async function listSubscribedFeeds(db: Database, userId: string) {
  return db
    .select({ podcast: podcasts, feed: feeds })
    .from(subscriptions)
    .innerJoin(podcasts, and(eq(podcasts.id, subscriptions.podcastId), isNull(podcasts.removedAt)))
    .leftJoin(feeds, eq(feeds.podcastId, podcasts.id))
    .where(eq(subscriptions.userId, userId));
}

/** A page of the podcasts somebody subscribes to, by id, for the weekly run. */
export async function listPodcastIdsWithSubscribers(
  db: Database,
  afterId: string,
  count: number,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: subscriptions.podcastId })
    .from(subscriptions)
    .innerJoin(podcasts, and(eq(podcasts.id, subscriptions.podcastId), isNull(podcasts.removedAt)))
    .where(gt(subscriptions.podcastId, afterId))
    .orderBy(subscriptions.podcastId)
    .limit(count);
  return rows.map((row) => row.id);
}

/** Whether an episode of this podcast is known that came out since. */
export async function hasEpisodeSince(db: Database, podcastId: string, since: Date) {
  const rows = await db
    .select({ id: episodes.id })
    .from(episodes)
    .where(and(eq(episodes.podcastId, podcastId), gt(episodes.publishedAt, since)))
    .limit(1);
  return rows.length > 0;
}

/**
 * What a successful reading of a feed leaves behind, all or nothing: its episodes, new and edited
 * ones alike, and its state. The items travel as one JSON parameter, since D1 takes at most a
 * hundred parameters a statement.
 */
export async function saveReading(
  db: Database,
  podcastId: string,
  reading: {
    items: FeedItem[];
    feed: Partial<FeedRow> & Pick<FeedRow, 'url'>;
    /** For a podcast whose own fields are empty; the feed's word fills them. */
    podcast: { imageUrl?: string; description?: string };
  },
) {
  const rows = reading.items.map((item) => ({
    id: crypto.randomUUID(),
    guid: item.guid,
    title: item.title,
    description: item.description,
    published_at: item.publishedAt?.getTime() ?? null,
    duration_seconds: item.durationSeconds,
    link: item.link,
    audio_url: item.audioUrl,
    image_url: item.imageUrl,
    youtube_video_id: item.youtubeVideoId,
    is_youtube_short: item.isYoutubeShort ? 1 : 0,
    transcript_links: JSON.stringify(item.transcripts),
  }));
  // The columns stand in the table's order: an insert from a selection names all of them.
  const upsertEpisodes = db
    .insert(episodes)
    .select(
      sql`
        SELECT value ->> 'id', ${podcastId}, value ->> 'guid', value ->> 'title',
          value ->> 'description', value ->> 'published_at', value ->> 'duration_seconds',
          value ->> 'link', value ->> 'audio_url', value ->> 'image_url',
          value ->> 'youtube_video_id', value ->> 'is_youtube_short', value ->> 'transcript_links',
          ${Date.now()}
        FROM json_each(${JSON.stringify(rows)}) WHERE true`,
    )
    .onConflictDoUpdate({
      target: [episodes.podcastId, episodes.guid],
      set: {
        title: sql`excluded.title`,
        description: sql`excluded.description`,
        publishedAt: sql`coalesce(excluded.published_at, published_at)`,
        durationSeconds: sql`coalesce(excluded.duration_seconds, duration_seconds)`,
        link: sql`excluded.link`,
        audioUrl: sql`excluded.audio_url`,
        imageUrl: sql`excluded.image_url`,
        youtubeVideoId: sql`coalesce(excluded.youtube_video_id, youtube_video_id)`,
        isYoutubeShort: sql`excluded.is_youtube_short`,
        transcriptLinks: sql`excluded.transcript_links`,
      },
    });
  const upsertFeed = upsertFeedState(db, podcastId, reading.feed);
  const hasPodcastNews = Object.keys(reading.podcast).length > 0;
  if (hasPodcastNews) {
    await db.batch([
      upsertEpisodes,
      upsertFeed,
      db.update(podcasts).set(reading.podcast).where(eq(podcasts.id, podcastId)),
    ]);
  } else {
    await db.batch([upsertEpisodes, upsertFeed]);
  }
}

/** Records how a feed's fetching went. */
export function upsertFeedState(
  db: Database,
  podcastId: string,
  state: Partial<FeedRow> & Pick<FeedRow, 'url'>,
) {
  return db
    .insert(feeds)
    .values({ ...state, podcastId })
    .onConflictDoUpdate({ target: feeds.podcastId, set: state });
}
