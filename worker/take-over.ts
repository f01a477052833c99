/**
 * Recovers work whose worker died or whose message was lost. Triggered every minute by the cron job,
 * and by readers who check the state of their work. Each room claims its own work in one statement, so
 * that only one of several concurrent callers gets it.
 */
import { takeOverDeletions } from './chat/delete-conversations.ts';
import { takeOverRefreshes } from './episodes/take-over-refreshes.ts';
import { takeOverWeeklyRun } from './episodes/weekly-run.ts';
import { takeOverInsights } from './insights/take-over-insights.ts';
import { sendLostOpmlImportsAgain } from './own-podcasts/opml-import-store.ts';
import { createDatabase } from './platform/database.ts';
import { describeError, log } from './platform/logging.ts';
import { retryFailedJobs } from './platform/queues/failed-jobs.ts';
import { sendSearchChanges } from './search/changes.ts';
import { takeOverSweeps } from './search/sweep.ts';
import { takeOverTranscription } from './transcripts/transcription/take-over.ts';
import { sendLostExportsAgain } from './transfers/export/store.ts';
import { sendLostAccountImportsAgain } from './transfers/import/store.ts';

/** At most this often per isolate. */
const EVERY_MS = 15_000;
let lookedAt = 0;

/** Never throws; the next run tries again. */
export async function takeOverLostWork(env: Env): Promise<void> {
  const db = createDatabase(env.DB);
  const transfers = env.TRANSFER_QUEUE;
  const looks = {
    refreshes: () => takeOverRefreshes(db, env.REFRESH_QUEUE),
    failedJobs: () =>
      retryFailedJobs(db, {
        'dripcast-refresh-dead': env.REFRESH_QUEUE,
        'dripcast-insights-dead': env.INSIGHT_QUEUE,
        'dripcast-transcription-dead': env.TRANSCRIPTION_QUEUE,
        'dripcast-search-dead': env.SEARCH_QUEUE,
        'dripcast-transfers-dead': env.TRANSFER_QUEUE,
        'dripcast-briefs-dead': env.BRIEF_QUEUE,
      }),
    accountImports: () =>
      sendLostAccountImportsAgain(db, (accountImportId) => transfers.send({ accountImportId })),
    deletedConversations: () => takeOverDeletions(db, env.CHAT_SESSIONS),
    exports: () => sendLostExportsAgain(db, (exportId) => transfers.send({ exportId })),
    imports: () => sendLostOpmlImportsAgain(db, (importId) => transfers.send({ importId })),
    insights: () => takeOverInsights(db, env.INSIGHT_QUEUE),
    searchSweeps: () => takeOverSweeps(env),
    transcriptions: () => takeOverTranscription(db, env.TRANSCRIPTS, env.TRANSCRIPTION_QUEUE),
    weeklyRun: () => takeOverWeeklyRun(db, env.REFRESH_QUEUE),
  };
  await sendSearchChanges(env);
  for (const [work, look] of Object.entries(looks)) {
    try {
      const count = await look();
      if (count > 0) log.warn('work_taken_over', { work, count });
    } catch (error) {
      log.error('take_over_failed', { work, error: describeError(error) });
    }
  }
}

/** Requests by readers who check the state of their work. */
const LOOKS =
  /^\/ws$|^\/api\/podcasts\/(cache-status|episodes\/[^/]+\/(insights|transcript|chat))$|^\/api\/user\/(opml\/.|exports|imports)/;

/** The same in the background of a reader's request. */
export function lookForLostWork(
  request: Request,
  env: Env,
  ctx: Pick<ExecutionContext, 'waitUntil'>,
): void {
  if (!LOOKS.test(new URL(request.url).pathname)) return;
  if (Date.now() - lookedAt < EVERY_MS) return;
  lookedAt = Date.now();
  ctx.waitUntil(takeOverLostWork(env));
}
