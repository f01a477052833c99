import { z } from 'zod';
import { CONVERSATIONS_PAGE } from '../../schema/limits.ts';
import type { ChatHistoryPage, ChatHistorySession } from '../../schema/wire/chat.ts';
import { writeCursor } from '../../schema/wire/common.ts';
import { ABOUT_ALL, type ConversationRow } from '../chat/history-store.ts';
import { cutPage } from '../platform/list-page.ts';

const followUpsSchema = z.array(
  z.object({
    id: z.string(),
    question: z.string(),
    answer: z.string(),
    createdAt: z.number().transform((ms) => new Date(ms).toISOString()),
  }),
);

/** A conversation in the history. */
export function toConversation(row: ConversationRow): ChatHistorySession {
  const { isCut, newest: _newest, ...session } = row;
  return {
    ...session,
    createdAt: row.createdAt.toISOString(),
    followUps: followUpsSchema.parse(JSON.parse(row.followUps)),
    ...(isCut ? { isExcerpt: true } : {}),
  };
}

/** Makes a page from its rows and the first row of the next page. */
export function toHistoryPage(rows: ConversationRow[]): ChatHistoryPage {
  const { page, nextCursor } = cutPage(rows, CONVERSATIONS_PAGE, (last) =>
    writeCursor({
      groupTime: last.newest,
      groupId: last.episodeId ?? ABOUT_ALL,
      time: last.createdAt.getTime(),
      id: last.id,
    }),
  );
  return { chatSessions: page.map(toConversation), nextCursor };
}
