import type { Category } from '../limits.ts';

export interface Podcast {
  id: string;
  title: string;
  host: string;
  description: string;
  category: Category;
  imageUrl: string | null;
  spotifyUrl: string | null;
  youtubeUrl: string | null;
}

/** An entry of one's subscription list: the podcast, and its id once more under its own name. */
export interface Subscription extends Podcast {
  podcastId: string;
}
