/** Columns that say of an episode what holds now; what is stored may be out of date. */
import { type SQL, sql } from 'drizzle-orm';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';

type TranscriptStatus = (typeof transcripts.$inferSelect)['status'];

/**
 * A transcript counts as missing only until it is to be asked for again, and not where it could not
 * be had for the moment: then there is no reason.
 */
export const transcriptStatusNow = (): SQL<TranscriptStatus | null> => sql`
  CASE WHEN ${transcripts.status} = 'unavailable'
    AND (${transcripts.reason} IS NULL OR ${transcripts.retryAt} <= ${Date.now()})
    THEN NULL ELSE ${transcripts.status} END`;

/**
 * When an episode came out, for order and periods: a date still to come is no reason to stand before
 * all others for years, so until then it counts as come out when it was first seen.
 */
export const cameOutAt = (): SQL<number | null> => sql`
  CASE WHEN ${episodes.publishedAt} > ${Date.now()}
    THEN ${episodes.createdAt} ELSE ${episodes.publishedAt} END`;
