import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/**
 * The columns of an INSERT … SELECT, by name. Drizzle names all columns of the table in its order, so a
 * selection has to follow it; this puts the values there, and the type asks for every column.
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
