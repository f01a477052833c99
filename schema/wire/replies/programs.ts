import { z } from 'zod';
import { inRoom } from './operation.ts';

/** JSON-RPC 2.0; what the parts hold is the protocol's business. */
const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
});

export const PROGRAM_OPERATIONS = inRoom('programs', {
  'GET /api/openapi.json': {
    summary: 'Describe the API',
    status: 200,
    description: 'This description, as OpenAPI 3.1.',
    schema: z.record(z.string(), z.unknown()),
  },
  'POST /mcp': {
    summary: 'Call a tool of the Model Context Protocol',
    status: 200,
    description: 'The reply to the message, as the protocol defines it.',
    schema: messageSchema,
    also: [{ status: 202, description: 'A notification was accepted.', schema: null }],
  },
});
