/** The rows of account imports: begun, listed, retried, and deleted with their parts. */
import { addDays } from 'date-fns';
import { and, desc, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import { ACCOUNT_IMPORT_DAYS } from '../../../schema/limits.ts';
import { accountImports } from '../../../schema/tables/account-imports.ts';
import type { AccountDocument } from '../../../schema/wire/account-document.ts';
import type { AccountImport } from '../../../schema/wire/account-imports.ts';
import { type Database, isAmong } from '../../platform/database.ts';
import { insertColumns } from '../../platform/insert-columns.ts';
import { queuedUntil, sendLostAgain } from '../../platform/queues/lost-work.ts';
import { deleteParts, type ImportRow, storePart } from './parts.ts';

/** The newest imports that a user sees. */
const LISTED_MAX = 5;
/** How many expired rows are deleted at once, each with its parts. */
const DELETED_AT_ONCE = 20;

/**
 * Begins an import, before its first part is stored. The user's abandoned uploads and failed imports expire
 * with their files. Returns null while another import of the user is running; the statement itself checks,
 * so one of two concurrent imports is refused.
 */
export async function insertAccountImport(
  db: Database,
  userId: string,
  parts: number,
): Promise<string | null> {
  const now = new Date();
  const id = crypto.randomUUID();
  const row = insertColumns(accountImports, {
    id,
    userId,
    parts,
    received: 0,
    imported: 0,
    left: 0,
    attempts: 0,
    status: 'uploading',
    added: '{}',
    error: null,
    queuedUntil: null,
    createdAt: now.getTime(),
    expiresAt: addDays(now, ACCOUNT_IMPORT_DAYS).getTime(),
  });
  const [, rows] = await db.batch([
    db
      .update(accountImports)
      .set({ expiresAt: now })
      .where(
        and(
          eq(accountImports.userId, userId),
          inArray(accountImports.status, ['uploading', 'failed']),
        ),
      ),
    db
      .insert(accountImports)
      .select(sql`SELECT ${row} WHERE ${noneIsRunning(userId)}`)
      .returning({ id: accountImports.id }),
  ]);
  return rows[0]?.id ?? null;
}

const noneIsRunning = (userId: string) => sql`NOT EXISTS (
  SELECT 1 FROM account_imports AS other WHERE other.user_id = ${userId} AND other.status = 'queued')`;

const isTheirs = (userId: string) =>
  and(eq(accountImports.userId, userId), gt(accountImports.expiresAt, new Date()));

/** What a user sees of an import. */
const asImport = (row: ImportRow): AccountImport => ({
  id: row.id,
  status: row.status,
  progress: Math.floor((row.imported / row.parts) * 100),
  added: row.added,
  left: row.left,
  error: row.error,
  canRetry: row.status === 'failed' && row.received === row.parts,
  createdAt: row.createdAt.toISOString(),
});

/** A user's last imports, newest first. */
export async function listImports(db: Database, userId: string): Promise<AccountImport[]> {
  const rows = await db
    .select()
    .from(accountImports)
    .where(isTheirs(userId))
    .orderBy(desc(accountImports.createdAt), desc(accountImports.id))
    .limit(LISTED_MAX);
  return rows.map(asImport);
}

/** Returns null if the user has no such import, or it has expired. */
export async function findAccountImport(
  db: Database,
  userId: string,
  id: string,
): Promise<AccountImport | null> {
  const [row] = await db
    .select()
    .from(accountImports)
    .where(and(isTheirs(userId), eq(accountImports.id, id)));
  return row ? asImport(row) : null;
}

/**
 * Stores one part of a user's import: the next one, or an earlier one again. The last part queues the
 * import.
 *
 * @returns the import, and whether this call queued it; null if the import doesn't expect this part
 */
export async function acceptPart(
  { db, bucket }: { db: Database; bucket: R2Bucket },
  { userId, id, part }: { userId: string; id: string; part: number },
  document: AccountDocument,
): Promise<{ state: AccountImport; isQueued: boolean } | null> {
  const expectsIt = and(
    isTheirs(userId),
    eq(accountImports.id, id),
    eq(accountImports.status, 'uploading'),
    gte(accountImports.parts, part),
    gte(accountImports.received, part - 1),
  );
  const [expecting] = await db
    .select({ id: accountImports.id })
    .from(accountImports)
    .where(expectsIt);
  if (!expecting) return null;
  const key = await storePart(bucket, { userId, id }, part, document);
  const received = sql`max(${accountImports.received}, ${part})`;
  const isComplete = sql`${received} = ${accountImports.parts}`;
  const [row] = await db
    .update(accountImports)
    .set({
      received,
      status: sql`iif(${isComplete}, 'queued', 'uploading')`,
      queuedUntil: sql`iif(${isComplete}, ${queuedUntil().getTime()}, NULL)`,
    })
    .where(expectsIt)
    .returning();
  if (row) return { state: asImport(row), isQueued: row.status === 'queued' };
  // The same part was sent concurrently, or the account is gone.
  if ((await findAccountImport(db, userId, id)) === null) await bucket.delete(key);
  return null;
}

/**
 * Queues a user's failed import again, from the part it had reached. Returns null if it hasn't failed, its
 * file is gone, or another import of the user is running; the statement itself checks, so one of two
 * concurrent imports is refused.
 */
export async function retryImport(
  db: Database,
  userId: string,
  id: string,
): Promise<AccountImport | null> {
  const [row] = await db
    .update(accountImports)
    .set({
      status: 'queued',
      error: null,
      attempts: 0,
      queuedUntil: queuedUntil(),
      expiresAt: addDays(new Date(), ACCOUNT_IMPORT_DAYS),
    })
    .where(
      and(
        isTheirs(userId),
        eq(accountImports.id, id),
        eq(accountImports.status, 'failed'),
        eq(accountImports.received, accountImports.parts),
        noneIsRunning(userId),
      ),
    )
    .returning();
  return row ? asImport(row) : null;
}

/** Queues imports again whose message was lost. Returns how many. */
export const sendLostAccountImportsAgain = (db: Database, send: (id: string) => Promise<unknown>) =>
  sendLostAgain(db, accountImports, send);

/** Deletes expired imports: the files first, so that a crash in between leaves none behind. */
export async function deleteExpiredAccountImports(db: Database, bucket: R2Bucket): Promise<void> {
  const rows = await db
    .select()
    .from(accountImports)
    .where(lte(accountImports.expiresAt, new Date()))
    .limit(DELETED_AT_ONCE);
  if (rows.length === 0) return;
  await deleteParts(bucket, rows);
  const ids = rows.map(({ id }) => id);
  await db.delete(accountImports).where(isAmong(accountImports.id, ids));
}
