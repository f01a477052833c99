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

/** A subscription: the podcast, with its id repeated as `podcastId`. */
export interface Subscription extends Podcast {
  podcastId: string;
}
