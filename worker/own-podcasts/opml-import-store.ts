/** The tables of OPML imports. Only this file accesses them. */
import { and, asc, desc, eq, gte, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Category } from '../../schema/limits.ts';
import { podcasts, subscriptions } from '../../schema/tables/catalogue.ts';
import { opmlImports, opmlOutlines } from '../../schema/tables/own-podcasts.ts';
import type { OpmlImport } from '../../schema/wire/own-podcasts.ts';
import type { Database } from '../platform/database.ts';
import { queuedUntil, sendLostAgain } from '../platform/queues/lost-work.ts';
import type { OpmlOutline } from './opml.ts';

/** Imports stored per user. A new one deletes older ones. */
const KEPT_IMPORTS = 5;

export type OutlineRow = typeof opmlOutlines.$inferSelect;

/** What became of a podcast. `triedAt` is the row's `retryAt` before. */
export type Outcome = Pick<OutlineRow, 'position' | 'title' | 'status' | 'reason' | 'retryAt'> & {
  triedAt: Date | null;
};

/**
 * Stores what to import, unless there is an import with this id. Passes the outlines as one JSON parameter, because D1
 * limits their number.
 */
export async function insertOpmlImport(
  db: Database,
  userId: string,
  id: string,
  outlines: readonly OpmlOutline[],
  category: Category,
): Promise<void> {
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
      .values({ id, userId, queuedUntil: outlines.length > 0 ? queuedUntil() : null })
      .onConflictDoNothing(),
    db.insert(opmlOutlines).select(sql`
      SELECT ${id}, key, value ->> 'title', value ->> 'address', value ->> 'category', 'waiting', NULL, NULL
      FROM json_each(${json})
      WHERE NOT EXISTS (SELECT 1 FROM opml_outlines AS own WHERE own.import_id = ${id})`),
    db
      .delete(opmlImports)
      .where(and(eq(opmlImports.userId, userId), notInArray(opmlImports.id, newest))),
  ]);
}

/**
 * Returns an import's user, its start and the next podcasts to try; null if the import is gone. `unreported` are the
 * ids of podcasts that the user has subscribed to since the start and that no outcome names: a worker died after it
 * added them and before it stored that.
 */
export async function findDue(db: Database, importId: string, count: number) {
  const isDue = or(isNull(opmlOutlines.retryAt), lte(opmlOutlines.retryAt, new Date()));
  const reported = db
    .select({ title: opmlOutlines.title })
    .from(opmlOutlines)
    .where(and(eq(opmlOutlines.importId, importId), eq(opmlOutlines.status, 'added')));
  const [[owner], outlines, unreported] = await db.batch([
    db
      .select({ userId: opmlImports.userId, startedAt: opmlImports.createdAt })
      .from(opmlImports)
      .where(eq(opmlImports.id, importId)),
    db
      .select()
      .from(opmlOutlines)
      .where(and(eq(opmlOutlines.importId, importId), eq(opmlOutlines.status, 'waiting'), isDue))
      .orderBy(asc(opmlOutlines.retryAt), asc(opmlOutlines.position))
      .limit(count),
    db
      .select({ id: podcasts.id })
      .from(opmlImports)
      .innerJoin(
        subscriptions,
        and(
          eq(subscriptions.userId, opmlImports.userId),
          gte(subscriptions.createdAt, opmlImports.createdAt),
        ),
      )
      .innerJoin(podcasts, eq(podcasts.id, subscriptions.podcastId))
      .where(and(eq(opmlImports.id, importId), notInArray(podcasts.title, reported))),
  ]);
  if (!owner) return null;
  return { ...owner, outlines, unreported: new Set(unreported.map(({ id }) => id)) };
}

/**
 * Stores the outcomes of podcasts that still wait, and until when the next message counts as lost.
 *
 * @returns when the caller should continue the import; null if it is done, or if another worker has stored
 *   these outcomes
 */
export async function saveOutcomes(
  db: Database,
  importId: string,
  outcomes: Outcome[],
): Promise<{ inSeconds: number } | null> {
  const json = JSON.stringify(
    outcomes.map(({ triedAt, retryAt, ...outcome }) => ({
      ...outcome,
      triedAt: triedAt?.getTime(),
      retryAt: retryAt?.getTime(),
    })),
  );
  const field = (name: string) =>
    sql`(SELECT value ->> ${name} FROM json_each(${json})
      WHERE value ->> 'position' = ${opmlOutlines.position})`;
  const positions = outcomes.map(({ position }) => position);
  const waiting = and(eq(opmlOutlines.importId, importId), eq(opmlOutlines.status, 'waiting'));
  const now = Date.now();
  const lostAt = queuedUntil().getTime();
  const [stored, [kept]] = await db.batch([
    db
      .update(opmlOutlines)
      .set({
        title: field('title'),
        status: field('status'),
        reason: field('reason'),
        retryAt: field('retryAt'),
      })
      .where(
        and(
          waiting,
          inArray(opmlOutlines.position, positions),
          sql`${opmlOutlines.retryAt} IS ${field('triedAt')}`,
        ),
      )
      .returning({ position: opmlOutlines.position }),
    db
      .update(opmlImports)
      .set({
        queuedUntil: sql`(
          SELECT ${lostAt} + max(min(coalesce(${opmlOutlines.retryAt}, 0)) - ${now}, 0)
          FROM ${opmlOutlines} WHERE ${waiting})`,
      })
      .where(eq(opmlImports.id, importId))
      .returning({ queuedUntil: opmlImports.queuedUntil }),
  ]);
  if (stored.length === 0 || !kept?.queuedUntil) return null;
  return { inSeconds: Math.ceil((kept.queuedUntil.getTime() - lostAt) / 1_000) };
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
        retryAt: opmlOutlines.retryAt,
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
    waiting: outlines
      .filter(({ status, retryAt }) => status === 'waiting' && retryAt !== null)
      .map(({ title, reason, retryAt }) => ({
        title,
        reason: reason ?? '',
        retryAt: retryAt?.toISOString() ?? '',
      })),
    failed: outlines
      .filter(({ status }) => status === 'failed')
      .map(({ title, reason }) => ({ title, reason: reason ?? '' })),
  };
}

/** Queues imports again whose message was lost. @returns how many */
export const sendLostOpmlImportsAgain = (db: Database, send: (id: string) => Promise<unknown>) =>
  sendLostAgain(db, opmlImports, send);
