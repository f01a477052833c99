import { z } from 'zod';
import { inRoom } from './operation.ts';

const checkSchema = z.enum(['ok', 'failed']);

export const PLATFORM_OPERATIONS = inRoom('platform', {
  'GET /api/health': {
    summary: 'Ask whether the service is well',
    status: 200,
    description: 'All is well. With a part that failed, the same body comes with a 503.',
    schema: z.object({
      status: checkSchema,
      checks: z.object({
        d1: checkSchema.describe('The database.'),
        r2: checkSchema.describe('The bucket.'),
      }),
    }),
  },
});
