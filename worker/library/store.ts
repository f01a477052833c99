import { and, eq, type SQL, sql } from 'drizzle-orm';
import {
  EXCERPT_MAX_CHARS,
  SAVED_INSIGHTS_MAX,
  SAVED_INSIGHTS_MAX_BYTES,
  SAVED_INSIGHTS_PAGE,
} from '../../schema/limits.ts';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { savedInsights } from '../../schema/tables/library.ts';
import type { PageCursor } from '../../schema/wire/common.ts';
import type { Database } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';

const savedColumns = {
  id: savedInsights.id,
  episodeId: savedInsights.episodeId,
  episodeTitle: episodes.title,
  insight: savedInsights.insightHtml,
  userNotes: savedInsights.userNotes,
  tags: savedInsights.tags,
  generatedAt: savedInsights.generatedAt,
  isYoutubeShort: episodes.isYoutubeShort,
  audioUrl: episodes.audioUrl,
  youtubeVideoId: episodes.youtubeVideoId,
};

function selectSaved(db: Database) {
  return db
    .select(savedColumns)
    .from(savedInsights)
    .innerJoin(episodes, eq(episodes.id, savedInsights.episodeId));
}
export type SavedInsightRow = Awaited<ReturnType<typeof selectSaved>>[number];

/**
 * Returns one page plus one row if there is more. Podcasts are sorted by their newest insight, so a
 * podcast may continue on the next page. Texts are cut to an excerpt.
 */
export function listSavedInsights(db: Database, userId: string, after: PageCursor | undefined) {
  const isAfter = after
    ? sql`WHERE (-newest, podcast_id, -generated_at, id) >
        (${-after.groupTime}, ${after.groupId}, ${-after.time}, ${after.id})`
    : sql``;
  // Texts are only loaded for one page instead of being sorted with all rows.
  const page = sql`(
    SELECT * FROM (
      SELECT s.id, s.generated_at, e.podcast_id,
        max(s.generated_at) OVER (PARTITION BY e.podcast_id) AS newest,
        count(*) OVER (PARTITION BY e.podcast_id) AS total
      FROM saved_insights s JOIN episodes e ON e.id = s.episode_id
      WHERE s.user_id = ${userId}
    ) ${isAfter}
    ORDER BY -newest, podcast_id, -generated_at, id
    LIMIT ${SAVED_INSIGHTS_PAGE + 1}
  ) AS page`;
  return db
    .select({
      ...savedColumns,
      insight: sql<string>`substr(${savedInsights.insightHtml}, 1, ${EXCERPT_MAX_CHARS})`,
      isCut: sql<number>`length(${savedInsights.insightHtml}) > ${EXCERPT_MAX_CHARS}`,
      podcastId: podcasts.id,
      podcastTitle: podcasts.title,
      podcastKind: podcasts.kind,
      newest: sql<number>`page.newest`,
      total: sql<number>`page.total`,
    })
    .from(page)
    .innerJoin(savedInsights, sql`${savedInsights.id} = page.id`)
    .innerJoin(episodes, eq(episodes.id, savedInsights.episodeId))
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .orderBy(sql`-page.newest, page.podcast_id, -page.generated_at, page.id`);
}
export type ListedInsightRow = Awaited<ReturnType<typeof listSavedInsights>>[number];

/**
 * Finds a saved insight by its id, or by the hash of its text. Returns null if the user has no such insight.
 */
export async function findSavedInsight(
  db: Database,
  userId: string,
  by: { id: string } | { episodeId: string; insightHash: string },
): Promise<SavedInsightRow | null> {
  const which =
    'id' in by
      ? eq(savedInsights.id, by.id)
      : and(
          eq(savedInsights.episodeId, by.episodeId),
          eq(savedInsights.insightHash, by.insightHash),
        );
  const rows = await selectSaved(db).where(and(eq(savedInsights.userId, userId), which));
  return rows[0] ?? null;
}

type NewInsight = Pick<
  typeof savedInsights.$inferSelect,
  'episodeId' | 'insight' | 'insightHash' | 'insightHtml' | 'generatedAt'
>;

/** The size of a row's texts in bytes, which SQLite reads from the row's header. */
const bytesOf = (table: string): SQL =>
  sql.raw(
    ['insight', 'insight_html', 'user_notes', 'tags']
      .map((column) => `coalesce(octet_length(${table}.${column}), 0)`)
      .join(' + '),
  );

/**
 * Returns false if the episode already has this text, or if the account is full. The statement itself
 * checks the limits, so concurrent saves can't exceed them.
 */
export async function insertSavedInsight(
  db: Database,
  userId: string,
  { episodeId, insight, insightHash, insightHtml, generatedAt }: NewInsight,
): Promise<boolean> {
  const row = insertColumns(savedInsights, {
    id: crypto.randomUUID(),
    userId,
    episodeId,
    insight,
    insightHtml,
    insightHash,
    userNotes: null,
    tags: '[]',
    generatedAt: generatedAt.getTime(),
  });
  const rows = await db
    .insert(savedInsights)
    .select(
      sql`SELECT ${row} FROM ${libraryWithRoom(userId, sql`octet_length(${insight}) + octet_length(${insightHtml})`)}`,
    )
    .onConflictDoNothing()
    .returning({ id: savedInsights.id });
  return rows.length > 0;
}

