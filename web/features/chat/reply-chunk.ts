import { z } from 'zod';

/** A line of an answer, as the specification has it: each field may be missing. */
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
  /** A piece to append; the whole answer where it is not streamed. */
  response: string;
  isLast: boolean;
  remainingFollowUps: number | null;
  error: string | null;
  details: string | null;
}

/** Null for what is no line of an answer. */
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
