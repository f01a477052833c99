import type { Episode, EpisodesByPodcast } from '../../../schema/wire/episodes.ts';

/**
 * Podcasts sorted by their newest episode. The server sorts them too, but an object moves keys that
 * look like numbers ('1865') to the front. Dates in the future don't count.
 */
export function podcastsInOrder(
  episodesByPodcast: EpisodesByPodcast,
  now = new Date(),
): [podcast: string, episodes: Episode[]][] {
  const published = Object.entries(episodesByPodcast).map(([podcast, episodes]) => ({
    podcast,
    episodes,
    newest: Math.max(0, ...episodes.map((episode) => publishedBy(episode, now))),
  }));
  return published
    .sort((a, b) => b.newest - a.newest)
    .map(({ podcast, episodes }) => [podcast, episodes]);
}

function publishedBy({ publishedAt }: Episode, now: Date): number {
  const time = publishedAt === null ? 0 : Date.parse(publishedAt);
  return time <= now.getTime() ? time : 0;
}
