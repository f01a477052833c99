/** Pages of lists. Queries read one row more than a page has, which shows whether there is another page. */
import { and, eq, lt, or } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { RowCursor } from '../../schema/wire/common.ts';

/**
 * Cuts a page from its rows and the first row of the next page.
 *
 * @param cursorAfter writes where a page that ends with this row ends
 */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
  cursorAfter: (last: Row) => string,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { page, nextCursor: last && rows.length > size ? cursorAfter(last) : null };
}

/** The rows of a list by time, newest first, that come after a cursor; all of them without one. */
export const isAfterCursor = (
  time: SQLiteColumn,
  id: SQLiteColumn,
  cursor: RowCursor | undefined,
) => cursor && or(lt(time, cursor.time), and(eq(time, cursor.time), lt(id, cursor.id)));
