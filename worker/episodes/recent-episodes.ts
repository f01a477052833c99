import type { Episode, EpisodesByPodcast } from '../../schema/wire/episodes.ts';
import type { Database } from '../platform/database.ts';
import { hasTranscriptSource } from '../transcripts/sources.ts';
import { listRecentEpisodes, type RecentEpisodeRow } from './store.ts';

/**
 * Returns the known episodes of a user's podcasts, newest podcast first.
 *
 * @param canTranscribe whether this deployment can transcribe audio
 */
export async function recentEpisodes(
  db: Database,
  userId: string,
  perPodcast: number,
  canTranscribe: boolean,
): Promise<EpisodesByPodcast> {
  return groupByTitle(await listRecentEpisodes(db, userId, perPodcast), canTranscribe);
}

/** Podcasts with the same title also get their host's name, and a number if that is the same too. */
function groupByTitle(rows: RecentEpisodeRow[], canTranscribe: boolean): EpisodesByPodcast {
  const keys = new Map<string, string>();
  // A map, because a title may be any text, including names that objects already have.
  const groups = new Map<string, Episode[]>();
  for (const row of rows) {
    const key = keys.get(row.podcastId) ?? freeKey(groups, row);
    keys.set(row.podcastId, key);
    const group = groups.get(key) ?? [];
    group.push({
      id: row.id,
      podcastId: row.podcastId,
      title: row.title,
      publishedAt: row.publishedAt?.toISOString() ?? null,
      durationSeconds: row.durationSeconds,
      type: row.type,
      number: row.number,
      season: row.season,
      explicit: row.isExplicit,
      isYoutubeShort: row.isYoutubeShort,
      transcriptUnavailable:
        row.transcriptStatus === 'unavailable' || !hasTranscriptSource(row, canTranscribe),
      hasInsights: row.insightId !== null,
      audioUrl: row.audioUrl,
      youtubeVideoId: row.youtubeVideoId,
      link: row.link,
    });
    groups.set(key, group);
  }
  for (const group of groups.values()) {
    group.sort((a, b) => Number(a.type !== 'full') - Number(b.type !== 'full'));
  }
  return Object.fromEntries(groups);
}

function freeKey(groups: Map<string, Episode[]>, row: RecentEpisodeRow): string {
  if (!groups.has(row.podcastTitle)) return row.podcastTitle;
  const key = `${row.podcastTitle} (${row.podcastHost})`;
  let number = 1;
  while (groups.has(number === 1 ? key : `${key} ${number}`)) number += 1;
  return number === 1 ? key : `${key} ${number}`;
}
