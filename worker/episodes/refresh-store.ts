/** What a reading of a feed is compared with, and how it is stored. */
import { and, desc, eq, isNull, type Name, type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { feeds, podcasts } from '../../schema/tables/catalogue.ts';
import { episodePages, episodes } from '../../schema/tables/episodes.ts';
import type { FeedItem } from '../feeds/feed.ts';
import type { Database } from '../platform/database.ts';
import { insertColumns } from '../platform/insert-columns.ts';
import { asParameters } from '../platform/json-parameters.ts';
import type { FeedState } from './feed-state.ts';
import type { KnownEpisode, Renamed } from './renamed-episodes.ts';
import { renderNotes } from './render-notes.ts';

export interface Reading {
  /** False if the feed was cut off: new items are added, but known ones stay unchanged. */
  isWhole: boolean;
  items: FeedItem[];
  /** Known episodes that now have a new guid in the feed. */
  renamed: Renamed[];
  /** The episodes' videos, by current guid. */
  videos: { guid: string; videoId: string }[];
  feed: FeedState;
  /** The feed's own values for fields that follow the feed. */
  podcast: Partial<
    Pick<
      typeof podcasts.$inferInsert,
      'title' | 'host' | 'imageUrl' | 'description' | 'language' | 'feedFields'
    >
  >;
}

/** Returns a podcast's newest episodes with the fields that identify them. */
export function listNewestKnown(
  db: Database,
  podcastId: string,
  count: number,
): Promise<KnownEpisode[]> {
  return db
    .select({
      id: episodes.id,
      guid: episodes.guid,
      title: episodes.title,
      publishedAt: episodes.publishedAt,
      durationSeconds: episodes.durationSeconds,
      audioUrl: episodes.audioUrl,
      youtubeVideoId: episodes.youtubeVideoId,
    })
    .from(episodes)
    .where(eq(episodes.podcastId, podcastId))
    .orderBy(desc(episodes.publishedAt))
    .limit(count);
}

/**
 * Stores episodes, new and edited, and the feed's state in one transaction. Episodes that left the feed
 * stay, because users may have saved something from them.
 */
export async function saveReading(
  db: Database,
  podcastId: string,
  reading: Reading,
): Promise<void> {
  const statements: [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] = [
    upsertFeedState(db, podcastId, reading.feed),
  ];
  // New guids first, so that the items find their episodes.
  if (reading.renamed.length > 0) statements.push(renameEpisodes(db, reading.renamed));
  statements.push(...upsertEpisodes(db, podcastId, reading));
  statements.push(...upsertPages(db, podcastId, reading));
  if (reading.videos.length > 0) statements.push(addVideos(db, podcastId, reading.videos));
  if (Object.keys(reading.podcast).length > 0) {
    statements.push(db.update(podcasts).set(reading.podcast).where(eq(podcasts.id, podcastId)));
  }
  await db.batch(statements);
}

function renameEpisodes(db: Database, renamed: Renamed[]) {
  const json = JSON.stringify(renamed);
  const guid = sql<string>`(
    SELECT value ->> 'guid' FROM json_each(${json}) WHERE value ->> 'id' = ${episodes.id})`;
  // Two concurrent readings may both see the rename; the second finds the guid taken.
  const isTaken = sql`EXISTS (SELECT 1 FROM episodes AS others
    WHERE others.podcast_id = ${episodes.podcastId} AND others.guid = ${guid})`;
  return db
    .update(episodes)
    .set({ guid })
    .where(
      sql`${episodes.id} IN (SELECT value ->> 'id' FROM json_each(${json})) AND NOT ${isTaken}`,
    );
}

function addVideos(db: Database, podcastId: string, videos: Reading['videos']) {
  const json = JSON.stringify(videos);
  const youtubeVideoId = sql<string>`(
    SELECT value ->> 'videoId' FROM json_each(${json}) WHERE value ->> 'guid' = ${episodes.guid})`;
  return db
    .update(episodes)
    .set({ youtubeVideoId })
    .where(
      and(
        eq(episodes.podcastId, podcastId),
        isNull(episodes.youtubeVideoId),
        sql`${episodes.guid} IN (SELECT value ->> 'guid' FROM json_each(${json}))`,
      ),
    );
}

type Column = keyof typeof episodes._.columns;

/** What an edit of the feed may change. */
const EDITED = [
  'title',
  'description',
  'link',
  'audioUrl',
  'imageUrl',
  'isYoutubeShort',
  'transcriptLinks',
  'number',
  'season',
  'type',
  'isExplicit',
  'chaptersUrl',
] as const satisfies Column[];
/** These, too, but they keep their value if the feed has none. */
const EDITED_IF_KNOWN = [
  'publishedAt',
  'durationSeconds',
  'youtubeVideoId',
] as const satisfies Column[];

const columnOf = (name: Column) => sql.identifier(episodes[name].name);
const newValueOf = (name: Column) => sql`excluded.${columnOf(name)}`;
const edits = new Map<Column, SQL>([
  ...EDITED.map((name) => [name, newValueOf(name)] as const),
  ...EDITED_IF_KNOWN.map(
    (name) => [name, sql`coalesce(${newValueOf(name)}, ${columnOf(name)})`] as const,
  ),
]);
const listed = (values: Iterable<SQL | Name>) => sql`(${sql.join([...values], sql`, `)})`;

/** Passes the items as JSON parameters, because D1 allows a hundred parameters per statement. */
function upsertEpisodes(db: Database, podcastId: string, { items, isWhole }: Reading) {
  const rows = items.map((item) => ({
    id: crypto.randomUUID(),
    guid: item.guid,
    title: item.title,
    description: item.description,
    publishedAt: item.publishedAt?.getTime() ?? null,
    durationSeconds: item.durationSeconds,
    link: item.link,
    audioUrl: item.audioUrl,
    imageUrl: item.imageUrl,
    youtubeVideoId: item.youtubeVideoId,
    isYoutubeShort: item.isYoutubeShort ? 1 : 0,
    transcriptLinks: JSON.stringify(item.transcripts),
    number: item.number,
    season: item.season,
    type: item.type,
    isExplicit: item.isExplicit === null ? null : Number(item.isExplicit),
    chaptersUrl: item.chaptersUrl,
  }));
  const field = (name: keyof (typeof rows)[number]) => sql.raw(`value ->> '${name}'`);
  const row = insertColumns(episodes, {
    id: field('id'),
    podcastId,
    guid: field('guid'),
    title: field('title'),
    description: field('description'),
    publishedAt: field('publishedAt'),
    durationSeconds: field('durationSeconds'),
    link: field('link'),
    audioUrl: field('audioUrl'),
    imageUrl: field('imageUrl'),
    youtubeVideoId: field('youtubeVideoId'),
    isYoutubeShort: field('isYoutubeShort'),
    transcriptLinks: field('transcriptLinks'),
    number: field('number'),
    season: field('season'),
    type: field('type'),
    isExplicit: field('isExplicit'),
    chaptersUrl: field('chaptersUrl'),
    createdAt: Date.now(),
  });
  const target = [episodes.podcastId, episodes.guid];
  return [...asParameters(rows)].map((json) => {
    const insertion = db
      .insert(episodes)
      .select(sql`SELECT ${row} FROM json_each(${json}) WHERE true`);
    if (!isWhole) return insertion.onConflictDoNothing({ target });
    return insertion.onConflictDoUpdate({
      target,
      set: Object.fromEntries(edits),
      // Unchanged episodes are not written, because D1 charges for writes.
      setWhere: sql`${listed([...edits.keys()].map(columnOf))} IS NOT ${listed(edits.values())}`,
    });
  });
}

/** Stores show notes and chapters, by current guid. */
function upsertPages(db: Database, podcastId: string, { items, isWhole }: Reading) {
  const rows = items.map((item) => ({
    guid: item.guid,
    notes: renderNotes(item.notes),
    chapters: JSON.stringify(item.chapters),
  }));
  const row = insertColumns(episodePages, {
    episodeId: sql`${episodes.id}`,
    notes: sql.raw(`value ->> 'notes'`),
    feedChapters: sql.raw(`value ->> 'chapters'`),
    chapters: null,
    chaptersSource: null,
    chaptersRetryAt: null,
  });
  const target = episodePages.episodeId;
  return [...asParameters(rows)].map((json) => {
    const insertion = db.insert(episodePages).select(sql`
      SELECT ${row} FROM json_each(${json})
      JOIN episodes ON episodes.podcast_id = ${podcastId} AND episodes.guid = value ->> 'guid'
      WHERE true`);
    if (!isWhole) return insertion.onConflictDoNothing({ target });
    return insertion.onConflictDoUpdate({
      target,
      // A change may also change the chapters, so they are looked up again.
      set: {
        notes: sql`excluded.notes`,
        feedChapters: sql`excluded.feed_chapters`,
        chaptersRetryAt: sql`NULL`,
      },
      setWhere: sql`(notes, feed_chapters) IS NOT (excluded.notes, excluded.feed_chapters)`,
    });
  });
}

/** Stores the result of fetching a feed. */
export function upsertFeedState(db: Database, podcastId: string, state: FeedState) {
  return db
    .insert(feeds)
    .values({ ...state, podcastId })
    .onConflictDoUpdate({ target: feeds.podcastId, set: state });
}
