/** The tables of OPML imports. Only this file accesses them. */
import { and, asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Category } from '../../schema/limits.ts';
import { opmlImports, opmlOutlines } from '../../schema/tables/own-podcasts.ts';
import type { OpmlImport } from '../../schema/wire/own-podcasts.ts';
import type { Database } from '../platform/database.ts';
import { queuedUntil, sendLostAgain } from '../platform/lost-work.ts';
import type { OpmlOutline } from './opml.ts';

/** Imports stored per user. A new one deletes older ones. */
const KEPT_IMPORTS = 5;

export type OutlineRow = typeof opmlOutlines.$inferSelect;

/** Stores what to import. Passes the outlines as one JSON parameter, because D1 limits their number. */
export async function insertOpmlImport(
  db: Database,
  userId: string,
  outlines: readonly OpmlOutline[],
  category: Category,
): Promise<string> {
  const id = crypto.randomUUID();
  const json = JSON.stringify(
    outlines.map((one) => ({ ...one, category: one.category ?? category })),
  );
  const newest = db
    .select({ id: opmlImports.id })
    .from(opmlImports)
    .where(eq(opmlImports.userId, userId))
    .orderBy(desc(opmlImports.createdAt), desc(opmlImports.id))
    .limit(KEPT_IMPORTS);
  await db.batch([
    db
      .insert(opmlImports)
      .values({ id, userId, queuedUntil: outlines.length > 0 ? queuedUntil() : null }),
    db.insert(opmlOutlines).select(sql`
      SELECT ${id}, key, value ->> 'title', value ->> 'address', value ->> 'category', 'waiting', NULL
      FROM json_each(${json})`),
    db
      .delete(opmlImports)
      .where(and(eq(opmlImports.userId, userId), notInArray(opmlImports.id, newest))),
  ]);
  return id;
}

/** Returns an import's user and its next waiting podcasts; null if the import is gone. */
export async function findWaiting(db: Database, importId: string, count: number) {
  const [[owner], outlines] = await db.batch([
    db.select({ userId: opmlImports.userId }).from(opmlImports).where(eq(opmlImports.id, importId)),
    db
      .select()
      .from(opmlOutlines)
      .where(and(eq(opmlOutlines.importId, importId), eq(opmlOutlines.status, 'waiting')))
      .orderBy(asc(opmlOutlines.position))
      .limit(count),
  ]);
  return owner ? { userId: owner.userId, outlines } : null;
}

/**
 * Stores the outcomes of podcasts that still wait, and whether another message follows.
 *
 * @returns false if another worker has stored them already
 */
export async function saveOutcomes(
  db: Database,
  importId: string,
  outcomes: Pick<OutlineRow, 'position' | 'title' | 'status' | 'reason'>[],
  isDone: boolean,
): Promise<boolean> {
  const json = JSON.stringify(outcomes);
  const field = (name: string) =>
    sql`(SELECT value ->> ${name} FROM json_each(${json})
      WHERE value ->> 'position' = ${opmlOutlines.position})`;
  const positions = outcomes.map(({ position }) => position);
  const [stored] = await db.batch([
    db
      .update(opmlOutlines)
      .set({ title: field('title'), status: field('status'), reason: field('reason') })
      .where(
        and(
          eq(opmlOutlines.importId, importId),
          inArray(opmlOutlines.position, positions),
          eq(opmlOutlines.status, 'waiting'),
        ),
      )
      .returning({ position: opmlOutlines.position }),
    db
      .update(opmlImports)
      .set({ queuedUntil: isDone ? null : queuedUntil() })
      .where(eq(opmlImports.id, importId)),
  ]);
  return stored.length > 0;
}

/** Returns the progress of one of the user's imports; null if they have no such import. */
export async function findOpmlImport(
  db: Database,
  userId: string,
  id: string,
): Promise<OpmlImport | null> {
  const ofReader = and(eq(opmlImports.id, id), eq(opmlImports.userId, userId));
  const [owned, outlines] = await db.batch([
    db.select({ id: opmlImports.id }).from(opmlImports).where(ofReader),
    db
      .select({
        title: opmlOutlines.title,
        status: opmlOutlines.status,
        reason: opmlOutlines.reason,
      })
      .from(opmlOutlines)
      .innerJoin(opmlImports, and(eq(opmlImports.id, opmlOutlines.importId), ofReader))
      .orderBy(asc(opmlOutlines.position)),
  ]);
  if (owned.length === 0) return null;
  const titlesOf = (wanted: OutlineRow['status']) =>
    outlines.filter(({ status }) => status === wanted).map(({ title }) => title);
  return {
    id,
    total: outlines.length,
    done: outlines.length - titlesOf('waiting').length,
    added: titlesOf('added'),
    known: titlesOf('known'),
    failed: outlines
      .filter(({ status }) => status === 'failed')
      .map(({ title, reason }) => ({ title, reason: reason ?? '' })),
  };
}

/** Queues imports again whose message was lost. @returns how many */
export const sendLostImportsAgain = (db: Database, send: (id: string) => Promise<unknown>) =>
  sendLostAgain(db, opmlImports, send);
