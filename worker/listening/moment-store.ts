import { type AnyColumn, and, desc, eq, inArray, sql } from 'drizzle-orm';
import { MOMENTS_MAX, MOMENTS_PAGE } from '../../schema/limits.ts';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { moments } from '../../schema/tables/listening.ts';
import type { RowCursor } from '../../schema/wire/common.ts';
import type { Database } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import { isAfterCursor } from '../platform/list-page.ts';

function select(db: Database) {
  return db
    .select({
      id: moments.id,
      episodeId: moments.episodeId,
      episodeTitle: episodes.title,
      podcastId: episodes.podcastId,
      podcastTitle: podcasts.title,
      start: moments.startSeconds,
      end: moments.endSeconds,
      text: moments.text,
      speaker: moments.speaker,
      note: moments.note,
      createdAt: moments.createdAt,
    })
    .from(moments)
    .innerJoin(episodes, eq(episodes.id, moments.episodeId))
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId));
}
export type MomentRow = Awaited<ReturnType<typeof select>>[number];

/** Returns null if the user has no such moment. */
export async function findMoment(db: Database, userId: string, id: string) {
  const rows = await select(db).where(and(eq(moments.userId, userId), eq(moments.id, id)));
  return rows[0] ?? null;
}

/** Of the same place and words: with no note or with this one, or, if this one has none, with any. */
function isSameMoment(userId: string, moment: NewMoment) {
  const { episodeId, startSeconds, endSeconds, text, note } = moment;
  const isSameSecond = (column: AnyColumn, seconds: number) =>
    sql`CAST(${column} AS INTEGER) = ${Math.floor(seconds)}`;
  return and(
    eq(moments.userId, userId),
    eq(moments.episodeId, episodeId),
    eq(moments.text, text),
    isSameSecond(moments.startSeconds, startSeconds),
    // Where the last words of an episode end may be unknown.
    text === '' ? isSameSecond(moments.endSeconds, endSeconds) : undefined,
    note === '' ? undefined : inArray(moments.note, ['', note]),
  );
}

/** Returns the user's newest moment that is the same as this one; null if there is none. */
export async function findSameMoment(db: Database, userId: string, moment: NewMoment) {
  const rows = await select(db)
    .where(isSameMoment(userId, moment))
    .orderBy(desc(moments.createdAt))
    .limit(1);
  return rows[0] ?? null;
}

/** Returns one page plus one row if there is more, newest first. */
export function listMoments(
  db: Database,
  userId: string,
  { episodeId, after }: { episodeId: string | undefined; after: RowCursor | undefined },
): Promise<MomentRow[]> {
  return select(db)
    .where(
      and(
        eq(moments.userId, userId),
        episodeId === undefined ? undefined : eq(moments.episodeId, episodeId),
        isAfterCursor(moments.createdAt, moments.id, after),
      ),
    )
    .orderBy(desc(moments.createdAt), desc(moments.id))
    .limit(MOMENTS_PAGE + 1);
}

type NewMoment = Omit<typeof moments.$inferSelect, 'userId' | 'createdAt'>;

/**
 * Returns false if the id or the same moment exists already, or the account has as many moments as it may: the
 * statement itself looks, so that two devices at once store one moment and can't exceed the limit.
 */
export async function insertMoment(
  db: Database,
  userId: string,
  moment: NewMoment,
): Promise<boolean> {
  const row = insertColumns(moments, { ...moment, userId, createdAt: Date.now() });
  const rows = await db
    .insert(moments)
    .select(sql`
      SELECT ${row}
      WHERE (SELECT count(*) FROM moments WHERE user_id = ${userId}) < ${MOMENTS_MAX}
        AND NOT EXISTS (SELECT 1 FROM moments WHERE ${isSameMoment(userId, moment)})`)
    .onConflictDoNothing()
    .returning({ id: moments.id });
  return rows.length > 0;
}

/** Whether the account has as many moments as it may. */
export async function hasMaximumOfMoments(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(moments, eq(moments.userId, userId))) >= MOMENTS_MAX;
}

/**
 * Replaces a moment's note.
 *
 * @param noteBefore the note to replace; any if undefined
 * @returns false if the note has changed meanwhile, or the user has no such moment
 */
export async function updateNote(
  db: Database,
  userId: string,
  id: string,
  { note, noteBefore }: { note: string; noteBefore?: string | undefined },
): Promise<boolean> {
  const isTheirs = and(eq(moments.userId, userId), eq(moments.id, id));
  // The new note is there if the reply to a first try was lost.
  const hasNote = noteBefore === undefined ? undefined : inArray(moments.note, [noteBefore, note]);
  const rows = await db
    .update(moments)
    .set({ note })
    .where(and(isTheirs, hasNote))
    .returning({ id: moments.id });
  return rows.length > 0;
}

/** Returns false if the moment has a note already, or is gone: two devices may send one at once. */
export async function addNote(
  db: Database,
  userId: string,
  id: string,
  note: string,
): Promise<boolean> {
  const rows = await db
    .update(moments)
    .set({ note })
    .where(and(eq(moments.userId, userId), eq(moments.id, id), eq(moments.note, '')))
    .returning({ id: moments.id });
  return rows.length > 0;
}

/** Does nothing if the user has no such moment. */
export async function deleteMoment(db: Database, userId: string, id: string): Promise<void> {
  await db.delete(moments).where(and(eq(moments.userId, userId), eq(moments.id, id)));
}
