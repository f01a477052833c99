/** Podcasts that readers add themselves, and lists of them as OPML. */
import { z } from 'zod';
import { CATEGORIES, OPML_MAX_CHARS, URL_MAX_CHARS } from '../limits.ts';
import { writeIdSchema } from './common.ts';
import { textSchema } from './text.ts';

export type {
  AddedPodcast,
  OpmlImport,
  OwnPodcast,
  PodcastPreview,
} from './replies/own-podcasts.ts';

const addressSchema = textSchema
  .trim()
  .min(1, 'Enter the address of a podcast')
  .max(URL_MAX_CHARS, 'This address is too long');

/** The address of a feed, of a page that names one, of a YouTube channel, or an Apple Podcasts link. */
export const previewPodcastSchema = z.object({ address: addressSchema });

export const addPodcastSchema = previewPodcastSchema.extend({
  category: z.enum(CATEGORIES),
  /** True keeps the feed private even if its address doesn't look private. */
  isPrivate: z.boolean().optional(),
});
export type AddPodcast = z.output<typeof addPodcastSchema>;

/** `category` is for podcasts whose folder isn't named like a category. */
export const importOpmlSchema = z.object({
  id: writeIdSchema.optional(),
  opml: z.string().max(OPML_MAX_CHARS, 'This file is too large'),
  category: z.enum(CATEGORIES).default(CATEGORIES[0]),
});
