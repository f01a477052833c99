import { z } from 'zod';
import { FEED_KINDS } from '../../kinds.ts';
import { done, inRoom, timeSchema } from './operation.ts';

const outgoingFeedSchema = z.object({
  kind: z.enum(FEED_KINDS),
  createdAt: timeSchema.nullable().describe('Null if it has no address.'),
});
export type OutgoingFeed = z.output<typeof outgoingFeedSchema>;

export const OUTGOING_FEED_OPERATIONS = inRoom('outgoing-feeds', {
  'GET /api/user/feeds': {
    summary: 'List your RSS feeds',
    status: 200,
    description: 'All kinds of feeds, and which of them have an address.',
    schema: z.object({ feeds: z.array(outgoingFeedSchema) }),
  },
  'POST /api/user/feeds/:kind': {
    summary: 'Give a feed a new secret address',
    status: 201,
    description: 'The address, returned only this once; an earlier one no longer works.',
    schema: z.object({ address: z.string() }),
  },
  'DELETE /api/user/feeds/:kind': {
    summary: 'Revoke a feed’s address',
    ...done('The feed has no address.'),
  },
  'GET /api/feeds/:token': {
    summary: 'Read a feed at its secret address',
    status: 200,
    description: 'The feed as RSS 2.0.',
    schema: null,
    contentType: 'application/rss+xml',
  },
});
