import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';

export type Database = DrizzleD1Database;

/** The typed query builder over a D1 binding. */
export function createDatabase(d1: D1Database): Database {
  return drizzle(d1);
}
