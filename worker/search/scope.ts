/**
 * What a reader may find: subscribed podcasts, episodes they have opened, their own sources and items. Computed
 * in the main database and bound to every search.
 */
import { and, desc, eq, exists, isNull, sql } from 'drizzle-orm';
import { podcasts, subscriptions } from '../../schema/tables/catalogue.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { ownPodcasts } from '../../schema/tables/own-podcasts.ts';
import { fold } from '../../schema/wire/fold.ts';
import { chosenCategory, isOwnBy } from '../episodes/columns.ts';
import type { Database } from '../platform/database.ts';

export interface Scope {
  userId: string;
  /** All episodes of these podcasts may be found. */
  podcastIds: string[];
  /** Further episodes, with their podcasts. */
  episodes: { id: string; podcastId: string }[];
}

/** Above this, the newest count. */
const MAX_PODCASTS = 500;
const MAX_EPISODES = 1_000;

/** Whether there is anything that a reader may find. */
export async function isScopeEmpty(db: Database, userId: string): Promise<boolean> {
  const { podcastIds, episodes } = await readScope(db, userId, { podcastId: null, in: null });
  return podcastIds.length === 0 && episodes.length === 0;
}

interface ScopeFilters {
  podcastId: string | null;
  /** Part of a podcast's title, or its category. */
  in: string | null;
}

/** Determines what a user may search, within the given filters. */
export async function readScope(
  db: Database,
  userId: string,
  filters: ScopeFilters,
): Promise<Scope> {
  const isOwn = isOwnBy(userId);
  const [subscribed, own, had] = await Promise.all([
    db
      .select({ podcastId: podcasts.id, title: podcasts.title, category: chosenCategory() })
      .from(subscriptions)
      .innerJoin(podcasts, eq(podcasts.id, subscriptions.podcastId))
      .leftJoin(ownPodcasts, isOwn)
      .where(and(eq(subscriptions.userId, userId), isNull(podcasts.removedAt)))
      .orderBy(desc(subscriptions.createdAt), podcasts.id)
      .limit(MAX_PODCASTS),
    // The user's own sources belong to no category. Their podcast stays when the last one is deleted.
    db
      .select({ podcastId: podcasts.id, title: podcasts.title, category: sql<string>`''` })
      .from(podcasts)
      .where(
        and(
          eq(podcasts.ownerId, userId),
          eq(podcasts.kind, 'sources'),
          exists(db.select().from(episodes).where(eq(episodes.podcastId, podcasts.id))),
        ),
      ),
    db.all<{ id: string; podcastId: string; title: string; category: string }>(sql`
      SELECT episodes.id, podcasts.id AS podcastId, podcasts.title, ${chosenCategory()} AS category
      FROM (
        SELECT episode_id, max(at) AS at FROM (
          SELECT episode_id, taken_at AS at FROM generations WHERE user_id = ${userId}
          UNION ALL SELECT episode_id, created_at FROM chat_sessions WHERE user_id = ${userId}
          UNION ALL SELECT episode_id, generated_at FROM saved_insights WHERE user_id = ${userId}
          UNION ALL SELECT episode_id, created_at FROM moments WHERE user_id = ${userId}
        ) GROUP BY episode_id ORDER BY at DESC LIMIT ${MAX_EPISODES}
      ) AS had
      JOIN episodes ON episodes.id = had.episode_id
      JOIN podcasts ON podcasts.id = episodes.podcast_id
      LEFT JOIN own_podcasts ON ${isOwn}`),
  ]);
  const isWanted = wantedBy(filters);
  const podcastIds = [...own, ...subscribed].filter(isWanted).map(({ podcastId }) => podcastId);
  const known = new Set(podcastIds);
  return {
    userId,
    podcastIds,
    episodes: had
      .filter((row) => isWanted(row) && !known.has(row.podcastId))
      .map(({ id, podcastId }) => ({ id, podcastId })),
  };
}

function wantedBy({ podcastId, in: within }: ScopeFilters) {
  const wanted = within === null ? null : fold(within);
  return (row: { podcastId: string; title: string; category: string }) =>
    (podcastId === null || row.podcastId === podcastId) &&
    (wanted === null || fold(row.category) === wanted || fold(row.title).includes(wanted));
}
