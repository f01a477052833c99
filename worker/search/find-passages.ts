/** Finds the passages that match a query, among those the reader may see. */
import { z } from 'zod';
import type { SearchKind } from '../../schema/wire/search.ts';
import { chooseDatabase } from './databases.ts';
import { PASSAGES_PER_DOCUMENT } from './document.ts';
import { asToken, readSentences } from './index-store.ts';
import { type Completions, matchExpression } from './match-expression.ts';
import type { Term } from './query.ts';
import type { Scope } from './scope.ts';
import { wordsIn } from './words.ts';

export interface Filters {
  kind: SearchKind | null;
  /** The search is limited to some podcasts, which excludes results without a podcast. */
  isOfPodcasts: boolean;
  speaker: string | null;
  after: number | null;
  before: number | null;
}

const rowSchema = z.object({
  id: z.int(),
  place: z.int(),
  kind: z.custom<SearchKind>(),
  sourceId: z.string(),
  podcastId: z.string().nullable(),
  episodeId: z.string().nullable(),
  publishedAt: z.number().nullable(),
  sentences: z.string().transform(readSentences),
  /** How many passages its document has. */
  ofDocument: z.int(),
});

type PassageRow = z.output<typeof rowSchema>;

export interface FoundPassage extends PassageRow {
  /** How many of these contain each term of the query; null if not counted. */
  documentCounts: number[] | null;
}

/** Passages of each index that are ranked further. */
const MAX_RANKED_PASSAGES = 200;
const SHARED_KINDS: readonly SearchKind[] = ['transcript', 'episode'];

export interface Wanted {
  terms: Term[];
  completions: Completions;
  /** Whether a prefix also matches stems that are shorter than it. */
  withStems: boolean;
  /** Whether all terms must match, or any. */
  isEvery: boolean;
  /** Only very common words: returns the newest matches instead of weighing them all. */
  isCommon: boolean;
}

export interface Place {
  databases: readonly D1Database[];
  scope: Scope;
  filters: Filters;
}

/** Looks the terms up in all indexes. Returns passages that are not ranked yet. */
export async function findPassages(place: Place, wanted: Wanted): Promise<FoundPassage[]> {
  const found = await Promise.all(
    place.databases.map((database) =>
      selectIn(database, lookupsIn(place, database, wanted), wanted),
    ),
  );
  return found.flat(2).map((row) => ({ ...row, documentCounts: null }));
}

interface Counted {
  passages: FoundPassage[];
  /** How many passages contain each term; null if all terms are very common. */
  counts: number[] | null;
}

/** Finds passages with any of the terms, and counts the terms in their documents and in all podcasts. */
export async function findAndCount(
  place: Place,
  { isCommon, ...rest }: Omit<Wanted, 'isEvery'>,
): Promise<Counted> {
  const wanted = { ...rest, isCommon, isEvery: false };
  if (isCommon) return { passages: await findPassages(place, wanted), counts: null };
  const counts = wanted.terms.map(() => 0);
  const passages = await Promise.all(
    place.databases.map(async (database) => {
      const lookups = lookupsIn(place, database, wanted);
      const rows = await selectIn(database, lookups, wanted);
      if (rows.flat().length === 0) return [];
      const counted = await database.batch<TermCount>(
        lookups.map(({ index }, i) => countTerms(database, index, wanted.terms, rows[i] ?? [])),
      );
      return counted.flatMap(({ results }, i) => {
        const inDocument = new Map<number | null, number[]>();
        for (const { term, document, hits } of results) {
          counts[term] = (counts[term] ?? 0) + hits;
          const ofDocument = inDocument.get(document) ?? wanted.terms.map(() => 0);
          ofDocument[term] = hits;
          inDocument.set(document, ofDocument);
        }
        return (rows[i] ?? []).map((row) => ({
          ...row,
          documentCounts: inDocument.get(documentOf(row)) ?? null,
        }));
      });
    }),
  );
  return { passages: passages.flat(), counts };
}

