/** The front door: which of the product's parts answers which of the platform's calls. */
import { deleteExpiredSessions } from './accounts/store.ts';
import { app } from './app.ts';
import { ChatSession } from './chat/ChatSession.ts';
import { consumeDeadRefreshes, consumeRefreshes } from './episodes/consume.ts';
import { refreshAll } from './episodes/request-refresh.ts';
import { consumeDeadInsights, consumeInsightBatch } from './insights/consume.ts';
import { createDatabase } from './platform/database.ts';
import { log } from './platform/logging.ts';

export { ChatSession };

const QUEUES: Record<string, (batch: MessageBatch, env: Env) => Promise<void>> = {
  'dripcast-refresh': consumeRefreshes,
  'dripcast-insights': consumeInsightBatch,
  'dripcast-refresh-dead': consumeDeadRefreshes,
  'dripcast-insights-dead': consumeDeadInsights,
};

export default {
  fetch: app.fetch,

  async queue(batch, env) {
    const consume = QUEUES[batch.queue];
    if (!consume) throw new Error(`no consumer for the queue ${batch.queue}`);
    await consume(batch, env);
  },

  /** Mondays: every podcast that somebody subscribes to is refreshed, through the queue. */
  async scheduled(_controller, env) {
    const db = createDatabase(env.DB);
    const messages = await refreshAll(db, env.REFRESH_QUEUE);
    await deleteExpiredSessions(db, new Date());
    log.info('weekly_refresh_queued', { messages });
  },
} satisfies ExportedHandler<Env>;
