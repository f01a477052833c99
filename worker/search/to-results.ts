import { eq } from 'drizzle-orm';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { canPlay } from '../../schema/wire/media.ts';
import type { SearchResult } from '../../schema/wire/search.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { cutSnippet } from './match-sentence.ts';
import type { Ranked } from './rank.ts';

/** Adds the episodes' data from the main database, and drops results that no longer exist there. */
export async function toResults(db: Database, page: Ranked[]): Promise<SearchResult[]> {
  const ids = [...new Set(page.flatMap(({ passage }) => passage.episodeId ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            episodeId: episodes.id,
            episodeTitle: episodes.title,
            publishedAt: episodes.publishedAt,
            podcastId: podcasts.id,
            podcastTitle: podcasts.title,
            podcastKind: podcasts.kind,
            audioUrl: episodes.audioUrl,
            youtubeVideoId: episodes.youtubeVideoId,
          })
          .from(episodes)
          .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
          .where(isAmong(episodes.id, ids));
  const known = new Map(rows.map((row) => [row.episodeId, row]));
  return page.flatMap((found): SearchResult[] => {
    const { passage, sentence, at } = found;
    const episode = passage.episodeId === null ? null : known.get(passage.episodeId);
    if (episode === undefined) return [];
    const { kind, sourceId, place } = passage;
    const { start } = sentence;
    const isOfSource = episode?.podcastKind === 'sources';
    return [
      {
        id: `${kind}-${sourceId}-${place}-${at}`,
        kind,
        episodeId: episode?.episodeId ?? null,
        episodeTitle: episode?.episodeTitle ?? null,
        podcastId: episode?.podcastId ?? null,
        podcastTitle: episode?.podcastTitle ?? null,
        publishedAt: episode?.publishedAt?.toISOString() ?? null,
        speaker: sentence.speaker,
        seconds: isOfSource ? null : start,
        isPlayable: episode !== null && canPlay(episode),
        ...(isOfSource && start !== null ? { paragraph: start } : {}),
        ...cutSnippet(sentence.text, found.marks),
        ...(kind === 'insight' || kind === 'note' ? { insightId: sourceId } : {}),
        ...(kind === 'chat' ? { sessionId: sourceId } : {}),
      },
    ];
  });
}
