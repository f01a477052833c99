/**
 * Plans an export's notes: what they contain, in the order in which it is written. The plan only has ids
 * and sizes; `load-things.ts` reads the contents.
 */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Category } from '../../../schema/limits.ts';
import { podcasts } from '../../../schema/tables/catalogue.ts';
import { episodes } from '../../../schema/tables/episodes.ts';
import { savedInsights } from '../../../schema/tables/library.ts';
import { ownPodcasts } from '../../../schema/tables/own-podcasts.ts';
import { sources } from '../../../schema/tables/sources.ts';
import { chosenCategory, isOwnBy } from '../../episodes/columns.ts';
import { isPrivateAddress } from '../../feeds/private-address.ts';
import { type Database, isAmong } from '../../platform/database.ts';

/** The kinds of things that get a block in the notes. */
export type ThingKind = 'insight' | 'moment' | 'conversation';

export interface PlannedThing {
  kind: ThingKind;
  id: string;
  /** Null for a conversation about all podcasts. */
  episodeId: string | null;
  bytes: number;
}

/** An episode as the notes describe it. */
export interface ExportedEpisode {
  id: string;
  title: string;
  podcastId: string;
  podcastTitle: string;
  /** Who wrote a source; null if nobody is named, and for episodes. */
  author: string | null;
  /** Null for a source. */
  category: Category | null;
  publishedAt: Date | null;
  /** The web page; null if it may be secret, because the feed or the address itself is private. */
  link: string | null;
  audioUrl: string | null;
  /** A source that the user added. It gets a file even if nothing was saved from it. */
  isSource: boolean;
}

export interface AccountPlan {
  /** Grouped by episode, in the order of `episodes`; those without one last. */
  things: PlannedThing[];
  /** By podcast, oldest first, so that a new episode doesn't change the file names of older ones. */
  episodes: ExportedEpisode[];
  /** The tags of the things of an episode. */
  tags: Map<string, string[]>;
}

/** The things of a user that belong to an episode, or to none. */
const thingsOf = (userId: string): SQL => sql`
  SELECT 'insight' AS kind, id, episode_id, generated_at AS at, 1 AS rank,
    octet_length(insight) + octet_length(insight_html) + coalesce(octet_length(user_notes), 0)
      AS bytes
  FROM saved_insights WHERE user_id = ${userId}
  UNION ALL
  SELECT 'moment', id, episode_id, start_seconds, 2, octet_length(text) + octet_length(note)
  FROM moments WHERE user_id = ${userId}
  UNION ALL
  SELECT 'conversation', c.id, c.episode_id, c.created_at, 3,
    sum(octet_length(f.question) + octet_length(f.answer))
  FROM chat_sessions c JOIN chat_follow_ups f ON f.session_id = c.id
  WHERE c.user_id = ${userId} GROUP BY c.id`;

/** Further episodes, with review items or quiz questions. */
const askedAbout = (userId: string): SQL => sql`
  SELECT episode_id FROM review_items WHERE user_id = ${userId}
  UNION SELECT episode_id FROM quiz_questions WHERE user_id = ${userId}`;

/** Not part of the UNION above, because D1 limits a UNION to five queries. */
const sourcesOf = (userId: string): SQL => sql`
  SELECT episode_id FROM sources WHERE user_id = ${userId}`;

/** @param podcastIds null for all */
export async function planExport(
  db: Database,
  userId: string,
  podcastIds: readonly string[] | null,
): Promise<AccountPlan> {
  const [things, listed, tags] = await Promise.all([
    listThings(db, userId, podcastIds),
    listEpisodes(db, userId, podcastIds),
    listTags(db, userId),
  ]);
  return { things, episodes: listed.map(asExported), tags };
}

function listThings(
  db: Database,
  userId: string,
  podcastIds: readonly string[] | null,
): Promise<PlannedThing[]> {
  return db.all<PlannedThing>(sql`
    SELECT t.kind, t.id, t.episode_id AS "episodeId", t.bytes
    FROM (${thingsOf(userId)}) t
    LEFT JOIN episodes e ON e.id = t.episode_id LEFT JOIN podcasts p ON p.id = e.podcast_id
    WHERE ${podcastIds === null ? sql`true` : isAmong(sql`p.id`, podcastIds)}
    ORDER BY t.episode_id IS NULL, p.title COLLATE NOCASE, p.id, e.published_at IS NULL,
      e.published_at, e.id, t.rank, t.at, t.id`);
}

/** Lists the episodes in the order of their things. */
function listEpisodes(db: Database, userId: string, podcastIds: readonly string[] | null) {
  return db
    .select({
      id: episodes.id,
      title: episodes.title,
      podcastId: podcasts.id,
      podcastTitle: podcasts.title,
      category: chosenCategory(),
      publishedAt: episodes.publishedAt,
      link: episodes.link,
      audioUrl: episodes.audioUrl,
      ownerId: podcasts.ownerId,
      podcastKind: podcasts.kind,
      author: sources.author,
    })
    .from(episodes)
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .leftJoin(sources, and(eq(sources.episodeId, episodes.id), eq(sources.userId, userId)))
    .leftJoin(ownPodcasts, isOwnBy(userId))
    .where(
      and(
        podcastIds === null ? undefined : isAmong(podcasts.id, podcastIds),
        or(
          sql`${episodes.id} IN (SELECT episode_id FROM (${thingsOf(userId)}))`,
          sql`${episodes.id} IN (${askedAbout(userId)})`,
          sql`${episodes.id} IN (${sourcesOf(userId)})`,
        ),
      ),
    )
    .orderBy(
      sql`${podcasts.title} COLLATE NOCASE, ${podcasts.id}, ${episodes.publishedAt} IS NULL,
        ${episodes.publishedAt}, ${episodes.id}`,
    );
}

function asExported({
  ownerId,
  podcastKind,
  category,
  link,
  audioUrl,
  ...episode
}: Awaited<ReturnType<typeof listEpisodes>>[number]): ExportedEpisode {
  const isSource = podcastKind === 'sources';
  const isShown = isSource ? link !== null && !isPrivateAddress(link) : ownerId === null;
  return {
    ...episode,
    isSource,
    category: isSource ? null : category,
    link: isShown ? link : null,
    audioUrl: isShown ? audioUrl : null,
  };
}

async function listTags(db: Database, userId: string): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ episodeId: savedInsights.episodeId, tags: savedInsights.tags })
    .from(savedInsights)
    .where(and(eq(savedInsights.userId, userId), sql`${savedInsights.tags} <> '[]'`));
  const tags = new Map<string, string[]>();
  for (const row of rows) {
    tags.set(row.episodeId, [...(tags.get(row.episodeId) ?? []), ...row.tags]);
  }
  return tags;
}

/** The podcasts that a user has saved anything from, by title. */
export function listExportable(
  db: Database,
  userId: string,
): Promise<{ id: string; title: string }[]> {
  return db.all<{ id: string; title: string }>(sql`
    SELECT id, title FROM podcasts WHERE id IN (
      SELECT podcast_id FROM episodes WHERE id IN (
        SELECT episode_id FROM saved_insights WHERE user_id = ${userId}
        UNION SELECT episode_id FROM chat_sessions c WHERE user_id = ${userId}
          AND EXISTS (SELECT 1 FROM chat_follow_ups WHERE session_id = c.id)
        UNION SELECT episode_id FROM moments WHERE user_id = ${userId}
        UNION ${askedAbout(userId)}
      ) OR id IN (${sourcesOf(userId)})
    ) ORDER BY title COLLATE NOCASE, id`);
}
