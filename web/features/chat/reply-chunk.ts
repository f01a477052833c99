import { z } from 'zod';
import type { ChatReplyChunk } from '../../../schema/wire/chat.ts';

/** A line of a streamed answer, as it is trusted here. */
export const replyChunkSchema: z.ZodType<ChatReplyChunk> = z.object({
  response: z.string(),
  sessionId: z.string(),
  streaming: z.boolean(),
  done: z.boolean(),
  remainingFollowUps: z.number().int().optional(),
  error: z.string().optional(),
  details: z.string().optional(),
});
