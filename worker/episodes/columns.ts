/** Columns computed at query time, because the stored values may be out of date. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Category } from '../../schema/limits.ts';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import { ownPodcasts } from '../../schema/tables/own-podcasts.ts';

type TranscriptStatus = (typeof transcripts.$inferSelect)['status'];

/**
 * A transcript counts as missing only until its next retry, and not after a temporary failure, which
 * leaves no reason.
 */
export const transcriptStatusNow = (): SQL<TranscriptStatus | null> => sql`
  CASE WHEN ${transcripts.status} = 'unavailable'
    AND (${transcripts.reason} IS NULL OR ${transcripts.retryAt} <= ${Date.now()})
    THEN NULL ELSE ${transcripts.status} END`;

/**
 * When an episode came out, for sorting and date ranges. A date in the future must not put an episode
 * first for years, so until then its first sighting counts.
 */
export const cameOutAt = (): SQL<number | null> => sql`
  CASE WHEN ${episodes.publishedAt} > ${Date.now()}
    THEN ${episodes.createdAt} ELSE ${episodes.publishedAt} END`;

/**
 * The same for a podcast's own list. Of an item that was in the feed when it was first read, that
 * sighting says nothing, so a date in the future never puts one before the newest of the others.
 * Trailers and bonus episodes have an order of their own.
 */
export const listedAt = (): SQL<number | null> => sql`
  CASE WHEN ${episodes.publishedAt} > ${Date.now()}
    THEN min(${episodes.createdAt}, coalesce((
      SELECT max(dated.published_at) - 1 FROM ${episodes} AS dated
      WHERE dated.podcast_id = ${episodes.podcastId} AND dated.published_at <= ${Date.now()}
        AND (dated.type <> 'full') = (${isExtra()})
    ), ${episodes.createdAt}))
    ELSE ${episodes.publishedAt} END`;

/** 1 for trailers and bonus episodes, which stand last in lists; 0 for full episodes. */
export const isExtra = (): SQL<number> => sql`${episodes.type} <> 'full'`;

/** Matches the row of `own_podcasts` that says how the user added this podcast. */
export const isOwnBy = (userId: string): SQL | undefined =>
  and(eq(ownPodcasts.podcastId, podcasts.id), eq(ownPodcasts.userId, userId));

/**
 * A podcast's category as a user sees it, who may have chosen one for a podcast they added. For
 * statements that join `own_podcasts` on `isOwnBy`.
 */
export const chosenCategory = (): SQL<Category> => sql`
  CASE WHEN ${podcasts.isListed} THEN ${podcasts.category}
    ELSE coalesce(${ownPodcasts.category}, ${podcasts.category}) END`;
