import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';

export type Database = DrizzleD1Database;

/** The typed query builder over a D1 binding. */
export function createDatabase(d1: D1Database): Database {
  return drizzle(d1);
}

/** `column IN (…)` with one bound parameter, because D1 allows a hundred per statement. */
export function isAmong(column: SQLWrapper, values: readonly string[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
