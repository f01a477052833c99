/**
 * What a query looks up in each index: the expression, and the passages that the reader may see.
 */
import type { SearchKind } from '../../schema/wire/search.ts';
import { chooseDatabase } from './databases.ts';
import { PASSAGES_PER_DOCUMENT } from './document.ts';
import { asToken } from './index-store.ts';
import { type Completions, matchExpression } from './match-expression.ts';
import type { Term } from './query.ts';
import type { Scope } from './scope.ts';
import { wordsIn } from './words.ts';

const SHARED_KINDS: readonly SearchKind[] = ['transcript', 'episode'];

export interface Filters {
  kind: SearchKind | null;
  /** The search is limited to some podcasts, which excludes results without a podcast. */
  isOfPodcasts: boolean;
  speaker: string | null;
  after: number | null;
  before: number | null;
}

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

/** Where to search: the indexes, what the reader may see, and the filters. */
export interface SearchSpace {
  databases: readonly D1Database[];
  scope: Scope;
  filters: Filters;
}

/**
 * The query of one index: parameter 1 is the expression, 2 and 3 identify the reader, 4 to 6 are
 * filters.
 */
export interface Lookup {
  index: 'shared_index' | 'private_index';
  /** Passages of documents the reader may see. The scope in the expression only makes it faster. */
  isAllowed: string;
  parameters: (string | number | null)[];
}

/** The lookups that a database needs: of its shared index, and of the private one if the reader has it here. */
export function lookupsIn(
  searchSpace: SearchSpace,
  database: D1Database,
  wanted: Wanted,
): Lookup[] {
  const { databases, scope } = searchSpace;
  const isHome = chooseDatabase(databases, scope.userId) === database;
  return [
    sharedLookup(searchSpace, database, wanted),
    isHome ? privateLookup(searchSpace, wanted) : null,
  ].filter((lookup) => lookup !== null);
}

/** The passages that a lookup finds, as the end of a statement. */
export const hitsOf = ({ index, isAllowed }: Lookup) => `
  FROM ${index} CROSS JOIN documents ON documents.id = ${index}.rowid / ${PASSAGES_PER_DOCUMENT}
  WHERE ${index} MATCH ?1 AND ${isAllowed}
    AND (?4 IS NULL OR documents.kind = ?4)
    AND (?5 IS NULL OR documents.published_at >= ?5)
    AND (?6 IS NULL OR documents.published_at < ?6)`;

function sharedLookup(
  { databases, scope, filters }: SearchSpace,
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

function privateLookup({ scope, filters }: SearchSpace, wanted: Wanted): Lookup | null {
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
