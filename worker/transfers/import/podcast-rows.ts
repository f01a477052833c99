/** Finds an imported account's podcasts and episodes among existing ones, or adds them as the user's own. */
import { type SQL, sql } from 'drizzle-orm';
import {
  IMPORTED_EPISODES_MAX,
  OWN_PODCASTS_EVER_MAX,
  OWN_PODCASTS_MAX,
} from '../../../schema/limits.ts';
import type { DocumentRow } from '../../../schema/wire/account-document.ts';
import type { Database } from '../../platform/database.ts';
import { asParameters } from '../../platform/json-parameters.ts';
import { field, type ImportTarget, idIn, numbered, write } from './row-sql.ts';

export interface FoundPodcast {
  id: string;
  /** The feed is private to this user. */
  isTheirs: boolean;
  /** The user may open its episodes. */
  isVisible: boolean;
}

/**
 * Returns the podcasts with these feeds, by the document's ids: the user's private ones, or shared ones of
 * the catalogue or that the user added. Others' unlisted ones count as unknown, so that an import doesn't
 * show which feeds others have added. The removed ones are found, so that an import doesn't restore them.
 */
export async function findPodcasts(
  db: Database,
  userId: string,
  given: { id: string; feedUrl: string; isPrivate: boolean }[],
): Promise<Map<string, FoundPodcast>> {
  const rows = given.map(({ id, feedUrl, isPrivate }) => ({ id, feedUrl, isPrivate }));
  const found = new Map<string, FoundPodcast>();
  for (const text of asParameters(rows)) {
    const pairs = await db.all<{
      ref: string;
      id: string;
      isTheirs: number;
      isVisible: number;
    }>(sql`
      SELECT value ->> 'id' AS ref, p.id AS id, 1 AS "isTheirs", 1 AS "isVisible"
      FROM json_each(${text}) JOIN podcasts p ON p.feed_url = value ->> 'feedUrl'
        AND p.owner_id = ${userId}
      UNION ALL
      SELECT value ->> 'id', p.id, 0, (p.is_listed OR o.user_id IS NOT NULL)
      FROM json_each(${text}) JOIN podcasts p ON p.feed_url = value ->> 'feedUrl'
        AND p.owner_id IS NULL
      LEFT JOIN own_podcasts o ON o.podcast_id = p.id AND o.user_id = ${userId}
      WHERE NOT (value ->> 'isPrivate')
        AND (p.is_listed OR o.user_id IS NOT NULL OR p.removed_at IS NOT NULL)`);
    const isPrivate = new Map(given.map((one) => [one.id, one.isPrivate]));
    for (const { ref, id, isTheirs, isVisible } of pairs) {
      // The same feed may exist as a shared and as a private podcast. The document says which is meant.
      const isMeant = Boolean(isTheirs) === isPrivate.get(ref);
      if (found.has(ref) && !isMeant) continue;
      found.set(ref, { id, isTheirs: Boolean(isTheirs), isVisible: Boolean(isVisible) });
    }
  }
  return found;
}

/**
 * Adds unknown podcasts as private ones, because a document can't be trusted to describe podcasts that
 * others see.
 *
 * @returns their ids
 */
export async function addPodcasts(
  db: Database,
  userId: string,
  given: object[],
): Promise<string[]> {
  const added: string[] = [];
  for (const text of asParameters(given)) {
    const rows = await db.all<{ id: string }>(sql`
      INSERT OR IGNORE INTO podcasts
        (id, title, host, description, category, image_url, youtube_url, youtube_channel_id,
          language, feed_url, feed_fields, is_listed, owner_id, created_at)
      SELECT ${idIn('podcasts')}, ${field('title')}, ${field('host')}, ${field('description')},
        ${field('category')}, ${field('imageUrl')}, ${field('youtubeUrl')},
        ${field('youtubeChannelId')}, ${field('language')}, ${field('feedUrl')},
        '["title","host","description","imageUrl"]', 0, ${userId}, ${Date.now()}
      FROM ${numbered(text)}
      WHERE place <= ${OWN_PODCASTS_EVER_MAX} - (
        SELECT count(*) FROM podcasts AS theirs WHERE theirs.owner_id = ${userId})
      RETURNING id`);
    added.push(...rows.map(({ id }) => id));
  }
  return added;
}

