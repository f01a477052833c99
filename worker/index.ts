/** The Worker's entry point: connects the platform's events to the rooms. */
import { deleteOldAttempts } from './accounts/login-store.ts';
import { deleteExpiredSessions } from './accounts/session-store.ts';
import { deleteExpiredTokens } from './accounts/token-store.ts';
import { app } from './app.ts';
import { consumeBriefs, consumeMailEvents } from './brief/consume.ts';
import { mailFor } from './brief/mail.ts';
import { deleteOldBriefs } from './brief/outbox-store.ts';
import { sendDueBriefs } from './brief/send-due.ts';
import { deleteOldConfirmations } from './brief/subscription-store.ts';
import { CoverHost } from './catalogue/CoverHost.ts';
import { ChatSession as Conversation } from './chat/ChatSession.ts';
import { NDJSON } from './chat/reply-stream.ts';
import { consumeDeadRefreshes, consumeRefreshes } from './episodes/consume.ts';
import { startWeeklyRun } from './episodes/weekly-run.ts';
import { consumeDeadInsights, consumeInsightBatch } from './insights/consume.ts';
import { takeOverInsights } from './insights/take-over-insights.ts';
import { createDatabase } from './platform/database.ts';
import { describeError, log } from './platform/logging.ts';
import { HostLimiter } from './platform/outbound/HostLimiter.ts';
import { recordFailedJobs } from './platform/queues/failed-jobs.ts';
import { retryDelaySeconds } from './platform/queues/retry-delay.ts';
import { fetchPage, isForPage } from './platform/requests/app-page.ts';
import { mayHaveStored } from './platform/requests/may-store.ts';
import { sendSearchChanges } from './search/changes.ts';
import { consumeDeadSearchJobs, consumeSearchJobs } from './search/consume.ts';
import { startSweep } from './search/sweep.ts';
import { lookForLostWork, takeOverLostWork } from './take-over.ts';
import {
  consumeDeadTranscription,
  consumeTranscription,
} from './transcripts/transcription/consume.ts';
import { consumeDeadTransfers, consumeTransfers } from './transfers/consume.ts';
import { deleteExpiredExports } from './transfers/export/store.ts';
import { deleteExpiredAccountImports } from './transfers/import/store.ts';

export { CoverHost, HostLimiter };

/** Adds the recovery of lost insights, a room that chat doesn't know. */
export class ChatSession extends Conversation {
  protected override async takeOverInsights(): Promise<void> {
    await takeOverInsights(createDatabase(this.env.DB), this.env.INSIGHT_QUEUE);
  }
}

const EVERY_MINUTE = '* * * * *';

const QUEUES: Record<
  string,
  (batch: MessageBatch, env: Env, ctx: ExecutionContext) => Promise<void>
> = {
  'dripcast-refresh': consumeRefreshes,
  'dripcast-insights': (batch, env) => consumeInsightBatch(batch, env),
  'dripcast-transcription': (batch, env) => consumeTranscription(batch, env),
  'dripcast-search': consumeSearchJobs,
  'dripcast-transfers': consumeTransfers,
  'dripcast-briefs': consumeBriefs,
  'dripcast-mail-events': consumeMailEvents,
  'dripcast-refresh-dead': consumeDeadRefreshes,
  'dripcast-insights-dead': consumeDeadInsights,
  'dripcast-transcription-dead': consumeDeadTranscription,
  'dripcast-search-dead': consumeDeadSearchJobs,
  'dripcast-transfers-dead': consumeDeadTransfers,
  'dripcast-briefs-dead': recordFailedJobs,
};

/** Runs each step, whether or not the others fail. */
async function runSteps(steps: Record<string, () => Promise<unknown>>): Promise<void> {
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      log.error('scheduled_step_failed', { step, error: describeError(error) });
    }
  }
}

export default {
  async fetch(request: Request, env, ctx) {
    if (isForPage(request)) return fetchPage(request, env.ASSETS);
    lookForLostWork(request, env, ctx);
    const response = await app.fetch(request, env, ctx);
    // An answer that streams is not stored yet; its conversation sends the changes then.
    const isStreaming = response.headers.get('Content-Type') === NDJSON;
    if (mayHaveStored(request) && !isStreaming) ctx.waitUntil(sendSearchChanges(env));
    return response;
  },

  async queue(batch, env, ctx) {
    const consume = QUEUES[batch.queue];
    if (!consume) throw new Error(`no consumer for the queue ${batch.queue}`);
    try {
      await consume(batch, env, ctx);
    } catch (error) {
      // What it has settled stays settled. Without a delay, all tries of the rest would be over within a second.
      log.error('queue_failed', { queue: batch.queue, error: describeError(error) });
      for (const message of batch.messages) {
        message.retry({ delaySeconds: retryDelaySeconds(message.attempts) });
      }
    }
    if (consume !== consumeSearchJobs) await sendSearchChanges(env);
  },

  /**
   * Every minute: takes over abandoned work, sends due briefs and deletes expired files. On Mondays also
   * refreshes every subscribed podcast, checks the search index and cleans up.
   */
  async scheduled({ cron }, env) {
    const db = createDatabase(env.DB);
    const { TRANSCRIPTS: bucket } = env;
    await takeOverLostWork(env);
    await runSteps({
      briefs: async () => mailFor(env) && (await sendDueBriefs(db, env.BRIEF_QUEUE)),
      expiredExports: () => deleteExpiredExports(db, bucket),
      expiredImports: () => deleteExpiredAccountImports(db, bucket),
    });
    if (cron === EVERY_MINUTE) return;
    const now = new Date();
    await runSteps({
      weeklyRun: () => startWeeklyRun(db, env.REFRESH_QUEUE, now),
      searchCheck: () => startSweep(env, 'check'),
      sessions: () => deleteExpiredSessions(db, now),
      tokens: () => deleteExpiredTokens(db, now),
      loginAttempts: () => deleteOldAttempts(db, now),
      oldBriefs: () => deleteOldBriefs(db, now),
      confirmations: () => deleteOldConfirmations(db, now),
    });
    log.info('weekly_run_started');
  },
} satisfies ExportedHandler<Env>;
