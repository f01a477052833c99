/** The pieces of the statements that write the rows of an imported account. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { DocumentList } from '../../../schema/wire/account-document.ts';
import { type Database, runTogether } from '../../platform/database.ts';
import { asParameters } from '../../platform/json-parameters.ts';

/** The account to import into, and the statement that counts imported rows. */
export interface ImportTarget {
  db: Database;
  userId: string;
  /** Counts the rows that the previous statement of the batch wrote. */
  counted: (list: DocumentList) => BatchItem<'sqlite'> & SQLWrapper;
}

/**
 * Runs statements on rows, in one transaction. Counts what the last one writes in it, too, so that each row
 * is counted once even if the Worker dies.
 */
export async function write(
  { db, userId, counted }: ImportTarget,
  list: DocumentList | null,
  rows: readonly object[],
  ...statements: readonly ((json: string, userId: string) => SQL)[]
): Promise<void> {
  for (const json of asParameters(rows)) {
    const counts = list === null ? [] : [counted(list).getSQL()];
    const writes = statements.map((statement) => statement(json, userId));
    await runTogether(db, [...writes, ...counts]);
  }
}

/** The fields of a row, as columns. */
export const field = (name: string) => sql.raw(`value ->> '${name}'`);
/** The same as JSON. */
export const json = (name: string) => sql.raw(`value -> '${name}'`);
/** The row's own id, or `otherId` if that is taken. */
export const idIn = (table: string) =>
  sql.raw(
    `CASE WHEN EXISTS (SELECT 1 FROM ${table} AS taken WHERE taken.id = value ->> 'id')
      THEN value ->> 'otherId' ELSE value ->> 'id' END`,
  );
/** Whether the user has the row under neither of its ids. */
export const isNew = (table: string, userId: string) => sql`NOT EXISTS (
  SELECT 1 FROM ${sql.raw(table)} AS own WHERE own.user_id = ${userId}
    AND own.id IN (value ->> 'id', value ->> 'otherId'))`;
/** How many more rows the user may have. */
export const roomIn = (table: string, userId: string, most: number) =>
  sql`${most} - (SELECT count(*) FROM ${sql.raw(table)} AS kept WHERE kept.user_id = ${userId})`;

/** The rows of a JSON text, numbered from 1 so that a limit can be applied. */
export const numbered = (text: string, which = sql`true`) => sql`(
  SELECT value, row_number() OVER (ORDER BY key) AS place FROM json_each(${text}) WHERE ${which})`;

/** A random UUID of version 4. */
export const NEW_ID = sql.raw(
  `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) ||
    '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
);