/** Adds podcasts that aren't in the catalogue to the user's own, up to the account's limits. */
export async function addOwnPodcasts(db: Database, userId: string, ours: object[]): Promise<void> {
  for (const text of asParameters(ours)) {
    const isOther = sql`EXISTS (SELECT 1 FROM podcasts p WHERE p.id = value ->> 'podcastId'
        AND NOT p.is_listed AND p.removed_at IS NULL AND p.kind = 'feed')
      AND NOT EXISTS (SELECT 1 FROM own_podcasts o WHERE o.user_id = ${userId}
        AND o.podcast_id = value ->> 'podcastId')`;
    const kept = sql`SELECT count(*) FROM own_podcasts WHERE user_id = ${userId}`;
    const rows = (isRemoved: boolean, most: SQL) => {
      const isWanted = sql`(value ->> 'ownRemovedAt' IS NOT NULL) = ${isRemoved ? 1 : 0} AND ${isOther}`;
      return sql`
      INSERT OR IGNORE INTO own_podcasts (user_id, podcast_id, category, removed_at, created_at)
      SELECT ${userId}, ${field('podcastId')}, ${field('ownCategory')}, ${field('ownRemovedAt')},
        ${field('ownAddedAt')}
      FROM ${numbered(text, isWanted)}
      WHERE place <= ${most}`;
    };
    const everLeft = sql`${OWN_PODCASTS_EVER_MAX} - (${kept})`;
    const left = sql`${OWN_PODCASTS_MAX} - (${kept} AND removed_at IS NULL)`;
    await db.run(rows(false, sql`min(${left}, ${everLeft})`));
    await db.run(rows(true, everLeft));
  }
}

/** Subscribes the user to podcasts that they may subscribe to. */
export const addSubscriptions = (target: ImportTarget, ours: object[]) =>
  write(
    target,
    'podcasts',
    ours,
    (text, userId) => sql`
      INSERT OR IGNORE INTO subscriptions (user_id, podcast_id, created_at)
      SELECT ${userId}, p.id, value ->> 'subscribedAt'
      FROM json_each(${text}) JOIN podcasts p ON p.id = value ->> 'podcastId'
      WHERE p.removed_at IS NULL AND p.kind = 'feed' AND (p.is_listed OR EXISTS (SELECT 1 FROM own_podcasts o
        WHERE o.user_id = ${userId} AND o.podcast_id = p.id AND o.removed_at IS NULL))`,
  );

export type ImportedEpisode = Omit<DocumentRow<'episodes'>, 'publishedAt'> & {
  otherId: string;
  publishedAt: number | null;
};

/**
 * Returns the episodes of these podcasts, or of the user's private podcasts with the same feeds, by the
 * document's ids.
 */
