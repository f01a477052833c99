import { z } from 'zod';
import { idSchema } from '../common.ts';
import { inRoom, timeSchema } from './operation.ts';

const digestSchema = z.object({
  id: idSchema,
  title: z.string(),
  periodStart: timeSchema,
  periodEnd: timeSchema,
  digest: z.string().describe('Markdown. Its times are links: `[12:34](/tools?episode=…&at=754)`.'),
  episodes: z.array(
    z.object({
      id: idSchema,
      title: z.string(),
      podcastTitle: z.string(),
      publishedAt: timeSchema.nullable(),
      isPlayable: z.boolean().describe('Whether the episode has audio or a video.'),
    }),
  ),
});
export type Digest = z.output<typeof digestSchema>;

/** A digest in the list of all digests. */
const digestSummarySchema = digestSchema.pick({
  id: true,
  title: true,
  periodStart: true,
  periodEnd: true,
});
export type DigestSummary = z.output<typeof digestSummarySchema>;

export const DIGEST_OPERATIONS = inRoom('digest', {
  'GET /api/digest': {
    summary: 'Read your newest digest',
    status: 200,
    description: 'The newest digest; null if there is none.',
    schema: z.object({ digest: digestSchema.nullable() }),
  },
  'GET /api/digest/kept': {
    summary: 'List your digests',
    status: 200,
    description: 'All digests without their texts, newest first.',
    schema: z.object({ digests: z.array(digestSummarySchema) }),
  },
  'GET /api/digest/kept/:id': {
    summary: 'Read a digest',
    status: 200,
    description: 'The digest.',
    schema: digestSchema,
  },
  'POST /api/digest/generate': {
    summary: 'Write a digest of your week',
    status: 200,
    description: 'The new digest.',
    schema: digestSchema,
  },
});
