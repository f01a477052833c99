/** Finds the passages that match a query, among those the reader may see. */
import { z } from 'zod';
import type { SearchKind } from '../../schema/wire/search.ts';
import { chooseDatabase } from './databases.ts';
import { asToken, PLACES, readSentences } from './index-store.ts';
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
  /** FTS5's bm25; lower is better. */
  score: z.number().nullable(),
  kind: z.custom<SearchKind>(),
  sourceId: z.string(),
  podcastId: z.string().nullable(),
  episodeId: z.string().nullable(),
  publishedAt: z.number().nullable(),
  sentences: z.string().transform(readSentences),
});
export type FoundPassage = z.output<typeof rowSchema>;

/** Passages of each index that are ranked further. */
const MOST_PASSAGES = 200;
const SHARED_KINDS: readonly SearchKind[] = ['transcript', 'episode'];

export interface Wanted {
  terms: Term[];
  completions: Completions;
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

export async function findPassages(place: Place, wanted: Wanted): Promise<FoundPassage[]> {
  const found = await Promise.all(
    place.databases.map(async (database) => {
      const lookups = lookupsIn(place, database, wanted);
      if (lookups.length === 0) return [];
      return database.batch(lookups.map((lookup) => selectPassages(database, lookup, wanted)));
    }),
  );
  return found.flat().flatMap(({ results }) => z.array(rowSchema).parse(results));
}

/** Counting stops here. */
const ENOUGH = 50;

/** Counts the passages with each of these terms, up to a limit per index. */
export async function countPassages(place: Place, terms: Term[]): Promise<number[]> {
  const counts = terms.map(() => 0);
  await Promise.all(
    place.databases.map(async (database) => {
      const asked = terms.flatMap((term, index) => {
        const wanted = { terms: [term], completions: [], isEvery: true, isCommon: true };
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
 * Counts the passages of all podcasts with each term, as FTS5 does for its own score. They only weigh the
 * terms and are never shown.
 */
export async function countInIndex(
  databases: readonly D1Database[],
  terms: Term[],
): Promise<number[]> {
  const expressions = terms.map((term) =>
    matchExpression([term], { isEvery: true, completions: [], speaker: [], scope: [] }),
  );
  const found = await Promise.all(
    databases.map((database) =>
      database
        .prepare(
          `SELECT (SELECT count(*) FROM shared_index WHERE shared_index MATCH value) AS hits
           FROM json_each(?1) ORDER BY key`,
        )
        .bind(JSON.stringify(expressions))
        .all<{ hits: number }>(),
    ),
  );
  return terms.map((_, term) =>
    found.reduce((sum, { results }) => sum + (results[term]?.hits ?? 0), 0),
  );
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
  FROM ${index} CROSS JOIN documents ON documents.id = ${index}.rowid / ${PLACES}
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
         ORDER BY ${isCommon ? `${index}.rowid DESC` : order} LIMIT ${MOST_PASSAGES}
       )
       SELECT hit_id AS id, hit_id % ${PLACES} AS place, score, kind, source_id AS sourceId,
         podcast_id AS podcastId, episode_id AS episodeId, published_at AS publishedAt, sentences
       FROM hits
       JOIN passages ON passages.id = hit_id
       JOIN documents ON documents.id = hit_id / ${PLACES}
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
