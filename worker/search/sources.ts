/** Reads the searchable sources from the main database and R2. Every list is at most one page of ids. */
import { and, asc, eq, gt } from 'drizzle-orm';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { chatSessions } from '../../schema/tables/chat.ts';
import { contents } from '../../schema/tables/content.ts';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import { savedInsights } from '../../schema/tables/library.ts';
import { moments } from '../../schema/tables/listening.ts';
import { sources } from '../../schema/tables/sources.ts';
import { hasSpelt } from '../../schema/wire/fold.ts';
import { SEARCH_SOURCES, type SearchSource } from '../../schema/wire/jobs.ts';
import { sentencesIn } from '../assistant/retrieval/sentences.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { createPauseMeter, SENTENCE, withPauses } from '../platform/pauses.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { readStoredTranscript } from '../transcripts/store.ts';
import type { Transcript } from '../transcripts/transcript.ts';
import type {
  DocumentKey,
  IndexedSentence,
  SearchDocument,
  UnversionedDocument,
} from './document.ts';
import { loadConversations, loadInsights, loadMoments, loadTexts } from './private-sources.ts';
import { readWritten } from './written-text.ts';

/** Part of every version. Changing it makes the next weekly check rewrite everything. */
const FORMAT = 1;
/** The same for texts with letters that `fold` spells differently: it once left them as they were. */
const FORMAT_OF_SPELT = 2;

export interface SourceDeps {
  db: Database;
  bucket: R2Bucket;
}

/** The kinds of a source's documents: notes have their own, and so have the texts users added. */
const KINDS: Record<SearchSource, readonly DocumentKey['kind'][]> = {
  transcript: ['transcript', 'source'],
  episode: ['episode'],
  insight: ['insight', 'note'],
  chat: ['chat'],
  text: ['text'],
  moment: ['moment'],
};

/** The keys of a source's documents. */
export function keysOf(source: SearchSource, sourceId: string): DocumentKey[] {
  return KINDS[source].map((kind) => ({ kind, sourceId }));
}

/** What a document of this kind is made from. */
export function sourceOf(kind: DocumentKey['kind']): SearchSource | undefined {
  return SEARCH_SOURCES.find((source) => KINDS[source].includes(kind));
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
    loaded.map(async (document) => {
      const json = JSON.stringify(document);
      const format = hasSpelt(json) ? FORMAT_OF_SPELT : FORMAT;
      return { ...document, version: `${format} ${await sha256Hex(json)}` };
    }),
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
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    // The title of a user's own source is part of its text.
    .where(and(isAmong(episodes.id, ids), eq(podcasts.kind, 'feed')));
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
      title: episodes.title,
      owner: sources.userId,
      author: sources.author,
      addedAt: sources.createdAt,
    })
    .from(episodes)
    .innerJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .leftJoin(sources, eq(sources.episodeId, episodes.id))
    .where(and(isAmong(episodes.id, ids), eq(transcripts.status, 'ready')));
  const loaded = await Promise.all(
    rows.map(async (row): Promise<UnversionedDocument | null> => {
      const { id, podcastId, publishedAt, title, owner, author, addedAt } = row;
      const transcript = await readStoredTranscript(bucket, id);
      if (transcript === null) return null;
      const said = await withPauses(splitTranscript(transcript));
      const place = { sourceId: id, podcastId, episodeId: id };
      const ms = publishedAt?.getTime() ?? null;
      if (owner === null) {
        return { ...place, kind: 'transcript', owner, publishedAt: ms, sentences: said };
      }
      const headings = [title, author ?? ''].flatMap(readWritten);
      return {
        ...place,
        kind: 'source',
        owner,
        publishedAt: ms ?? addedAt?.getTime() ?? null,
        sentences: [...headings, ...said],
      };
    }),
  );
  return loaded.filter((document) => document !== null);
}

/** Yields wherever it may pause. */
function* splitTranscript({ lines }: Transcript): Generator<void, IndexedSentence[]> {
  const isTimeToPause = createPauseMeter();
  const sentences: IndexedSentence[] = [];
  for (const { text, start, speaker, line } of sentencesIn(lines)) {
    sentences.push({ text, start: lines[line]?.paragraph ?? start, speaker });
    if (isTimeToPause(SENTENCE + text.length)) yield;
  }
  return sentences;
}
