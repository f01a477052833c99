import { z } from 'zod';
import { idSchema } from '../common.ts';
import { podcastSchema } from './catalogue.ts';
import { done, inRoom, timeSchema } from './operation.ts';

/** The reply of `POST /api/user/podcasts/preview`. */
const podcastPreviewSchema = z.object({
  title: z.string(),
  host: z.string(),
  description: z.string(),
  cover: z
    .string()
    .nullable()
    .describe('A `data:` address; null if there is no picture, or it is too large or slow.'),
  isPrivate: z.boolean().describe('Its address is a secret: it is fetched for this reader only.'),
  status: z
    .enum(['new', 'listed', 'subscribed', 'own'])
    .describe(
      'listed: in the catalogue; subscribed: there, and this reader is subscribed to it; own: this reader ' +
        'has already added it.',
    ),
  episodes: z
    .array(z.object({ title: z.string(), publishedAt: timeSchema.nullable() }))
    .describe('The newest first.'),
});
export type PodcastPreview = z.output<typeof podcastPreviewSchema>;

const ownPodcastSchema = podcastSchema.extend({ isPrivate: z.boolean() });
export type OwnPodcast = z.output<typeof ownPodcastSchema>;

/** The reply of `POST /api/user/podcasts`. */
const addedPodcastSchema = z.object({
  podcast: podcastSchema,
  isOwn: z.boolean().describe('False if it is in the catalogue and was only subscribed to.'),
});
export type AddedPodcast = z.output<typeof addedPodcastSchema>;

/** The reply of `POST /api/user/opml`, and of `GET /api/user/opml/{id}` while it goes on and after. */
const opmlImportSchema = z.object({
  id: idSchema,
  total: z.number().int().describe('Podcasts in the file.'),
  done: z.number().int().describe('How many of them are processed.'),
  added: z.array(z.string()),
  known: z.array(z.string()).describe('Already subscribed to.'),
  failed: z.array(z.object({ title: z.string(), reason: z.string() })),
  waiting: z
    .array(z.object({ title: z.string(), reason: z.string(), retryAt: timeSchema }))
    .describe('Their hosts asked us to come back later. They are tried again at `retryAt`.'),
});
export type OpmlImport = z.output<typeof opmlImportSchema>;

export const OWN_PODCAST_OPERATIONS = inRoom('own-podcasts', {
  'GET /api/user/podcasts': {
    summary: 'List the podcasts you added',
    status: 200,
    description: 'The podcasts you added yourself.',
    schema: z.object({ podcasts: z.array(ownPodcastSchema) }),
  },
  'POST /api/user/podcasts/preview': {
    summary: 'Preview a podcast before you add it',
    status: 200,
    description: 'The podcast and its newest episodes. Nothing is stored.',
    schema: podcastPreviewSchema,
  },
  'POST /api/user/podcasts': {
    summary: 'Add a podcast by its address',
    status: 201,
    description: 'The podcast, to which you are now subscribed.',
    schema: addedPodcastSchema,
  },
  'DELETE /api/user/podcasts/:id': {
    summary: 'Remove a podcast you added',
    ...done('The podcast is no longer yours.'),
  },
  'GET /api/user/opml': {
    summary: 'Download your subscriptions as OPML',
    status: 200,
    description: 'The subscriptions as a file for other podcast apps.',
    schema: null,
    contentType: 'text/x-opml',
  },
  'POST /api/user/opml': {
    summary: 'Import subscriptions from an OPML file',
    status: 202,
    description: 'The import, which continues in the background.',
    schema: opmlImportSchema,
  },
  'GET /api/user/opml/:id': {
    summary: 'Get an import’s progress',
    status: 200,
    description: 'The current state of the import.',
    schema: opmlImportSchema,
  },
});
