import { and, eq, sql } from 'drizzle-orm';
import { contents } from '../../schema/tables/content.ts';
import type { Content } from '../../schema/wire/content.ts';
import type { Database } from '../platform/database.ts';

const NOTHING: Content = { content: '', updatedAt: null, version: 0 };

type ContentRow = typeof contents.$inferSelect;

function asContent({ content, updatedAt, version }: ContentRow): Content {
  return { content, updatedAt: updatedAt.toISOString(), version };
}

/** Empty and of version 0 if the user has never saved one. */
export async function findContent(db: Database, userId: string): Promise<Content> {
  const [row] = await db.select().from(contents).where(eq(contents.userId, userId));
  return row ? asContent(row) : NOTHING;
}

/**
 * Saves the text and increments its version, in one statement.
 *
 * @param basedOn the version it is based on; null overwrites any version
 * @returns null if another version was saved in the meantime
 */
export async function saveContent(
  db: Database,
  userId: string,
  content: string,
  basedOn: number | null,
): Promise<Content | null> {
  const updatedAt = new Date();
  const next = { content, updatedAt, version: sql`${contents.version} + 1` };
  const isOwn = eq(contents.userId, userId);
  const rows =
    basedOn === null || basedOn === 0
      ? await db
          .insert(contents)
          .values({ userId, content, updatedAt, version: 1 })
          .onConflictDoUpdate({
            target: contents.userId,
            set: next,
            // A save based on no version must not replace an existing text.
            ...(basedOn === 0 ? { setWhere: sql`false` } : {}),
          })
          .returning()
      : await db
          .update(contents)
          .set(next)
          .where(and(isOwn, eq(contents.version, basedOn)))
          .returning();
  return rows[0] ? asContent(rows[0]) : null;
}
