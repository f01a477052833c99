/** The rows of account imports, and their parts in R2. Only this file accesses them. */
import { addDays } from 'date-fns';
import { and, desc, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm';
import { ACCOUNT_IMPORT_DAYS } from '../../schema/limits.ts';
import { accountImports } from '../../schema/tables/account-imports.ts';
import type { AccountDocument, DocumentList } from '../../schema/wire/account-document.ts';
import type { AccountImport } from '../../schema/wire/account-imports.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { deleteObjects } from '../platform/delete-objects.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import { queuedUntil, sendLostAgain } from '../platform/lost-work.ts';

export const IMPORT_FAILED =
  'Something went wrong on our side. What came in before stays, and nothing is added twice.';
const FILE_GONE =
  'The file is no longer here. Choose it again: what came in before stays, and nothing is added twice.';

/** A part that kills its worker every time must not be started for ever. */
const ATTEMPTS_MAX = 6;
/** The newest imports that a user sees. */
const LISTED_MAX = 5;
/** How many expired rows are deleted at once, each with its parts. */
const DELETED_AT_ONCE = 20;

export type ImportRow = typeof accountImports.$inferSelect;

const partKey = ({ userId, id }: Pick<ImportRow, 'userId' | 'id'>, part: number) =>
  `imports/${userId}/${id}/${part}.json`;

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
export async function keepPart(
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
  const key = partKey({ userId, id }, part);
  await bucket.put(key, JSON.stringify(document));
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

/** Counts an attempt. Returns null if the import isn't queued any more; fails it if there were too many. */
export async function beginPart(db: Database, id: string): Promise<ImportRow | null> {
  const [row] = await db
    .update(accountImports)
    .set({
      attempts: sql`${accountImports.attempts} + 1`,
      queuedUntil: queuedUntil(),
    })
    .where(and(eq(accountImports.id, id), eq(accountImports.status, 'queued')))
    .returning();
  if (!row) return null;
  if (row.attempts <= ATTEMPTS_MAX) return row;
  await failImport(db, id);
  return null;
}

/** Reads an import's current part as it was sent; null if it is gone. */
export async function readNextPart(bucket: R2Bucket, row: ImportRow): Promise<unknown> {
  const object = await bucket.get(partKey(row, row.imported + 1));
  return object === null ? null : object.json();
}

/** Renews the time after which an import's queue message counts as lost. */
export async function holdImport(db: Database, id: string): Promise<void> {
  await db
    .update(accountImports)
    .set({ queuedUntil: queuedUntil() })
    .where(and(eq(accountImports.id, id), eq(accountImports.status, 'queued')));
}

/** A statement that counts the rows that the previous one of the batch wrote to a list. */
export function countAdded(db: Database, id: string, list: DocumentList) {
  const { added } = accountImports;
  const count = sql`coalesce(${added} ->> ${list}, 0) + changes()`;
  return db
    .update(accountImports)
    .set({ added: sql`json_set(${added}, ${`$.${list}`}, ${count})` })
    .where(eq(accountImports.id, id));
}

/**
 * Records that a part was imported and how many of its rows were left out; repeating it changes nothing.
 * Deletes the file after the last part.
 *
 * @returns whether there is another part
 */
export async function finishPart(
  { db, bucket }: { db: Database; bucket: R2Bucket },
  row: ImportRow,
  left: number,
): Promise<boolean> {
  const imported = row.imported + 1;
  const isDone = imported >= row.parts;
  const [noted] = await db
    .update(accountImports)
    .set({
      imported,
      left: row.left + left,
      attempts: 0,
      status: isDone ? 'done' : 'queued',
      queuedUntil: isDone ? null : queuedUntil(),
    })
    .where(
      and(
        eq(accountImports.id, row.id),
        eq(accountImports.status, 'queued'),
        eq(accountImports.imported, row.imported),
      ),
    )
    .returning({ id: accountImports.id });
  if (isDone) await deleteParts(bucket, [row]);
  return noted !== undefined && !isDone;
}

/**
 * Ends an import that cannot go on. Its file stays until the import expires, so that the user can retry
 * without choosing it again.
 */
export async function failImport(db: Database, id: string): Promise<void> {
  await db
    .update(accountImports)
    .set({ status: 'failed', error: IMPORT_FAILED, queuedUntil: null })
    .where(and(eq(accountImports.id, id), eq(accountImports.status, 'queued')));
}

/** Ends an import whose file is gone. */
export async function failWithoutFile(
  { db, bucket }: { db: Database; bucket: R2Bucket },
  row: ImportRow,
): Promise<void> {
  await db
    .update(accountImports)
    .set({ status: 'failed', error: FILE_GONE, received: 0, queuedUntil: null })
    .where(and(eq(accountImports.id, row.id), eq(accountImports.status, 'queued')));
  await deleteParts(bucket, [row]);
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
export async function deleteExpiredImports(db: Database, bucket: R2Bucket): Promise<void> {
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

function deleteParts(bucket: R2Bucket, rows: ImportRow[]): Promise<void> {
  const keys = rows.flatMap((row) =>
    Array.from({ length: row.parts }, (_, index) => partKey(row, index + 1)),
  );
  return deleteObjects(bucket, keys);
}
