/** The cron job of every minute sends work again whose message was lost. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { accountImports } from '../../schema/tables/account-imports.ts';
import { accountExports } from '../../schema/tables/exports.ts';
import { opmlImports } from '../../schema/tables/own-podcasts.ts';
import { takeOverLostWork } from '../../worker/take-over.ts';
import { rejectingDatabase } from '../support/databases.ts';
import { makePerson } from '../support/people.ts';
import { db } from '../support/podcasts.ts';
import { recordingQueue } from '../support/queues.ts';

const LONG_AGO = new Date(1);

/** An export, an account import and an OPML import, each waiting for a lost message. */
async function loseMessages() {
  const { id: userId } = await makePerson();
  const lost = { userId, queuedUntil: LONG_AGO };
  const expiresAt = new Date(Date.now() + 60_000);
  const [[exported], [imported], [list]] = await Promise.all([
    db
      .insert(accountExports)
      .values({
        ...lost,
        formats: ['json'],
        origin: 'http://localhost',
        status: 'queued',
        expiresAt,
      })
      .returning(),
    db
      .insert(accountImports)
      .values({ ...lost, status: 'queued', parts: 1, received: 1, added: {}, expiresAt })
      .returning(),
    db.insert(opmlImports).values(lost).returning(),
  ]);
  return { exportId: exported?.id, accountImportId: imported?.id, importId: list?.id };
}

function recording() {
  const [transfers, searches] = [recordingQueue(), recordingQueue()];
  const own = {
    ...env,
    REFRESH_QUEUE: recordingQueue().queue,
    TRANSFER_QUEUE: transfers.queue as unknown as Env['TRANSFER_QUEUE'],
    SEARCH_QUEUE: searches.queue as unknown as Env['SEARCH_QUEUE'],
  };
  return { own, transfers: transfers.sent, searches: searches.sent };
}

test('exports, imports and checks of the search index go on, each sent once', async () => {
  const { exportId, accountImportId, importId } = await loseMessages();
  await env.SEARCH.prepare(
    `INSERT OR REPLACE INTO sweeps (mode, phase, after_id, looked_at, written, started_at, moved_at)
     VALUES ('check', 'transcript', '', 0, 0, 1, 1)`,
  ).run();
  const { own, transfers, searches } = recording();
  await takeOverLostWork(own);
  await takeOverLostWork(own);
  const sent = [...transfers, ...searches].map((job) => JSON.stringify(job));
  // Other tests' work may wait, too.
  for (const job of [{ exportId }, { accountImportId }, { importId }, { sweep: 'check' }])
    expect(sent.filter((one) => one === JSON.stringify(job))).toHaveLength(1);
});

test('a kind of work that cannot be looked at holds up no other', async () => {
  const { accountImportId, exportId, importId } = await loseMessages();
  const { own, transfers } = recording();
  const DB = rejectingDatabase(env.DB, /UPDATE "account_exports"/);
  await takeOverLostWork({ ...own, DB });
  expect(transfers).toEqual(expect.arrayContaining([{ accountImportId }, { importId }]));
  expect(transfers).not.toContainEqual({ exportId });
});