export async function findEpisodes(
  db: Database,
  userId: string,
  given: { id: string; podcastId: string; guid: string }[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const rows = given.map(({ id, podcastId, guid }) => ({ id, podcastId, guid }));
  for (const text of asParameters(rows)) {
    const pairs = await db.all<{ ref: string; id: string }>(sql`
      SELECT value ->> 'id' AS ref, e.id AS id FROM json_each(${text})
      JOIN podcasts p ON p.id = value ->> 'podcastId'
      JOIN podcasts q ON q.id = p.id OR (q.feed_url = p.feed_url AND q.owner_id = ${userId})
      JOIN episodes e ON e.podcast_id = q.id AND e.guid = value ->> 'guid'
      ORDER BY q.id = p.id`);
    for (const { ref, id } of pairs) found.set(ref, id);
  }
  return found;
}

/**
 * Adds private copies of shared podcasts, for episodes that the shared ones don't have. They are stored as
 * removed podcasts, whose saved episodes can be opened.
 *
 * @returns the copies' ids by those of the shared podcasts
 */
export async function addHolders(
  db: Database,
  userId: string,
  wanted: { podcastId: string; holderId: string }[],
): Promise<Map<string, string>> {
  const text = JSON.stringify(wanted);
  const now = Date.now();
  await db.run(sql`
      INSERT OR IGNORE INTO podcasts
        (id, title, host, description, category, image_url, spotify_url, youtube_url,
          youtube_channel_id, language, feed_url, feed_fields, is_listed, owner_id, created_at)
      SELECT holder, title, host, description, category, image_url, spotify_url, youtube_url,
        youtube_channel_id, language, feed_url, feed_fields, 0, ${userId}, ${now}
      FROM (SELECT value ->> 'holderId' AS holder, p.*, row_number() OVER (ORDER BY key) AS place
        FROM json_each(${text}) JOIN podcasts p ON p.id = value ->> 'podcastId')
      WHERE place <= ${OWN_PODCASTS_EVER_MAX} - (
        SELECT count(*) FROM podcasts AS theirs WHERE theirs.owner_id = ${userId})`);
  await db.run(sql`
      INSERT OR IGNORE INTO own_podcasts (user_id, podcast_id, category, removed_at, created_at)
      SELECT ${userId}, holder, category, ${now}, ${now}
      FROM (SELECT q.id AS holder, q.category, row_number() OVER (ORDER BY key) AS place
        FROM json_each(${text}) JOIN podcasts p ON p.id = value ->> 'podcastId'
        JOIN podcasts q ON q.feed_url = p.feed_url AND q.owner_id = ${userId}
        WHERE NOT EXISTS (SELECT 1 FROM own_podcasts o WHERE o.user_id = ${userId}
          AND o.podcast_id = q.id))
      WHERE place <= ${OWN_PODCASTS_EVER_MAX} - (
        SELECT count(*) FROM own_podcasts WHERE user_id = ${userId})`);
  const rows = await db.all<{ ref: string; id: string }>(sql`
    SELECT value ->> 'podcastId' AS ref, q.id AS id
    FROM json_each(${text}) JOIN podcasts p ON p.id = value ->> 'podcastId'
    JOIN podcasts q ON q.feed_url = p.feed_url AND q.owner_id = ${userId}
    JOIN own_podcasts o ON o.podcast_id = q.id AND o.user_id = ${userId}`);
  return new Map(rows.map(({ ref, id }) => [ref, id]));
}

/** Adds episodes to this user's private podcasts. */
export const addEpisodes = (target: ImportTarget, rows: ImportedEpisode[]) =>
  write(target, 'episodes', rows, (text, userId) => {
    const isTheirs = sql`EXISTS (SELECT 1 FROM podcasts p WHERE p.id = value ->> 'podcastId'
        AND p.owner_id = ${userId})`;
    return sql`
      INSERT OR IGNORE INTO episodes
        (id, podcast_id, guid, title, description, published_at, duration_seconds, link, audio_url,
          image_url, youtube_video_id, is_youtube_short, transcript_links, number, season, type,
          is_explicit, created_at)
      SELECT ${idIn('episodes')}, ${field('podcastId')}, ${field('guid')}, ${field('title')},
        ${field('description')}, ${field('publishedAt')}, ${field('durationSeconds')},
        ${field('link')}, ${field('audioUrl')}, ${field('imageUrl')}, ${field('youtubeVideoId')},
        ${field('isYoutubeShort')}, '[]', ${field('number')}, ${field('season')}, ${field('type')},
        ${field('isExplicit')}, ${Date.now()}
      FROM ${numbered(text, isTheirs)}
      WHERE place <= ${IMPORTED_EPISODES_MAX} - (SELECT count(*) FROM episodes AS kept
        JOIN podcasts AS theirs ON theirs.id = kept.podcast_id WHERE theirs.owner_id = ${userId})`;
  });