/** One row if the account has room for another text of so many bytes, otherwise none. */
const libraryWithRoom = (userId: string, bytes: SQL): SQL => sql`(
    SELECT count(*) AS rows, total(${bytesOf('kept')}) AS bytes
    FROM saved_insights AS kept WHERE kept.user_id = ${userId}
  ) AS library
  WHERE library.rows < ${SAVED_INSIGHTS_MAX}
    AND library.bytes + ${bytes} <= ${SAVED_INSIGHTS_MAX_BYTES}`;

/** Whether the account has room for a text, before it is rendered. */
export async function hasRoomFor(db: Database, userId: string, insight: string): Promise<boolean> {
  const rows = await db
    .select({ room: sql<number>`1` })
    .from(libraryWithRoom(userId, sql`octet_length(${insight})`));
  return rows.length > 0;
}

/** The result of updating a saved insight. */
export type UpdateOutcome = 'changed' | 'not-found' | 'same-text' | 'other-notes' | 'full';

type Changes = Partial<
  Pick<
    typeof savedInsights.$inferInsert,
    'insight' | 'insightHash' | 'insightHtml' | 'userNotes' | 'tags'
  >
>;

/**
 * The conditions of an update: the row, that no other has its text, that its notes are those that the change is
 * based on, and the account's limit.
 *
 * @param notesBefore undefined replaces any notes
 */
function conditionsOf(userId: string, id: string, changes: Changes, notesBefore?: string | null) {
  const notes = sql`coalesce(saved_insights.user_notes, '')`;
  // The new notes are there if the reply to a first try was lost.
  const hasNotes =
    notesBefore === undefined
      ? sql`true`
      : sql`${notes} IN (${notesBefore ?? ''}, ${changes.userNotes ?? ''})`;
  const isNewText =
    changes.insightHash === undefined
      ? sql`true`
      : sql`NOT EXISTS (
        SELECT 1 FROM saved_insights AS other
        WHERE other.user_id = ${userId} AND other.episode_id = saved_insights.episode_id
          AND other.insight_hash = ${changes.insightHash} AND other.id <> ${id}
      )`;
  const grows = growth(changes);
  const hasRoom = sql`(${grows} <= 0 OR ${grows} + (
    SELECT total(${bytesOf('kept')}) FROM saved_insights AS kept WHERE kept.user_id = ${userId}
  ) <= ${SAVED_INSIGHTS_MAX_BYTES})`;
  const isTheirs = and(eq(savedInsights.userId, userId), eq(savedInsights.id, id));
  return { isNewText, hasNotes, hasRoom, isTheirs };
}

const judging = (
  db: Database,
  { isNewText, hasNotes, hasRoom, isTheirs }: ReturnType<typeof conditionsOf>,
) =>
  db
    .select({
      // D1 keeps one of several columns of the same name, and an expression is its own name.
      isNewText: sql<number>`${isNewText}`.as('is_new_text'),
      hasNotes: sql<number>`${hasNotes}`.as('has_notes'),
      hasRoom: sql<number>`${hasRoom}`.as('has_room'),
    })
    .from(savedInsights)
    .where(isTheirs);

function refusalOf([row]: Awaited<ReturnType<typeof judging>>): UpdateOutcome | null {
  if (!row) return 'not-found';
  if (!row.isNewText) return 'same-text';
  if (!row.hasNotes) return 'other-notes';
  return row.hasRoom ? null : 'full';
}

/**
 * Returns why a row can't get this text however short its HTML turns out, so that it need not be rendered;
 * null if there is no such reason.
 */
export async function findRefusal(
  db: Database,
  userId: string,
  id: string,
  text: Pick<NewInsight, 'insight' | 'insightHash'>,
): Promise<UpdateOutcome | null> {
  return refusalOf(await judging(db, conditionsOf(userId, id, { ...text, insightHtml: '' })));
}

/**
 * Changes a user's row unless another row has the same text, its notes are no longer `notesBefore`, or the
 * account would exceed its limit.
 * Shortening is always allowed. The statement itself checks, so of two concurrent updates one is
 * refused.
 */
export async function updateSavedInsight(
  db: Database,
  userId: string,
  id: string,
  changes: Changes,
  notesBefore?: string | null,
): Promise<UpdateOutcome> {
  const conditions = conditionsOf(userId, id, changes, notesBefore);
  const { isTheirs, isNewText, hasNotes, hasRoom } = conditions;
  const [judged, changed] = await db.batch([
    judging(db, conditions),
    db
      .update(savedInsights)
      .set(changes)
      .where(and(isTheirs, isNewText, hasNotes, hasRoom))
      .returning({ id: savedInsights.id }),
  ]);
  return changed.length > 0 ? 'changed' : (refusalOf(judged) ?? 'full');
}

/** By how many bytes a row grows. */
function growth({ insight, insightHtml, userNotes, tags }: Changes): SQL {
  const texts: [column: string, text: string | null | undefined][] = [
    ['insight', insight],
    ['insight_html', insightHtml],
    ['user_notes', userNotes],
    ['tags', tags && JSON.stringify(tags)],
  ];
  const parts = texts
    .filter(([, text]) => text !== undefined)
    .map(([column, text]) => {
      const before = sql.raw(`coalesce(octet_length(saved_insights.${column}), 0)`);
      return sql`${new TextEncoder().encode(text ?? '').length} - ${before}`;
    });
  return sql`(${sql.join(parts.length > 0 ? parts : [sql`0`], sql` + `)})`;
}

/** Returns false if the user has no such insight. */
export async function deleteSavedInsight(db: Database, userId: string, id: string) {
  const rows = await db
    .delete(savedInsights)
    .where(and(eq(savedInsights.userId, userId), eq(savedInsights.id, id)))
    .returning({ id: savedInsights.id });
  return rows.length > 0;
}
