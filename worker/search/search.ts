/** A search from the typed text to a page of results. */
import { readDate } from '../../schema/wire/query-filters.ts';
import type { SearchKind, SearchReply } from '../../schema/wire/search.ts';
import { isStopWord, loadTextVectors, type TextVectors } from '../assistant/text-vectors.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { arrange } from './arrange.ts';
import { searchDatabases } from './databases.ts';
import { type FoundPassage, findAndCount, findPassages } from './find-passages.ts';
import type { Filters, SearchSpace } from './lookups.ts';
import { type ParsedQuery, parseQuery } from './query.ts';
import { type Ranked, rankPassages } from './rank.ts';
import { readScope } from './scope.ts';
import { completePrefix, correctQuery } from './spelling.ts';
import { toResults } from './to-results.ts';

export interface SearchDeps {
  db: Database;
  databases: readonly D1Database[];
  loadMeanings: () => Promise<TextVectors>;
}

/** Builds the dependencies from the bindings. */
export function searchDeps(env: Env): SearchDeps {
  return {
    db: createDatabase(env.DB),
    databases: searchDatabases(env),
    loadMeanings: loadTextVectors,
  };
}

export interface SearchRequest {
  q: string;
  kind?: SearchKind | undefined;
  podcastId?: string | undefined;
  speaker?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
  cursor?: string | undefined;
}

const PAGE = 20;
/** With fewer complete matches than this, partial ones are added. */
const FEW = 5;
/** Beside complete matches, partial ones must cover this share of the query. */
const MOST_OF_IT = 0.6;

const NOTHING: SearchReply = { results: [], nextCursor: null, didYouMean: null };

/** Searches what the user may see. If nothing matches, tries a corrected spelling and partial matches. */
export async function search(
  deps: SearchDeps,
  userId: string,
  request: SearchRequest,
): Promise<SearchReply> {
  const query = parseQuery(request.q);
  if (query.terms.length === 0) return NOTHING;
  const searchSpace = await resolveSearchSpace(deps, userId, request, query);
  let ranked = await findRanked(deps, searchSpace, query, { isPartial: false });
  let didYouMean: string | null = null;
  if (ranked.length === 0) {
    didYouMean = await correctQuery(searchSpace, request.q, query);
    const corrected = didYouMean === null ? query : parseQuery(didYouMean);
    const isKnownEmpty = didYouMean === null;
    ranked = await findRanked(deps, searchSpace, corrected, { isPartial: true, isKnownEmpty });
    // A corrected query that finds nothing is no help.
    if (ranked.length === 0) return NOTHING;
  }
  const arranged = arrange(ranked, PAGE);
  const from = offsetOf(request.cursor);
  const page = arranged.slice(from, from + PAGE);
  return {
    results: await toResults(deps.db, page),
    nextCursor: from + PAGE < arranged.length ? String(from + PAGE) : null,
    didYouMean,
  };
}

/** Determines where to search for a request. */
export async function resolveSearchSpace(
  { db, databases }: SearchDeps,
  userId: string,
  request: SearchRequest,
  query: ParsedQuery,
): Promise<SearchSpace> {
  const podcastId = request.podcastId ?? null;
  const filters: Filters = {
    kind: request.kind ?? null,
    isOfPodcasts: podcastId !== null || query.in !== null,
    speaker: query.from ?? request.speaker ?? null,
    after: query.after ?? (request.after ? readDate(request.after) : null),
    before: query.before ?? (request.before ? readDate(request.before) : null),
  };
  return { databases, filters, scope: await readScope(db, userId, { podcastId, in: query.in }) };
}

async function findRanked(
  deps: SearchDeps,
  searchSpace: SearchSpace,
  query: ParsedQuery,
  { isPartial, isKnownEmpty = false }: { isPartial: boolean; isKnownEmpty?: boolean },
): Promise<Ranked[]> {
  const last = query.terms.find(({ isPrefix, words }) => isPrefix && words.length === 1);
  const [completions, meanings] = await Promise.all([
    last?.words[0] ? completePrefix(deps.databases, last.words[0]) : [],
    deps.loadMeanings(),
  ]);
  const isCommon = query.terms.every(({ words }) => words.every((word) => isStopWord(word)));
  const wanted = { terms: query.terms, completions, withStems: true, isCommon };
  const rank = (passages: FoundPassage[], counts: number[] | null) =>
    rankPassages(query, passages, { meanings, speaker: searchSpace.filters.speaker, counts });
  const whole = isKnownEmpty
    ? []
    : rank(await findPassages(searchSpace, { ...wanted, isEvery: true }), null);
  const needsMore = whole.length < FEW && query.terms.length > 1;
  if (!needsMore || (whole.length === 0 && !isPartial)) return whole;
  // Where all terms are there, how rare each one is makes no difference.
  const { passages, counts } = await findAndCount(searchSpace, wanted);
  const some = rank(passages, counts);
  if (whole.length === 0) return some;
  const known = new Set(whole.map(({ passage }) => passage.id));
  const rest = some.filter(
    ({ passage, coverage }) => coverage >= MOST_OF_IT && !known.has(passage.id),
  );
  return [...whole, ...rest];
}

/** An invalid cursor means the first page. */
function offsetOf(cursor: string | undefined): number {
  return /^\d{1,5}$/.test(cursor ?? '') ? Number(cursor) : 0;
}
