/** Reads the searchable sources from the main database and R2. Every list is at most one page of ids. */
import { and, asc, eq, gt } from 'drizzle-orm';
import { chatSessions } from '../../schema/tables/chat.ts';
import { contents } from '../../schema/tables/content.ts';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import { savedInsights } from '../../schema/tables/library.ts';
import { moments } from '../../schema/tables/listening.ts';
import type { SearchSource } from '../../schema/wire/jobs.ts';
import { splitSentences } from '../assistant/retrieval/sentences.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { readStoredTranscript } from '../transcripts/store.ts';
import type { DocumentKey, SearchDocument, UnversionedDocument } from './document.ts';
import { loadConversations, loadInsights, loadMoments, loadTexts } from './private-sources.ts';
import { readWritten } from './written-text.ts';

/** Part of every version. Changing it makes the next weekly check rewrite everything. */
const FORMAT = 1;

export interface SourceDeps {
  db: Database;
  bucket: R2Bucket;
}

/** The keys of a source's documents. A saved insight's notes are a document of their own. */
export function keysOf(source: SearchSource, sourceId: string): DocumentKey[] {
  const kinds = source === 'insight' ? (['insight', 'note'] as const) : ([source] as const);
  return kinds.map((kind) => ({ kind, sourceId }));
}

const IDS = {
  transcript: { table: transcripts, id: transcripts.episodeId },
  episode: { table: episodes, id: episodes.id },
  insight: { table: savedInsights, id: savedInsights.id },
  chat: { table: chatSessions, id: chatSessions.id },
  text: { table: contents, id: contents.userId },
  moment: { table: moments, id: moments.id },
};

/** Returns the ids of a kind's sources, in order. */
export async function listSourceIds(
  db: Database,
  source: SearchSource,
  afterId: string,
  count: number,
): Promise<string[]> {
  const { table, id } = IDS[source];
  const rows = await db
    .select({ id })
    .from(table)
    .where(and(gt(id, afterId), isReady(source)))
    .orderBy(asc(id))
    .limit(count);
  return rows.map((row) => row.id);
}

/** A transcript's row exists before its text; other sources are complete at once. */
function isReady(source: SearchSource) {
  return source === 'transcript' ? eq(transcripts.status, 'ready') : undefined;
}

/** Returns those of these ids that exist. */
export async function listExistingIds(
  db: Database,
  source: SearchSource,
  ids: string[],
): Promise<string[]> {
  const { table, id } = IDS[source];
  const rows = await db
    .select({ id })
    .from(table)
    .where(and(isAmong(id, ids), isReady(source)));
  return rows.map((row) => row.id);
}

/** Loads the documents of these sources; deleted ones have none. */
export async function loadDocuments(
  deps: SourceDeps,
  source: SearchSource,
  ids: string[],
): Promise<SearchDocument[]> {
  const loaded = await LOADERS[source](deps, ids);
  return Promise.all(
    loaded.map(async (document) => ({
      ...document,
      version: `${FORMAT} ${await sha256Hex(JSON.stringify(document))}`,
    })),
  );
}

const LOADERS: Record<
  SearchSource,
  (deps: SourceDeps, ids: string[]) => Promise<UnversionedDocument[]>
> = {
  transcript: loadTranscripts,
  episode: ({ db }, ids) => loadEpisodes(db, ids),
  insight: ({ db }, ids) => loadInsights(db, ids),
  chat: ({ db }, ids) => loadConversations(db, ids),
  text: ({ db }, ids) => loadTexts(db, ids),
  moment: ({ db }, ids) => loadMoments(db, ids),
};

async function loadEpisodes(db: Database, ids: string[]): Promise<UnversionedDocument[]> {
  const rows = await db
    .select({
      id: episodes.id,
      podcastId: episodes.podcastId,
      publishedAt: episodes.publishedAt,
      title: episodes.title,
      description: episodes.description,
    })
    .from(episodes)
    .where(isAmong(episodes.id, ids));
  return rows.map((row) => ({
    kind: 'episode',
    sourceId: row.id,
    owner: null,
    podcastId: row.podcastId,
    episodeId: row.id,
    publishedAt: row.publishedAt?.getTime() ?? null,
    sentences: [{ text: row.title, start: null, speaker: null }, ...readWritten(row.description)],
  }));
}

async function loadTranscripts({ db, bucket }: SourceDeps, ids: string[]) {
  const rows = await db
    .select({
      id: episodes.id,
      podcastId: episodes.podcastId,
      publishedAt: episodes.publishedAt,
    })
    .from(episodes)
    .innerJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .where(and(isAmong(episodes.id, ids), eq(transcripts.status, 'ready')));
  const loaded = await Promise.all(
    rows.map(async ({ id, podcastId, publishedAt }): Promise<UnversionedDocument | null> => {
      const transcript = await readStoredTranscript(bucket, id);
      if (transcript === null) return null;
      return {
        kind: 'transcript',
        sourceId: id,
        owner: null,
        podcastId,
        episodeId: id,
        publishedAt: publishedAt?.getTime() ?? null,
        sentences: splitSentences(transcript.lines).map(({ text, start, speaker }) => ({
          text,
          start,
          speaker,
        })),
      };
    }),
  );
  return loaded.filter((document) => document !== null);
}
