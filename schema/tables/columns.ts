/** Column types shared by all tables. */
import { integer, text } from 'drizzle-orm/sqlite-core';

/** A random UUID made by the Worker. */
export const idColumn = () =>
  text('id')
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());

/** Milliseconds since 1970, read as a Date. */
export const timeColumn = (name: string) => integer(name, { mode: 'timestamp_ms' });

export const createdAtColumn = () =>
  timeColumn('created_at')
    .notNull()
    .$defaultFn(() => new Date());