/** The rows of each lookup. */
async function selectIn(
  database: D1Database,
  lookups: Lookup[],
  wanted: Wanted,
): Promise<PassageRow[][]> {
  if (lookups.length === 0) return [];
  const found = await database.batch(
    lookups.map((lookup) => selectPassages(database, lookup, wanted)),
  );
  return found.map(({ results }) => z.array(rowSchema).parse(results));
}

const documentOf = ({ id }: PassageRow) => Math.floor(id / PASSAGES_PER_DOCUMENT);

interface TermCount {
  /** Index in the query. */
  term: number;
  /** Null for all other documents together. */
  document: number | null;
  hits: number;
}

/**
 * Counts the passages with each term, in each of these documents and in all others. The others of the shared
 * index only weigh the terms, as in FTS5's own score, and are never shown; those of the private index belong to
 * other people.
 */
function countTerms(
  database: D1Database,
  index: Lookup['index'],
  terms: Term[],
  rows: PassageRow[],
): D1PreparedStatement {
  const expressions = terms.map((term) =>
    matchExpression([term], {
      isEvery: true,
      completions: [],
      withStems: true,
      speaker: [],
      scope: [],
    }),
  );
  const isAsked = 'document IN (SELECT value FROM json_each(?2))';
  return database
    .prepare(
      `WITH counted AS (
         SELECT key AS term, ${index}.rowid / ${PASSAGES_PER_DOCUMENT} AS document, count(*) AS hits
         FROM json_each(?1) CROSS JOIN ${index} ON ${index} MATCH value
         GROUP BY term, document
       )
       SELECT term, iif(${isAsked}, document, NULL) AS document, sum(hits) AS hits
       FROM counted ${index === 'private_index' ? `WHERE ${isAsked}` : ''} GROUP BY 1, 2`,
    )
    .bind(JSON.stringify(expressions), JSON.stringify([...new Set(rows.map(documentOf))]));
}

/** Counting stops here. */
const ENOUGH = 50;

/** Counts the passages that contain each term as written, up to a limit per index. */
export async function countPassages(
  place: Place,
  terms: Term[],
  completions: Completions = [],
): Promise<number[]> {
  const counts = terms.map(() => 0);
  await Promise.all(
    place.databases.map(async (database) => {
      const asked = terms.flatMap((term, index) => {
        const wanted = {
          terms: [term],
          completions,
          withStems: false,
          isEvery: true,
          isCommon: true,
        };
        return lookupsIn(place, database, wanted).map((lookup) => ({ lookup, index }));
      });
      if (asked.length === 0) return;
      const found = await database.batch<{ hits: number }>(
        asked.map(({ lookup }) => countHits(database, lookup)),
      );
      asked.forEach(({ index }, position) => {
        counts[index] = (counts[index] ?? 0) + (found[position]?.results[0]?.hits ?? 0);
      });
    }),
  );
  return counts;
}

/**
 * The query of one index: parameter 1 is the expression, 2 and 3 identify the reader, 4 to 6 are
 * filters.
 */
interface Lookup {
  index: 'shared_index' | 'private_index';
  /** Passages of documents the reader may see. The scope in the expression only makes it faster. */
  isAllowed: string;
  parameters: (string | number | null)[];
}

function lookupsIn(place: Place, database: D1Database, wanted: Wanted): Lookup[] {
  const { databases, scope } = place;
  const isHome = chooseDatabase(databases, scope.userId) === database;
  return [
    sharedLookup(place, database, wanted),
    isHome ? privateLookup(place, wanted) : null,
  ].filter((lookup) => lookup !== null);
}

const hitsOf = ({ index, isAllowed }: Lookup) => `
  FROM ${index} CROSS JOIN documents ON documents.id = ${index}.rowid / ${PASSAGES_PER_DOCUMENT}
  WHERE ${index} MATCH ?1 AND ${isAllowed}
    AND (?4 IS NULL OR documents.kind = ?4)
    AND (?5 IS NULL OR documents.published_at >= ?5)
    AND (?6 IS NULL OR documents.published_at < ?6)`;

