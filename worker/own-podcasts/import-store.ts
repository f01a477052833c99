/** The rows of OPML imports: the only hands on them. */
import { and, asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Category } from '../../schema/limits.ts';
import { opmlImports, opmlOutlines } from '../../schema/tables/own-podcasts.ts';
import type { OpmlImport } from '../../schema/wire/own-podcasts.ts';
import type { Database } from '../platform/database.ts';
import { queuedUntil, sendLostAgain } from '../platform/lost-work.ts';
import type { OpmlOutline } from './opml.ts';

/** A reader's older ones are forgotten with a new one. */
const KEPT_IMPORTS = 5;

export type OutlineRow = typeof opmlOutlines.$inferSelect;

/** Keeps what is to be imported. The outlines travel as one JSON parameter. */
export async function insertImport(
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

/** Whose import it is, with the next of its podcasts that wait; null where it is gone. */
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

/** Notes what became of some podcasts, and that the next message is on its way, or that all is done. */
export async function saveOutcomes(
  db: Database,
  importId: string,
  outcomes: Pick<OutlineRow, 'position' | 'title' | 'status' | 'reason'>[],
  isDone: boolean,
): Promise<void> {
  const json = JSON.stringify(outcomes);
  const field = (name: string) =>
    sql`(SELECT value ->> ${name} FROM json_each(${json})
      WHERE value ->> 'position' = ${opmlOutlines.position})`;
  const positions = outcomes.map(({ position }) => position);
  await db.batch([
    db
      .update(opmlOutlines)
      .set({ title: field('title'), status: field('status'), reason: field('reason') })
      .where(and(eq(opmlOutlines.importId, importId), inArray(opmlOutlines.position, positions))),
    db
      .update(opmlImports)
      .set({ queuedUntil: isDone ? null : queuedUntil() })
      .where(eq(opmlImports.id, importId)),
  ]);
}

/** How one of this reader's imports stands; null where they have none of this id. */
export async function findImport(
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
