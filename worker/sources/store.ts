/** The rows of users' own sources. The owner's id goes into every statement. */
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { CATEGORIES, SOURCES_MAX, SOURCES_PAGE, SOURCES_TITLE } from '../../schema/limits.ts';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { chatSessions } from '../../schema/tables/chat.ts';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import { generations } from '../../schema/tables/insights.ts';
import { sources } from '../../schema/tables/sources.ts';
import type { RowCursor } from '../../schema/wire/common.ts';
import { forgettingInsights } from '../insights/store.ts';
import type { Database } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import { isAfterCursor } from '../platform/list-page.ts';

/** The columns of an episode that a source, which is read and not played, leaves empty. */
export const READ_ONLY = {
  description: '',
  durationSeconds: null,
  audioUrl: null,
  imageUrl: null,
  youtubeVideoId: null,
  isYoutubeShort: 0,
  transcriptLinks: '[]',
  number: null,
  season: null,
  type: 'full',
  isExplicit: null,
  chaptersUrl: null,
};

/** In place of a feed's address; unique for each owner. */
const NO_FEED = 'urn:dripcast:sources';

/** Returns the podcast of a user's sources; null before the first one. */
export async function findSourcesPodcast(db: Database, userId: string): Promise<string | null> {
  const rows = await db
    .select({ id: podcasts.id })
    .from(podcasts)
    .where(and(eq(podcasts.ownerId, userId), eq(podcasts.kind, 'sources')));
  return rows[0]?.id ?? null;
}

/** Makes the podcast of a user's sources unless there is one. */
export async function insertSourcesPodcast(db: Database, userId: string): Promise<string> {
  await db
    .insert(podcasts)
    .values({
      title: SOURCES_TITLE,
      host: '',
      description: '',
      // Never shown: the sources of a user have no category.
      category: CATEGORIES[0],
      feedUrl: NO_FEED,
      kind: 'sources',
      ownerId: userId,
      isListed: false,
    })
    .onConflictDoNothing();
  const id = await findSourcesPodcast(db, userId);
  if (id === null) throw new Error('the podcast that was just written is gone');
  return id;
}

function selectSources(db: Database, userId: string, which?: SQL) {
  return db
    .select({
      id: episodes.id,
      podcastId: episodes.podcastId,
      title: episodes.title,
      address: episodes.link,
      publishedAt: episodes.publishedAt,
      kind: sources.kind,
      author: sources.author,
      characters: sources.characters,
      paragraphs: sources.paragraphs,
      textHash: sources.textHash,
      createdAt: sources.createdAt,
      updatedAt: sources.updatedAt,
      insightId: generations.insightId,
    })
    .from(sources)
    .innerJoin(episodes, eq(episodes.id, sources.episodeId))
    .leftJoin(
      generations,
      and(eq(generations.episodeId, sources.episodeId), eq(generations.userId, userId)),
    )
    .where(and(eq(sources.userId, userId), which));
}
export type SourceRow = Awaited<ReturnType<typeof selectSources>>[number];

/** Returns one page plus one row if there is more, the newest first. */
export function listSources(db: Database, userId: string, after: RowCursor | undefined) {
  return selectSources(db, userId, isAfterCursor(sources.createdAt, sources.episodeId, after))
    .orderBy(desc(sources.createdAt), desc(sources.episodeId))
    .limit(SOURCES_PAGE + 1);
}

export function countSources(db: Database, userId: string): Promise<number> {
  return db.$count(sources, eq(sources.userId, userId));
}

/** By its id, or by the hash of its text. Returns null if the user has no such source. */
export async function findSource(
  db: Database,
  userId: string,
  by: { id: string } | { textHash: string },
): Promise<SourceRow | null> {
  const which = 'id' in by ? eq(sources.episodeId, by.id) : eq(sources.textHash, by.textHash);
  const rows = await selectSources(db, userId, which).limit(1);
  return rows[0] ?? null;
}

/** A source's metadata, without its text. */
export interface SourceColumns {
  title: string;
  author: string | null;
  address: string | null;
  publishedAt: Date | null;
  characters: number;
  paragraphs: number;
  textHash: string;
}

/**
 * Adds the row of a source whose text follows, unless the user has this text, or as many sources as they
 * may: the statement itself counts, so concurrent requests can't exceed the limit.
 */
