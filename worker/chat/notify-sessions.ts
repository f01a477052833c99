/** Sends an insight's progress to these users' conversations about its episode. */
import type { Database } from '../platform/database.ts';
import { describeError, log } from '../platform/logging.ts';
import type { ChatSession } from './ChatSession.ts';
import type { InsightState } from './conversation.ts';
import { listSessionIds } from './store.ts';

export type ChatSessions = DurableObjectNamespace<ChatSession>;

type InsightNews =
  | { type: 'progress'; progress: number; step: string }
  | { type: 'done'; insight: string }
  | { type: 'failed'; message: string };

/** Never throws: a conversation that can't be reached reads the state from D1 when it opens. */
export async function notifySessions(
  deps: { db: Database; sessions: ChatSessions },
  userIds: string[],
  episodeId: string,
  news: InsightNews,
): Promise<void> {
  try {
    const ids = await listSessionIds(deps.db, userIds, episodeId);
    const results = await Promise.allSettled(
      ids.map((id) => deps.sessions.getByName(id).insightNews(toState(news))),
    );
    for (const result of results) {
      if (result.status === 'rejected') {
        log.warn('chat_not_told', { error: describeError(result.reason) });
      }
    }
  } catch (error) {
    log.warn('chat_not_told', { error: describeError(error) });
  }
}

function toState(news: InsightNews): InsightState {
  switch (news.type) {
    case 'progress':
      return { status: 'queued', text: null, progress: news.progress, step: news.step };
    case 'done':
      return { status: 'done', text: news.insight, progress: 100, step: '' };
    case 'failed':
      return { status: 'failed', text: null, progress: 0, step: news.message };
  }
}
