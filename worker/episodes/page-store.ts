/** What an episode's own page shows: the only hands on `episode_pages` beside a refresh. */
import { and, eq } from 'drizzle-orm';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { episodePages, episodes, transcripts } from '../../schema/tables/episodes.ts';
import type { Chapter, ChapterSource } from '../../schema/wire/episode-page.ts';
import type { Database } from '../platform/database.ts';
import { transcriptStatusNow } from './columns.ts';
import { isVisibleTo } from './store.ts';

/** Null for an episode that this user may not open. */
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

/**
 * The address of the picture of the chapter that starts at a second. Null for an episode that this user
 * may not open, or without such a chapter; the address is null for a chapter without a picture.
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

/** Keeps the chapters that were found, for everybody, until they may be looked for again. */
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
