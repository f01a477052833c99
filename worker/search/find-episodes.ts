/** The episodes and sources that say most about a question, of all that a reader may find. */
import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import { isFrameWord, isStopWord } from '../assistant/text-vectors.ts';
import { type Database, isAmong } from '../platform/database.ts';
import { findAndCount } from './find-passages.ts';
import { findVersions } from './index-store.ts';
import type { SearchSpace } from './lookups.ts';
import { parseQuery } from './query.ts';
import { rankPassages } from './rank.ts';
import { readScope, type Scope } from './scope.ts';
import { resolveSearchSpace, type SearchDeps } from './search.ts';
import { keysOf } from './sources.ts';

export interface EpisodesAbout {
  /** Ids of episodes with a transcript, the likeliest first. */
  found: string[];
  /** Ids of those whose transcript is stored but not in the index yet, the newest transcript first. */
  unindexed: string[];
}

/** Older transcripts are in the index, unless the weekly check has to repair it. */
const NEWEST_TRANSCRIPTS = 100;

/**
 * Finds the episodes that match a question.
 *
 * @param question may hold filters, as every query
 */
export async function findEpisodesAbout(
  deps: SearchDeps,
  userId: string,
  question: string,
  most: number,
): Promise<EpisodesAbout> {
  // A space behind it: the last word of a question is whole.
  const parsed = parseQuery(`${question} `);
  const termsOtherThan = (isOther: (word: string) => boolean) =>
    parsed.terms.filter(({ words, isQuoted }) => isQuoted || !words.every(isOther));
  const named = termsOtherThan(isFraming);
  // 'What do they say about interviews?'
  const telling = named.length > 0 ? named : termsOtherThan(isStopWord);
  if (telling.length === 0) return { found: [], unindexed: [] };
  const query = { ...parsed, terms: telling };
  const [searchSpace, meanings] = await Promise.all([
    resolveSearchSpace(deps, userId, { q: question }, query),
    deps.loadMeanings(),
  ]);
  const wanted = { terms: telling, completions: [], withStems: true, isCommon: false };
  const [unindexed, ...found] = await Promise.all([
    listUnindexed(deps.db, searchSpace),
    ...(['transcript', 'source'] as const).map((kind) =>
      findAndCount({ ...searchSpace, filters: { ...searchSpace.filters, kind } }, wanted),
    ),
  ]);
  const passages = found.flatMap((one) => one.passages);
  const counts = telling.map((_, term) =>
    found.reduce((sum, one) => sum + (one.counts?.[term] ?? 0), 0),
  );
  const { speaker } = searchSpace.filters;
  const ranked = rankPassages(query, passages, { meanings, speaker, counts });
  const ids = new Set(ranked.flatMap(({ passage }) => passage.episodeId ?? []));
  return { found: [...ids].slice(0, most), unindexed };
}

/** The queue fills the index some time after a transcript has been stored. */
async function listUnindexed(
  db: Database,
  { databases, scope, filters: { after, before } }: SearchSpace,
): Promise<string[]> {
  const stored = await db
    .select({ id: episodes.id })
    .from(episodes)
    .innerJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .where(
      and(
        hasTranscriptIn(scope),
        after === null ? undefined : gte(DATED, after),
        before === null ? undefined : lt(DATED, before),
      ),
    )
    .orderBy(desc(transcripts.checkedAt), episodes.id)
    .limit(NEWEST_TRANSCRIPTS);
  const keys = stored.flatMap(({ id }) => keysOf('transcript', id));
  const indexed = await Promise.all(databases.map((database) => findVersions(database, keys)));
  const known = new Set(indexed.flat().map(({ sourceId }) => sourceId));
  return stored.flatMap(({ id }) => (known.has(id) ? [] : id));
}

/** Ids of the newest episodes and sources with a transcript, of all that a reader may find. */
export async function findNewestEpisodes(
  { db }: SearchDeps,
  userId: string,
  most: number,
): Promise<string[]> {
  const scope = await readScope(db, userId, { podcastId: null, in: null });
  const rows = await db
    .select({ id: episodes.id })
    .from(episodes)
    .innerJoin(transcripts, eq(transcripts.episodeId, episodes.id))
    .where(hasTranscriptIn(scope))
    .orderBy(desc(DATED), episodes.id)
    .limit(most);
  return rows.map(({ id }) => id);
}

const DATED = sql<number>`coalesce(${episodes.publishedAt}, ${episodes.createdAt})`;

function hasTranscriptIn(scope: Scope) {
  const opened = scope.episodes.map(({ id }) => id);
  return and(
    eq(transcripts.status, 'ready'),
    or(isAmong(episodes.podcastId, scope.podcastIds), isAmong(episodes.id, opened)),
  );
}

const isFraming = (word: string) => isStopWord(word) || isFrameWord(word);
