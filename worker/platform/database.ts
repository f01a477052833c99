import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { cachedBy } from './cached-by.ts';

export type Database = DrizzleD1Database & { $client: D1Database };

/** The typed query builder over a D1 binding, the same for every caller. */
export const createDatabase = cachedBy((d1: D1Database): Database => drizzle(d1));

const dialect = new SQLiteAsyncDialect();

/**
 * Runs raw SQL statements in one transaction. The query builder's `batch` can't bind their parameters.
 */
export async function runTogether(db: Database, statements: readonly SQL[]): Promise<void> {
  const bound = statements.map((statement) => {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return db.$client.prepare(text).bind(...params);
  });
  await db.$client.batch(bound);
}

/** `column IN (…)` with one bound parameter, because D1 allows a hundred per statement. */
export function isAmong(column: SQLWrapper, values: readonly (string | number)[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
