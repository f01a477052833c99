/** Recovers queued work whose message was lost, for tables with `queued_until` (null unless queued). */
import { addSeconds } from 'date-fns';
import { sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../database.ts';
import { describeError, log } from '../logging.ts';

/** Renewed while the work is being done. */
const QUEUED_SECONDS = 180;

/** When a message sent now is considered lost. */
export const queuedUntil = () => addSeconds(new Date(), QUEUED_SECONDS);

/** The rest waits for the next run, a minute later. */
const SENT_AT_ONCE = 100;

/** Sends new messages for rows whose message was lost, once among concurrent callers. Returns how many. */
export async function sendLostAgain(
  db: Database,
  table: SQLiteTable,
  send: (id: string) => Promise<unknown>,
): Promise<number> {
  const lost = await db.all<{ id: string }>(sql`
    UPDATE ${table} SET queued_until = ${queuedUntil().getTime()}
    WHERE id IN (SELECT id FROM ${table} WHERE queued_until <= ${Date.now()} LIMIT ${SENT_AT_ONCE})
    RETURNING id`);
  for (const { id } of lost) await send(id);
  return lost.length;
}

/**
 * Sends the message of work that is recorded already. One that the queue doesn't take is as good as a lost one: it is
 * sent again later, so the request has not failed.
 */
export async function sendOrLater(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    log.error('message_not_sent', { error: describeError(error) });
  }
}
