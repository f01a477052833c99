import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { chatSessions, chatSockets } from '../../../schema/tables/chat.ts';
import { episodes } from '../../../schema/tables/episodes.ts';
import { insights } from '../../../schema/tables/insights.ts';
import { leases } from '../../../schema/tables/jobs.ts';
import { savedInsights } from '../../../schema/tables/library.ts';
import { insertColumns } from '../../../worker/platform/insert-columns.ts';
import { db } from '../../support/podcasts.ts';

test('puts each value into its named column, in any order', async () => {
  const key = crypto.randomUUID();
  const row = insertColumns(leases, { deaths: 1, expiresAt: 5_000, key, holder: sql`'me'` });
  await db.insert(leases).select(sql`SELECT ${row} WHERE true`);
  const [found] = await db.select().from(leases).where(eq(leases.key, key));
  expect(found).toEqual({ key, holder: 'me', expiresAt: new Date(5_000), deaths: 1 });
});

/** The columns that Drizzle names in an insert from a selection, in its order. */
const namedIn = (table: SQLiteTable) =>
  /\(([^)]*)\)/
    .exec(
      db
        .insert(table)
        .select(sql`SELECT 1` as never)
        .toSQL().sql,
    )?.[1]
    ?.match(/\w+/g);

test.each([
  ['episodes', episodes],
  ['insights', insights],
  ['chat_sessions', chatSessions],
  ['chat_sockets', chatSockets],
  ['saved_insights', savedInsights],
])(
  '%s: Drizzle names all columns of the table in its order, and they are the database’s',
  async (name, table) => {
    const columns = Object.values(getTableColumns(table)).map((column) => column.name);
    expect(namedIn(table)).toEqual(columns);
    const inDatabase = await db.all<{ name: string }>(
      sql`SELECT name FROM pragma_table_info(${name})`,
    );
    expect(inDatabase.map((column) => column.name).sort()).toEqual([...columns].sort());
  },
);
