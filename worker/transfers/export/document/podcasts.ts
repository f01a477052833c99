/** The podcasts and episodes of the document. */

import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { podcasts, subscriptions } from '../../../../schema/tables/catalogue.ts';
import { episodes } from '../../../../schema/tables/episodes.ts';
import { ownPodcasts } from '../../../../schema/tables/own-podcasts.ts';
import type { DocumentRow } from '../../../../schema/wire/account-document.ts';
import { isOwnBy } from '../../../episodes/columns.ts';
import { type Database, isAmong } from '../../../platform/database.ts';
import { bySize, iso, isoOrNull, mapPages, PAGE, pagesBy, sizesOf } from './pages.ts';

/** The columns through which the user's rows refer to episodes. D1 limits a UNION to five queries. */
const REFERENCES = [
  'SELECT episode_id FROM saved_insights WHERE user_id =',
  'SELECT episode_id FROM generations WHERE insight_id IS NOT NULL AND user_id =',
  'SELECT episode_id FROM chat_sessions WHERE user_id =',
  'SELECT episode_id FROM moments WHERE user_id =',
  'SELECT episode_id FROM positions WHERE user_id =',
  'SELECT episode_id FROM review_items WHERE user_id =',
  'SELECT episode_id FROM quiz_questions WHERE user_id =',
  `SELECT takeaway ->> 'episodeId' FROM review_days WHERE user_id =`,
  `SELECT one.value ->> 'id' FROM digests, json_each(digests.episodes) AS one WHERE user_id =`,
];

/** Whether any of the user's rows refers to this episode. */
const isReferredTo = (episodeId: string, userId: string): SQL =>
  sql`(${sql.join(
    REFERENCES.map((from) => sql`${sql.raw(`${episodeId} IN (${from}`)} ${userId})`),
    sql` OR `,
  )})`;

const listPodcasts = (db: Database, userId: string) =>
  pagesBy(
    (after: string | null) =>
      db
        .select({
          podcast: podcasts,
          subscribedAt: subscriptions.createdAt,
          own: ownPodcasts,
        })
        .from(podcasts)
        .leftJoin(
          subscriptions,
          and(eq(subscriptions.podcastId, podcasts.id), eq(subscriptions.userId, userId)),
        )
        .leftJoin(ownPodcasts, isOwnBy(userId))
        .where(
          and(
            eq(podcasts.kind, 'feed'),
            sql`${podcasts.id} IN (
              SELECT podcast_id FROM subscriptions WHERE user_id = ${userId}
              UNION SELECT podcast_id FROM own_podcasts WHERE user_id = ${userId}
              UNION SELECT podcast_id FROM episodes WHERE ${isReferredTo('episodes.id', userId)})`,
            after === null ? undefined : gt(podcasts.id, after),
          ),
        )
        .orderBy(asc(podcasts.id))
        .limit(PAGE),
    ({ podcast }) => podcast.id,
  );

const asPodcast = ({
  podcast,
  subscribedAt,
  own,
}: {
  podcast: typeof podcasts.$inferSelect;
  subscribedAt: Date | null;
  own: typeof ownPodcasts.$inferSelect | null;
}): DocumentRow<'podcasts'> => ({
  id: podcast.id,
  feedUrl: podcast.feedUrl,
  title: podcast.title,
  host: podcast.host,
  description: podcast.description,
  category: podcast.category,
  imageUrl: podcast.imageUrl,
  youtubeUrl: podcast.youtubeUrl,
  youtubeChannelId: podcast.youtubeChannelId,
  language: podcast.language,
  isListed: podcast.isListed,
  isPrivate: podcast.ownerId !== null,
  subscribedAt: isoOrNull(subscribedAt),
  own: own && {
    category: own.category,
    addedAt: iso(own.createdAt),
    removedAt: isoOrNull(own.removedAt),
  },
});

/** @param ids of one batch */
async function readEpisodes(db: Database, ids: string[]): Promise<DocumentRow<'episodes'>[]> {
  const rows = await db
    .select()
    .from(episodes)
    .where(isAmong(episodes.id, ids))
    .orderBy(asc(episodes.id));
  return rows.map((row) => ({
    id: row.id,
    podcastId: row.podcastId,
    guid: row.guid,
    title: row.title,
    description: row.description,
    publishedAt: isoOrNull(row.publishedAt),
    durationSeconds: row.durationSeconds,
    link: row.link,
    audioUrl: row.audioUrl,
    imageUrl: row.imageUrl,
    youtubeVideoId: row.youtubeVideoId,
    isYoutubeShort: row.isYoutubeShort,
    number: row.number,
    season: row.season,
    type: row.type,
    isExplicit: row.isExplicit,
  }));
}

export const pagesOfPodcasts = (db: Database, userId: string) =>
  mapPages(listPodcasts(db, userId), asPodcast);

/** The episodes that the user's rows refer to. Sources have their own list. */
export const pagesOfEpisodes = (db: Database, userId: string) =>
  bySize(
    sizesOf(
      db,
      sql`FROM episodes t WHERE ${isReferredTo('t.id', userId)}
        AND NOT EXISTS (SELECT 1 FROM sources WHERE sources.episode_id = t.id)`,
      sql`octet_length(t.description) + 2000`,
    ),
    (ids) => readEpisodes(db, ids),
  );
