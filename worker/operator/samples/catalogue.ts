import { CATEGORIES } from '../../../schema/limits.ts';
import { loadShows } from './shows.ts';

/** The sample podcasts as entries of the catalogue, served from this origin. */
export function samplerEntries(origin: string) {
  return loadShows().map((show) => {
    const category = CATEGORIES.find((name) => name === show.category);
    if (!category) throw new Error(`${show.title} has no category of the catalogue`);
    return {
      title: show.title,
      host: show.host,
      description: show.description,
      category,
      feedUrl: `${origin}/${show.slug}/feed.xml`,
      imageUrl: `${origin}/${show.slug}/cover.svg`,
      spotifyUrl: null,
      youtubeUrl: null,
      youtubeChannelId: null,
    };
  });
}
