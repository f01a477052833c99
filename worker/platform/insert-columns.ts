import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/**
 * The columns of an INSERT … SELECT, by name. Drizzle lists all columns of the table in its own order,
 * so the selection must match it. This puts the values in that order, and the type requires every
 * column.
 *
 * @param values SQL, or a value as SQLite stores it: times in milliseconds, JSON as text
 */
export function insertColumns<Table extends SQLiteTable>(
  table: Table,
  values: Record<keyof Table['_']['columns'], SQL | string | number | null>,
): SQL {
  const names = Object.keys(getTableColumns(table)) as (keyof Table['_']['columns'])[];
  return sql.join(
    names.map((name) => sql`${values[name]}`),
    sql`, `,
  );
}
