/** How far a queued account import is, from its first part to its end. */
import { and, eq, sql } from 'drizzle-orm';
import { accountImports } from '../../../schema/tables/account-imports.ts';
import type { DocumentList } from '../../../schema/wire/account-document.ts';
import type { Database } from '../../platform/database.ts';
import { queuedUntil } from '../../platform/queues/lost-work.ts';
import { deleteParts, type ImportRow } from './parts.ts';

export const IMPORT_FAILED =
  'Something went wrong on our side. What came in before stays, and nothing is added twice.';
const FILE_GONE =
  'The file is no longer here. Choose it again: what came in before stays, and nothing is added twice.';

/** A part that kills its worker every time must not be started for ever. */
const ATTEMPTS_MAX = 6;

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
  await failAccountImport(db, id);
  return null;
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
export async function failAccountImport(
  db: Database,
  id: string,
  error = IMPORT_FAILED,
): Promise<void> {
  await db
    .update(accountImports)
    .set({ status: 'failed', error, queuedUntil: null })
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
