import { z } from 'zod';
import { CATEGORIES } from '../../limits.ts';
import { idSchema } from '../common.ts';
import { inRoom, type Reply } from './operation.ts';

export const podcastSchema = z.object({
  id: idSchema,
  title: z.string(),
  host: z.string(),
  description: z.string(),
  category: z.enum(CATEGORIES),
  imageUrl: z.string().nullable(),
  spotifyUrl: z.string().nullable(),
  youtubeUrl: z.string().nullable(),
});
export type Podcast = z.output<typeof podcastSchema>;

/** A subscription: the podcast, with its id repeated as `podcastId`. */
const subscriptionSchema = podcastSchema.extend({
  podcastId: idSchema.describe('The same as `id`.'),
});
export type Subscription = z.output<typeof subscriptionSchema>;

const subscribedSchema = z.object({ success: z.literal(true), podcastId: idSchema });

const image = (description: string) => ({
  status: 200,
  description,
  schema: null,
  contentType: 'image/*',
});
const noImage: Reply = {
  status: 204,
  description: 'There is no picture, or none yet.',
  schema: null,
};

export const CATALOGUE_OPERATIONS = inRoom('catalogue', {
  'GET /api/podcasts': {
    summary: 'List the catalogue',
    status: 200,
    description: 'All podcasts in the catalogue.',
    schema: z.array(podcastSchema),
  },
  'POST /api/podcasts/:id/subscribe': {
    summary: 'Subscribe to a podcast',
    status: 201,
    description: 'You are subscribed.',
    schema: subscribedSchema,
  },
  'DELETE /api/podcasts/:id/subscribe': {
    summary: 'Unsubscribe from a podcast',
    status: 200,
    description: 'You are not subscribed, whether or not you were before.',
    schema: subscribedSchema,
  },
  'GET /api/user/subscriptions': {
    summary: 'List your subscriptions',
    status: 200,
    description: 'The podcasts you are subscribed to.',
    schema: z.array(subscriptionSchema),
  },
  'GET /api/podcasts/:id/cover': {
    summary: 'Get a podcast’s cover',
    ...image('The cover as its host serves it.'),
    also: [noImage],
  },
  'GET /api/podcasts/episodes/:episodeId/picture': {
    summary: 'Get an episode’s own picture',
    ...image('The picture as its host serves it.'),
    also: [noImage],
  },
  'GET /api/podcasts/episodes/:episodeId/chapters/:start/picture': {
    summary: 'Get a chapter’s picture',
    ...image('The picture as its host serves it.'),
    also: [noImage],
  },
});
