import { z } from 'zod';
import type { ChatHistorySession } from '../../schema/wire/chat.ts';
import type { listChatHistory } from './store.ts';

type Row = Awaited<ReturnType<typeof listChatHistory>>[number];

const followUpsSchema = z.array(
  z.object({
    id: z.string(),
    question: z.string(),
    answer: z.string(),
    createdAt: z.number().transform((ms) => new Date(ms).toISOString()),
  }),
);

/** Conversations as the history shows them; those in which nothing was said are left out. */
export function toConversations(rows: Row[]): ChatHistorySession[] {
  return rows
    .map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      followUps: followUpsSchema.parse(JSON.parse(row.followUps)),
    }))
    .filter((session) => session.followUps.length > 0);
}
