/** The rows of exports, and their files in R2. Only this file accesses them. */
import { addDays } from 'date-fns';
import { and, desc, eq, gt, lte, notInArray, sql } from 'drizzle-orm';
import { EXPORT_DAYS, EXPORTS_MAX } from '../../../schema/limits.ts';
import { accountExports } from '../../../schema/tables/exports.ts';
import type { ExportInfo, StartExport } from '../../../schema/wire/exports.ts';
import { type Database, isAmong } from '../../platform/database.ts';
import { insertColumns } from '../../platform/insert-columns.ts';
import { queuedUntil, sendLostAgain } from '../../platform/queues/lost-work.ts';

export const EXPORT_FAILED = 'Something went wrong on our side. Please try again.';

/** An export that kills its worker every time must not be started for ever. */
const ATTEMPTS_MAX = 6;
/** Rows deleted at a time, each with its file. */
const DELETED_AT_ONCE = 100;

export type ExportRow = typeof accountExports.$inferSelect;

export const exportKey = ({ userId, id }: Pick<ExportRow, 'userId' | 'id'>) =>
  `exports/${userId}/${id}.zip`;

/**
 * Queues an export, and lets the user's oldest ones expire. Returns null while another one of theirs is
 * queued; the statement itself checks, so one of two concurrent exports is refused.
 */
export async function insertExport(
  db: Database,
  userId: string,
  { formats, podcastIds, origin }: StartExport & { origin: string },
): Promise<string | null> {
  const now = new Date();
  const id = crypto.randomUUID();
  const row = insertColumns(accountExports, {
    id,
    userId,
    origin,
    progress: 0,
    bytes: null,
    error: null,
    attempts: 0,
    status: 'queued',
    formats: JSON.stringify(formats),
    podcastIds: podcastIds ? JSON.stringify(podcastIds) : null,
    queuedUntil: queuedUntil().getTime(),
    createdAt: now.getTime(),
    expiresAt: addDays(now, EXPORT_DAYS).getTime(),
  });
  const newest = db
    .select({ id: accountExports.id })
    .from(accountExports)
    .where(eq(accountExports.userId, userId))
    .orderBy(desc(accountExports.createdAt), desc(accountExports.id))
    .limit(EXPORTS_MAX);
  const [rows] = await db.batch([
    db
      .insert(accountExports)
      .select(
        sql`SELECT ${row} WHERE NOT EXISTS (
          SELECT 1 FROM account_exports WHERE user_id = ${userId} AND status = 'queued')`,
      )
      .returning({ id: accountExports.id }),
    // The next cleanup deletes their files.
    db
      .update(accountExports)
      .set({ expiresAt: now })
      .where(and(eq(accountExports.userId, userId), notInArray(accountExports.id, newest))),
  ]);
  return rows[0]?.id ?? null;
}

const asInfo = (row: ExportRow): ExportInfo => ({
  id: row.id,
  formats: row.formats,
  status: row.status,
  progress: row.progress,
  bytes: row.bytes,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

const isTheirs = (userId: string) =>
  and(eq(accountExports.userId, userId), gt(accountExports.expiresAt, new Date()));

/** A user's exports that have not expired, newest first. */
export async function listExports(db: Database, userId: string): Promise<ExportInfo[]> {
  const rows = await db
    .select()
    .from(accountExports)
    .where(isTheirs(userId))
    .orderBy(desc(accountExports.createdAt), desc(accountExports.id))
    .limit(EXPORTS_MAX);
  return rows.map(asInfo);
}

/** Returns null if the user has no such export, or it has expired. */
export async function findExport(db: Database, userId: string, id: string) {
  const [row] = await db
    .select()
    .from(accountExports)
    .where(and(isTheirs(userId), eq(accountExports.id, id)));
  return row ?? null;
}

/** Counts an attempt. Returns null if the export isn't queued any more; fails it if there were too many. */
export async function beginExport(db: Database, id: string): Promise<ExportRow | null> {
  const [row] = await db
    .update(accountExports)
    .set({
      attempts: sql`${accountExports.attempts} + 1`,
      progress: 0,
      queuedUntil: queuedUntil(),
    })
    .where(and(eq(accountExports.id, id), eq(accountExports.status, 'queued')))
    .returning();
  if (!row) return null;
  if (row.attempts <= ATTEMPTS_MAX) return row;
  await failExport(db, id, EXPORT_FAILED);
  return null;
}

/** Stores the progress in percent and renews the lease. Returns false if the export is gone. */
export async function noteProgress(db: Database, id: string, progress: number): Promise<boolean> {
  const rows = await db
    .update(accountExports)
    .set({ progress, queuedUntil: queuedUntil() })
    .where(and(eq(accountExports.id, id), eq(accountExports.status, 'queued')))
    .returning({ id: accountExports.id });
  return rows.length > 0;
}

/** Renews the time after which an export's queue message counts as lost. */
export async function holdExport(db: Database, id: string): Promise<void> {
  await db
    .update(accountExports)
    .set({ queuedUntil: queuedUntil() })
    .where(and(eq(accountExports.id, id), eq(accountExports.status, 'queued')));
}

/** Returns false if the export is gone; its file must then be deleted, too. */
export async function finishExport(db: Database, id: string, bytes: number): Promise<boolean> {
  const rows = await db
    .update(accountExports)
    .set({ status: 'done', progress: 100, bytes, error: null, queuedUntil: null })
    .where(eq(accountExports.id, id))
    .returning({ id: accountExports.id });
  return rows.length > 0;
}

/**
 * Fails a queued export.
 *
 * @param error safe to show to users
 */
export async function failExport(db: Database, id: string, error: string): Promise<void> {
  await db
    .update(accountExports)
    .set({ status: 'failed', error, queuedUntil: null })
    .where(and(eq(accountExports.id, id), eq(accountExports.status, 'queued')));
}

/** Queues exports again whose message was lost. Returns how many. */
export const sendLostExportsAgain = (db: Database, send: (id: string) => Promise<unknown>) =>
  sendLostAgain(db, accountExports, send);

/** Deletes expired exports: the files first, so that a crash in between leaves none behind. */
export async function deleteExpiredExports(db: Database, bucket: R2Bucket): Promise<void> {
  const rows = await db
    .select({ id: accountExports.id, userId: accountExports.userId })
    .from(accountExports)
    .where(lte(accountExports.expiresAt, new Date()))
    .limit(DELETED_AT_ONCE);
  if (rows.length === 0) return;
  await bucket.delete(rows.map(exportKey));
  const ids = rows.map(({ id }) => id);
  await db.delete(accountExports).where(isAmong(accountExports.id, ids));
}
