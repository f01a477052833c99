/** The review tables. The owner's id goes into every statement. */
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { REVIEW_ITEMS_MAX } from '../../schema/limits.ts';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { reviewDays, reviewGrades, reviewItems } from '../../schema/tables/review.ts';
import type { Database } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import type { Schedule } from './schedule.ts';

/** With aliases, because in a batch D1 merges columns of the same name. */
const columns = {
  ...getTableColumns(reviewItems),
  episodeTitle: sql<string>`${episodes.title}`.as('episode_title'),
  podcastTitle: sql<string>`${podcasts.title}`.as('podcast_title'),
  podcastKind: sql<'feed' | 'sources'>`${podcasts.kind}`.as('podcast_kind'),
};

/** Selects items with the titles of their episodes and podcasts. */
export function selectItems(db: Database) {
  return db
    .select(columns)
    .from(reviewItems)
    .innerJoin(episodes, eq(episodes.id, reviewItems.episodeId))
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId));
}
export type ItemRow = Awaited<ReturnType<typeof selectItems>>[number];

export type NewItem = Pick<
  typeof reviewItems.$inferSelect,
  'kind' | 'sourceId' | 'episodeId' | 'seconds' | 'front' | 'back' | 'options' | 'explanation'
>;

/**
 * Returns the statement that adds an item, unless it exists already or the review is full. The statement
 * itself counts the items, so concurrent requests can't exceed the limit.
 *
 * @param days `dueDay`: when it is due; `wrongDay`: when it was answered wrongly in a quiz, or null
 */
export function addingItem(
  db: Database,
  userId: string,
  item: NewItem,
  { dueDay, wrongDay }: { dueDay: number; wrongDay: number | null },
) {
  const row = insertColumns(reviewItems, {
    ...item,
    id: crypto.randomUUID(),
    userId,
    options: item.options && JSON.stringify(item.options),
    dueDay,
    stability: null,
    difficulty: null,
    lastDay: null,
    wrongDay,
    reps: 0,
    lapses: 0,
    revision: 0,
    createdAt: Date.now(),
  });
  return db
    .insert(reviewItems)
    .select(sql`
      SELECT ${row}
      WHERE (SELECT count(*) FROM review_items AS kept WHERE kept.user_id = ${userId})
        < ${REVIEW_ITEMS_MAX}`)
    .onConflictDoNothing()
    .returning({ id: reviewItems.id });
}

/** Adds an item that is due on this day. Returns false if it exists already or the review is full. */
export async function insertItem(
  db: Database,
  userId: string,
  item: NewItem,
  dueDay: number,
): Promise<boolean> {
  const rows = await addingItem(db, userId, item, { dueDay, wrongDay: null });
  return rows.length > 0;
}

/** Finds the item made from a source. Returns null if the user has none. */
export async function findItem(
  db: Database,
  userId: string,
  { kind, sourceId }: Pick<NewItem, 'kind' | 'sourceId'>,
): Promise<ItemRow | null> {
  const which = and(eq(reviewItems.kind, kind), eq(reviewItems.sourceId, sourceId));
  const rows = await selectItems(db).where(and(eq(reviewItems.userId, userId), which));
  return rows[0] ?? null;
}

/** Lists the ids of all items with their sources. */
export function listEntries(db: Database, userId: string) {
  return db
    .select({ id: reviewItems.id, kind: reviewItems.kind, sourceId: reviewItems.sourceId })
    .from(reviewItems)
    .where(eq(reviewItems.userId, userId));
}

/** Deletes an item with its grades. Returns false if the user has no such item. */
export async function deleteItem(db: Database, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(reviewItems)
    .where(and(eq(reviewItems.userId, userId), eq(reviewItems.id, id)))
    .returning({ id: reviewItems.id });
  return rows.length > 0;
}

export interface NewGrade {
  gradeId: string;
  rating: number;
  at: Date;
  day: number;
}

/**
 * Adds a grade to an item's log and marks its day as kept, in one transaction, then reads the log. Only the
 * earliest grade per item and day stays, so that the log doesn't depend on the order in which grades
 * arrive. A repeated grade changes nothing.
 *
 * @returns null if the user has no such item
 */
export async function insertGrade(
  db: Database,
  userId: string,
  itemId: string,
  { gradeId, rating, at, day }: NewGrade,
) {
  const isTheirs = and(eq(reviewItems.userId, userId), eq(reviewItems.id, itemId));
  const row = insertColumns(reviewGrades, {
    userId,
    itemId,
    gradeId,
    rating,
    at: at.getTime(),
    day,
  });
  const [, , , items, grades] = await db.batch([
    db
      .insert(reviewGrades)
      .select(sql`
        SELECT ${row} FROM review_items
        WHERE review_items.id = ${itemId} AND review_items.user_id = ${userId}
          AND NOT EXISTS (
            SELECT 1 FROM review_grades AS sent
            WHERE sent.user_id = ${userId} AND sent.grade_id = ${gradeId}
          )`)
      .onConflictDoUpdate({
        target: [reviewGrades.itemId, reviewGrades.day],
        set: {
          gradeId: sql`excluded.grade_id`,
          rating: sql`excluded.rating`,
          at: sql`excluded.at`,
        },
        setWhere: sql`(excluded.at, excluded.grade_id) < (review_grades.at, review_grades.grade_id)`,
      }),
    db
      .update(reviewItems)
      .set({ revision: sql`${reviewItems.revision} + 1` })
      .where(isTheirs),
    keepDay(db, userId, day, sql`EXISTS (SELECT 1 FROM review_items WHERE ${isTheirs})`),
    selectItems(db).where(isTheirs),
    selectLog(db, userId, itemId),
  ]);
  const [item] = items;
  return item ? { item, grades } : null;
}

const selectLog = (db: Database, userId: string, itemId: string) =>
  db
    .select({ day: reviewGrades.day, rating: reviewGrades.rating })
    .from(reviewGrades)
    .where(and(eq(reviewGrades.userId, userId), eq(reviewGrades.itemId, itemId)))
    .orderBy(asc(reviewGrades.day));

/** Reads an item with its log. Returns null if the user has no such item. */
export async function readGrades(db: Database, userId: string, itemId: string) {
  const isTheirs = and(eq(reviewItems.userId, userId), eq(reviewItems.id, itemId));
  const [[item], grades] = await db.batch([
    selectItems(db).where(isTheirs),
    selectLog(db, userId, itemId),
  ]);
  return item ? { item, grades } : null;
}

/**
 * Stores a schedule. Returns false if the item has changed since the schedule was computed, or is gone.
 */
export async function updateSchedule(
  db: Database,
  userId: string,
  { id, revision }: Pick<ItemRow, 'id' | 'revision'>,
  schedule: Schedule,
): Promise<boolean> {
  const rows = await db
    .update(reviewItems)
    .set(schedule)
    .where(
      and(
        eq(reviewItems.userId, userId),
        eq(reviewItems.id, id),
        eq(reviewItems.revision, revision),
      ),
    )
    .returning({ id: reviewItems.id });
  return rows.length > 0;
}

/** The statement that marks a day as kept. */
export function keepDay(db: Database, userId: string, day: number, where = sql`true`) {
  const row = insertColumns(reviewDays, { userId, day, isKept: 1, takeaway: null });
  return db
    .insert(reviewDays)
    .select(sql`SELECT ${row} WHERE ${where}`)
    .onConflictDoUpdate({
      target: [reviewDays.userId, reviewDays.day],
      set: { isKept: true },
    });
}
