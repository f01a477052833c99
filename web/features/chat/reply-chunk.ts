import { z } from 'zod';

/** One line of a streamed answer. The specification makes every field optional. */
const replyChunkSchema = z.object({
  response: z.string().nullish(),
  streaming: z.boolean().nullish(),
  isStreaming: z.boolean().nullish(),
  done: z.boolean().nullish(),
  remainingFollowUps: z.number().int().nullish(),
  error: z.string().nullish(),
  details: z.string().nullish(),
});

export interface ReplyChunk {
  /** A piece to append, or the whole answer if it isn't streamed. */
  response: string;
  isLast: boolean;
  remainingFollowUps: number | null;
  error: string | null;
  details: string | null;
}

/** Returns null if the line isn't part of an answer. */
export function parseReplyChunk(line: unknown): ReplyChunk | null {
  const { data } = replyChunkSchema.safeParse(line);
  if (!data) return null;
  const isStreamed = data.streaming ?? data.isStreaming ?? true;
  return {
    response: data.response ?? '',
    isLast: data.done === true || !isStreamed,
    remainingFollowUps: data.remainingFollowUps ?? null,
    error: data.error || null,
    details: data.details || null,
  };
}