function countHits(database: D1Database, lookup: Lookup): D1PreparedStatement {
  return database
    .prepare(`SELECT count(*) AS hits FROM (SELECT 1 ${hitsOf(lookup)} LIMIT ${ENOUGH})`)
    .bind(...lookup.parameters);
}

function selectPassages(
  database: D1Database,
  lookup: Lookup,
  { isCommon }: Wanted,
): D1PreparedStatement {
  const { index } = lookup;
  const score = isCommon ? 'NULL' : `bm25(${index}, 0, 0.5, 1)`;
  const order = isCommon ? 'hit_id DESC' : 'score, hit_id';
  return database
    .prepare(
      `WITH hits AS MATERIALIZED (
         SELECT ${index}.rowid AS hit_id, ${score} AS score ${hitsOf(lookup)}
         ORDER BY ${isCommon ? `${index}.rowid DESC` : order} LIMIT ${MAX_RANKED_PASSAGES}
       )
       SELECT hit_id AS id, hit_id % ${PASSAGES_PER_DOCUMENT} AS place, kind, source_id AS sourceId,
         podcast_id AS podcastId, episode_id AS episodeId, published_at AS publishedAt, sentences,
         (SELECT max(id) FROM passages WHERE id < (documents.id + 1) * ${PASSAGES_PER_DOCUMENT}) % ${PASSAGES_PER_DOCUMENT} + 1
           AS ofDocument
       FROM hits
       JOIN passages ON passages.id = hit_id
       JOIN documents ON documents.id = hit_id / ${PASSAGES_PER_DOCUMENT}
       ORDER BY ${order}`,
    )
    .bind(...lookup.parameters);
}

function sharedLookup(
  { databases, scope, filters }: Place,
  database: D1Database,
  wanted: Wanted,
): Lookup | null {
  if (filters.kind !== null && !SHARED_KINDS.includes(filters.kind)) return null;
  const isHere = (podcastId: string) => chooseDatabase(databases, podcastId) === database;
  const podcastIds = scope.podcastIds.filter(isHere);
  const episodeIds = scope.episodes
    .filter(({ podcastId }) => isHere(podcastId))
    .map(({ id }) => id);
  if (podcastIds.length + episodeIds.length === 0) return null;
  const readable = [
    ...podcastIds.map((id) => asToken('p', id)),
    ...episodeIds.map((id) => asToken('e', id)),
  ];
  return {
    index: 'shared_index',
    isAllowed: `documents.owner IS NULL AND (
      documents.podcast_id IN (SELECT value FROM json_each(?2))
      OR documents.episode_id IN (SELECT value FROM json_each(?3)))`,
    parameters: [
      matchExpression(wanted.terms, {
        ...wanted,
        speaker: speakerWords(filters),
        scope: [readable, ...kindScope(filters)],
      }),
      JSON.stringify(podcastIds),
      JSON.stringify(episodeIds),
      filters.kind,
      filters.after,
      filters.before,
    ],
  };
}

function privateLookup({ scope, filters }: Place, wanted: Wanted): Lookup | null {
  const isShared = filters.kind !== null && SHARED_KINDS.includes(filters.kind);
  if (isShared || filters.speaker !== null) return null;
  const podcastIds = [...scope.podcastIds, ...scope.episodes.map(({ podcastId }) => podcastId)];
  return {
    index: 'private_index',
    isAllowed: `documents.owner = ?2
      AND (?3 IS NULL OR documents.podcast_id IN (SELECT value FROM json_each(?3)))`,
    parameters: [
      matchExpression(wanted.terms, {
        ...wanted,
        speaker: [],
        scope: [[asToken('u', scope.userId)], ...kindScope(filters)],
      }),
      scope.userId,
      filters.isOfPodcasts ? JSON.stringify(podcastIds) : null,
      filters.kind,
      filters.after,
      filters.before,
    ],
  };
}

const kindScope = ({ kind }: Filters) => (kind === null ? [] : [[`kind${kind}`]]);

const speakerWords = ({ speaker }: Filters) =>
  speaker === null ? [] : wordsIn(speaker).map(({ word }) => word);
