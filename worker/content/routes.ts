import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { contents } from '../../schema/tables/content.ts';
import { type Content, contentSchema } from '../../schema/wire/content.ts';
import { requireUser } from '../accounts/require-user.ts';
import type { AppEnv } from '../platform/app-env.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { validJson } from '../platform/validate.ts';

async function findContent(db: Database, userId: string): Promise<Content> {
  const [row] = await db.select().from(contents).where(eq(contents.userId, userId));
  return { content: row?.content ?? '', updatedAt: row?.updatedAt.toISOString() ?? null };
}

async function upsertContent(db: Database, userId: string, content: string) {
  const row = { content, updatedAt: new Date() };
  await db
    .insert(contents)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: contents.userId, set: row });
  return row.updatedAt;
}

/** Mounted at /api/content. */
export const contentRoutes = new Hono<AppEnv>()
  .get('/', requireUser, async (c) =>
    c.json(await findContent(createDatabase(c.env.DB), c.var.user.id)),
  )
  .post('/', requireUser, validJson(contentSchema), async (c) => {
    const { content } = c.req.valid('json');
    const updatedAt = await upsertContent(createDatabase(c.env.DB), c.var.user.id, content);
    return c.json({ content, updatedAt: updatedAt.toISOString() } satisfies Content);
  });
