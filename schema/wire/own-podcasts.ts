/** Podcasts that readers add themselves, and lists of them as OPML. */
import { z } from 'zod';
import { CATEGORIES, OPML_MAX_CHARS, URL_MAX_CHARS } from '../limits.ts';
import type { Podcast } from './catalogue.ts';
import { textSchema } from './text.ts';

const addressSchema = textSchema
  .trim()
  .min(1, 'Give the address of a podcast')
  .max(URL_MAX_CHARS, 'This address is too long');

/** The address of a feed, of a page that names one, of a YouTube channel, or an Apple Podcasts link. */
export const previewPodcastSchema = z.object({ address: addressSchema });

export const addPodcastSchema = previewPodcastSchema.extend({
  category: z.enum(CATEGORIES),
  /** True keeps a feed to oneself whose address does not look private. */
  isPrivate: z.boolean().optional(),
});
export type AddPodcast = z.output<typeof addPodcastSchema>;

/** The reply of `POST /api/user/podcasts/preview`. */
export interface PodcastPreview {
  title: string;
  host: string;
  description: string;
  /** A `data:` address; null where there is no picture, or it is too large or slow. */
  cover: string | null;
  /** Its address is a secret: it is fetched for this reader alone. */
  isPrivate: boolean;
  /** listed: in the catalogue; own: this reader has added it already. */
  status: 'new' | 'listed' | 'own';
  /** The newest first; times in ISO 8601. */
  episodes: { title: string; publishedAt: string | null }[];
}

export interface OwnPodcast extends Podcast {
  isPrivate: boolean;
}

/** The reply of `POST /api/user/podcasts`. */
export interface AddedPodcast {
  podcast: Podcast;
  /** False where it is in the catalogue, and was subscribed to there. */
  isOwn: boolean;
}

/** `category` is for podcasts whose folder names none of ours. */
export const importOpmlSchema = z.object({
  opml: z.string().max(OPML_MAX_CHARS, 'This file is too large'),
  category: z.enum(CATEGORIES).default(CATEGORIES[0]),
});

/** The reply of `POST /api/user/opml`, and of `GET /api/user/opml/{id}` while it goes on and after. */
export interface OpmlImport {
  id: string;
  /** Podcasts in the file. */
  total: number;
  /** Those of them that are done with. */
  done: number;
  added: string[];
  /** Subscribed to before. */
  known: string[];
  failed: { title: string; reason: string }[];
}