export async function insertSource(
  db: Database,
  userId: string,
  { id, podcastId, kind }: { id: string; podcastId: string; kind: SourceRow['kind'] },
  { title, author, address, publishedAt, ...measures }: SourceColumns,
): Promise<void> {
  const now = Date.now();
  const ofUser = sql`FROM sources AS kept WHERE kept.user_id = ${userId}`;
  const isThere = sql`EXISTS (SELECT 1 FROM episodes AS added WHERE added.id = ${id})`;
  const episode = insertColumns(episodes, {
    id,
    podcastId,
    guid: id,
    title,
    publishedAt: publishedAt?.getTime() ?? null,
    link: address,
    ...READ_ONLY,
    createdAt: now,
  });
  const source = insertColumns(sources, {
    episodeId: id,
    userId,
    kind,
    author,
    ...measures,
    createdAt: now,
    updatedAt: now,
  });
  await db.batch([
    db.insert(episodes).select(sql`
      SELECT ${episode} WHERE (SELECT count(*) ${ofUser}) < ${SOURCES_MAX}
        AND NOT EXISTS (SELECT 1 ${ofUser} AND kept.text_hash = ${measures.textHash})`),
    db.insert(sources).select(sql`SELECT ${source} WHERE ${isThere}`),
  ]);
}

/**
 * Changes a source whose new text is stored already. A new text makes its insights obsolete.
 *
 * @param quotaSince generations charged before this no longer count
 */
export async function updateSource(
  db: Database,
  userId: string,
  id: string,
  { title, author, address, publishedAt, ...measures }: SourceColumns,
  { hasNewText, updatedAt, quotaSince }: { hasNewText: boolean; updatedAt: Date; quotaSince: Date },
): Promise<void> {
  const isTheirs = sql`EXISTS (
    SELECT 1 FROM sources WHERE sources.user_id = ${userId} AND sources.episode_id = ${id})`;
  await db.batch([
    db
      .update(episodes)
      .set({ title, link: address, publishedAt })
      .where(and(eq(episodes.id, id), isTheirs)),
    // The trigger of the search index listens to the status.
    db
      .update(transcripts)
      .set({ status: 'ready', ...(hasNewText ? { checkedAt: updatedAt } : {}) })
      .where(and(eq(transcripts.episodeId, id), isTheirs)),
    db
      .update(sources)
      .set({ author, ...measures, updatedAt })
      .where(and(eq(sources.userId, userId), eq(sources.episodeId, id))),
    ...(hasNewText ? forgettingInsights(db, userId, id, quotaSince) : []),
  ]);
}

/**
 * Deletes a source with everything made from it. Returns the ids of its conversations.
 *
 * @param quotaSince generations charged before this no longer count
 */
export async function deleteSource(
  db: Database,
  userId: string,
  id: string,
  quotaSince: Date,
): Promise<string[]> {
  const isTheirs = sql`${episodes.id} IN (
    SELECT episode_id FROM sources WHERE user_id = ${userId} AND episode_id = ${id})`;
  const [conversations] = await db.batch([
    db
      .select({ id: chatSessions.id })
      .from(chatSessions)
      .where(and(eq(chatSessions.userId, userId), eq(chatSessions.episodeId, id))),
    ...forgettingInsights(db, userId, id, quotaSince),
    db.delete(episodes).where(isTheirs),
  ]);
  return conversations.map((row) => row.id);
}

/** Notes that the texts of these sources of the user are stored. The search index listens to this. */
export async function noteTexts(db: Database, userId: string, ids: string[]): Promise<void> {
  const stored = {
    status: 'ready' as const,
    source: 'user' as const,
    language: null,
    progress: null,
    reason: null,
    retryAt: null,
  };
  const now = new Date();
  const row = insertColumns(transcripts, {
    ...stored,
    episodeId: sql`sources.episode_id`,
    checkedAt: now.getTime(),
  });
  await db
    .insert(transcripts)
    .select(sql`
      SELECT ${row} FROM sources WHERE sources.user_id = ${userId}
        AND sources.episode_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    // Somebody may have looked for the text before it was there.
    .onConflictDoUpdate({ target: transcripts.episodeId, set: { ...stored, checkedAt: now } });
}
