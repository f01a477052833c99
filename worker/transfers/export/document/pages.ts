/** Reads rows page by page: pages end at a count or, if rows may be large, at a size. */
import { and, asc, eq, gt, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../platform/database.ts';
import { inBatches } from '../load-things.ts';

export const iso = (date: Date) => date.toISOString();
export const isoOrNull = (date: Date | null) => date?.toISOString() ?? null;

/** Rows per page if they are small. */
export const PAGE = 500;

/** Yields the pages of a table, by a key that is unique for the user. */
export async function* pagesBy<Found, Key extends string | number>(
  read: (after: Key | null) => Promise<Found[]>,
  keyOf: (row: Found) => Key,
): AsyncGenerator<Found[]> {
  let after: Key | null = null;
  for (;;) {
    const page: Found[] = await read(after);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) return;
    after = keyOf(last);
  }
}

/** Yields a user's rows of a table page by page, ordered by a column that is unique for the user. */
export const pagesOfTable = <Table extends SQLiteTable & { userId: SQLiteColumn }>(
  db: Database,
  userId: string,
  table: Table,
  key: keyof Table & keyof InferSelectModel<Table>,
): AsyncGenerator<InferSelectModel<Table>[]> => {
  const column = table[key] as SQLiteColumn;
  return pagesBy(
    async (after: string | number | null) => {
      const rows = await db
        .select()
        .from(table as SQLiteTable)
        .where(and(eq(table.userId, userId), after === null ? undefined : gt(column, after)))
        .orderBy(asc(column))
        .limit(PAGE);
      return rows as InferSelectModel<Table>[];
    },
    (row) => row[key] as string | number,
  );
};

/** The rows of a table `t` that are the user's. */
export const ofUser = (userId: string): SQL => sql`WHERE t.user_id = ${userId}`;

interface Sized {
  id: string;
  bytes: number;
}

/** The ids and sizes of a user's rows, so that large ones are read a few at a time. */
export const sizesOf = (db: Database, from: SQL, bytes: SQL): Promise<Sized[]> =>
  db.all<Sized>(sql`SELECT t.id AS id, ${bytes} AS bytes ${from} GROUP BY t.id ORDER BY t.id`);

/** Reads large rows in batches of limited total size. */
export async function* bySize<Found>(
  sized: Promise<Sized[]>,
  read: (ids: string[]) => Promise<Found[]>,
): AsyncGenerator<Found[]> {
  for (const batch of inBatches(await sized)) yield await read(batch.map(({ id }) => id));
}

/** Converts each row of each page. */
export async function* mapPages<From, To>(
  pages: AsyncIterable<From[]>,
  map: (row: From) => To,
): AsyncGenerator<To[]> {
  for await (const page of pages) yield page.map(map);
}
