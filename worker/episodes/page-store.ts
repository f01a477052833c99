/** What an episode's own page shows. Besides a refresh, only this file accesses `episode_pages`. */
import { and, eq } from 'drizzle-orm';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { episodePages, episodes, transcripts } from '../../schema/tables/episodes.ts';
import type { Chapter, ChapterSource } from '../../schema/wire/episode-page.ts';
import type { Database } from '../platform/database.ts';
import { transcriptStatusNow } from './columns.ts';
import { isVisibleTo } from './store.ts';

/** Returns null for an episode that this user may not open. */
export async function findEpisodePage(db: Database, userId: string, episodeId: string) {
  const rows = await db
    .select({
      episode: episodes,
      podcastTitle: podcasts.title,
      page: episodePages,
      transcriptStatus: transcriptStatusNow(),
    })
    .from(episodes)
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .leftJoin(episodePages, eq(episodePages.episodeId, episodes.id))
    .leftJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .where(and(eq(episodes.id, episodeId), isVisibleTo(db, userId)));
  return rows[0] ?? null;
}
export type EpisodePageRow = NonNullable<Awaited<ReturnType<typeof findEpisodePage>>>;

/** Returns an episode's row alone; null if it has none. */
export async function findPage(db: Database, episodeId: string) {
  const rows = await db.select().from(episodePages).where(eq(episodePages.episodeId, episodeId));
  return rows[0] ?? null;
}

/**
 * Returns the address of a chapter's picture, null if it has none. Returns null altogether if the user may
 * not open the episode, or it has no chapter at this second.
 */
export async function findChapterPicture(
  db: Database,
  userId: string,
  episodeId: string,
  start: number,
): Promise<{ podcastId: string; imageUrl: string | null } | null> {
  const [row] = await db
    .select({ podcastId: episodes.podcastId, chapters: episodePages.chapters })
    .from(episodes)
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .innerJoin(episodePages, eq(episodePages.episodeId, episodes.id))
    .where(and(eq(episodes.id, episodeId), isVisibleTo(db, userId)));
  const chapter = row?.chapters?.find((one) => one.isListed && one.start === start);
  return row && chapter ? { podcastId: row.podcastId, imageUrl: chapter.imageUrl } : null;
}

export interface FoundChapters {
  chapters: Chapter[];
  source: ChapterSource | null;
}

/** Stores chapters for all readers until they may be looked up again. */
export async function updateChapters(
  db: Database,
  episodeId: string,
  { chapters, source }: FoundChapters,
  retryAt: Date,
): Promise<void> {
  const found = { chapters, chaptersSource: source, chaptersRetryAt: retryAt };
  await db
    .insert(episodePages)
    .values({ episodeId, notes: '', feedChapters: [], ...found })
    .onConflictDoUpdate({ target: episodePages.episodeId, set: found });
}
