import { z } from 'zod';
import { inRoom } from './operation.ts';

const checkSchema = z.enum(['ok', 'failed']);

export const PLATFORM_OPERATIONS = inRoom('platform', {
  'GET /api/health': {
    summary: 'Check the service’s health',
    status: 200,
    description: 'Everything works. If a part fails, the same body comes with 503.',
    schema: z.object({
      status: checkSchema,
      checks: z.object({
        d1: checkSchema.describe('The database.'),
        r2: checkSchema.describe('The bucket.'),
      }),
    }),
  },
});
