/** The passages that hold what was asked for, of all that the reader may find. */
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
  /** The search is narrowed to some podcasts: what belongs to none is not found. */
  isOfPodcasts: boolean;
  speaker: string | null;
  after: number | null;
  before: number | null;
}

const rowSchema = z.object({
  id: z.int(),
  place: z.int(),
  /** bm25 of FTS5: the lower, the better. */
  score: z.number().nullable(),
  kind: z.custom<SearchKind>(),
  sourceId: z.string(),
  podcastId: z.string().nullable(),
  episodeId: z.string().nullable(),
  publishedAt: z.number().nullable(),
  sentences: z.string().transform(readSentences),
});
export type FoundPassage = z.output<typeof rowSchema>;

/** Passages of each index that are looked at closer. */
const MOST_PASSAGES = 200;
const SHARED_KINDS: readonly SearchKind[] = ['transcript', 'episode'];

export interface Wanted {
  terms: Term[];
  completions: Completions;
  /** Every term, or any of them. */
  isEvery: boolean;
  /** Nothing but words that everybody says all the time: the newest, without weighing them all. */
  isCommon: boolean;
}

export interface Place {
  databases: readonly D1Database[];
  scope: Scope;
  filters: Filters;
}

export async function findPassages(place: Place, wanted: Wanted): Promise<FoundPassage[]> {
  const { databases, scope } = place;
  const found = await Promise.all(
    databases.map(async (database) => {
      const statements = [
        ...sharedStatement(place, database, wanted),
        ...(chooseDatabase(databases, scope.userId) === database
          ? privateStatement(place, database, wanted)
          : []),
      ];
      return statements.length === 0 ? [] : database.batch(statements);
    }),
  );
  return found.flat().flatMap(({ results }) => z.array(rowSchema).parse(results));
}

/** Those passages whose document passes: the expression's scope only narrows what is looked at. */
function statement(
  database: D1Database,
  index: 'shared_index' | 'private_index',
  { isCommon }: Wanted,
  isAllowed: string,
): D1PreparedStatement {
  const score = isCommon ? 'NULL' : `bm25(${index}, 0, 0.5, 1)`;
  const order = isCommon ? `${index}.rowid DESC` : 'score, hit_id';
  return database.prepare(`
    WITH hits AS MATERIALIZED (
      SELECT ${index}.rowid AS hit_id, ${score} AS score
      FROM ${index} CROSS JOIN documents ON documents.id = ${index}.rowid / ${PLACES}
      WHERE ${index} MATCH ?1 AND ${isAllowed}
        AND (?4 IS NULL OR documents.kind = ?4)
        AND (?5 IS NULL OR documents.published_at >= ?5)
        AND (?6 IS NULL OR documents.published_at < ?6)
      ORDER BY ${order} LIMIT ${MOST_PASSAGES}
    )
    SELECT hit_id AS id, hit_id % ${PLACES} AS place, score, kind, source_id AS sourceId,
      podcast_id AS podcastId, episode_id AS episodeId, published_at AS publishedAt, sentences
    FROM hits
    JOIN passages ON passages.id = hit_id
    JOIN documents ON documents.id = hit_id / ${PLACES}
    ORDER BY ${isCommon ? 'hit_id DESC' : 'score, hit_id'}`);
}

function sharedStatement(
  { databases, scope, filters }: Place,
  database: D1Database,
  wanted: Wanted,
): D1PreparedStatement[] {
  if (filters.kind !== null && !SHARED_KINDS.includes(filters.kind)) return [];
  const isHere = (podcastId: string) => chooseDatabase(databases, podcastId) === database;
  const podcastIds = scope.podcastIds.filter(isHere);
  const episodeIds = scope.episodes
    .filter(({ podcastId }) => isHere(podcastId))
    .map(({ id }) => id);
  if (podcastIds.length + episodeIds.length === 0) return [];
  const expression = matchExpression(wanted.terms, {
    ...wanted,
    speaker: speakerWords(filters),
    scope: [
      [...podcastIds.map((id) => asToken('p', id)), ...episodeIds.map((id) => asToken('e', id))],
      ...kindScope(filters),
    ],
  });
  const isAllowed = `documents.owner IS NULL AND (
    documents.podcast_id IN (SELECT value FROM json_each(?2))
    OR documents.episode_id IN (SELECT value FROM json_each(?3)))`;
  return [
    statement(database, 'shared_index', wanted, isAllowed).bind(
      expression,
      JSON.stringify(podcastIds),
      JSON.stringify(episodeIds),
      filters.kind,
      filters.after,
      filters.before,
    ),
  ];
}

function privateStatement(
  { scope, filters }: Place,
  database: D1Database,
  wanted: Wanted,
): D1PreparedStatement[] {
  const isShared = filters.kind !== null && SHARED_KINDS.includes(filters.kind);
  if (isShared || filters.speaker !== null) return [];
  const expression = matchExpression(wanted.terms, {
    ...wanted,
    speaker: [],
    scope: [[asToken('u', scope.userId)], ...kindScope(filters)],
  });
  const podcastIds = filters.isOfPodcasts
    ? JSON.stringify([...scope.podcastIds, ...scope.episodes.map(({ podcastId }) => podcastId)])
    : null;
  const isAllowed = `documents.owner = ?2
    AND (?3 IS NULL OR documents.podcast_id IN (SELECT value FROM json_each(?3)))`;
  return [
    statement(database, 'private_index', wanted, isAllowed).bind(
      expression,
      scope.userId,
      podcastIds,
      filters.kind,
      filters.after,
      filters.before,
    ),
  ];
}

const kindScope = ({ kind }: Filters) => (kind === null ? [] : [[`kind${kind}`]]);

const speakerWords = ({ speaker }: Filters) =>
  speaker === null ? [] : wordsIn(speaker).map(({ word }) => word);
