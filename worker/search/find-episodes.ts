/** The episodes and sources that say most about a question, of all that a reader may find. */
import { and, desc, eq, or, sql } from 'drizzle-orm';
import { episodes, transcripts } from '../../schema/tables/episodes.ts';
import { isFrameWord, isStopWord } from '../assistant/meanings.ts';
import { isAmong } from '../platform/database.ts';
import { findAndCount } from './find-passages.ts';
import { parseQuery } from './query.ts';
import { rankPassages } from './rank.ts';
import { readScope } from './scope.ts';
import { resolvePlace, type SearchDeps } from './search.ts';

/**
 * Ids of episodes with a transcript, the likeliest first.
 *
 * @param question may hold filters, as every query
 */
export async function findEpisodesAbout(
  deps: SearchDeps,
  userId: string,
  question: string,
  most: number,
): Promise<string[]> {
  // A space behind it: the last word of a question is whole.
  const parsed = parseQuery(`${question} `);
  const termsOtherThan = (isOther: (word: string) => boolean) =>
    parsed.terms.filter(({ words, isQuoted }) => isQuoted || !words.every(isOther));
  const named = termsOtherThan(isFraming);
  // 'What do they say about interviews?'
  const telling = named.length > 0 ? named : termsOtherThan(isStopWord);
  if (telling.length === 0) return [];
  const query = { ...parsed, terms: telling };
  const [place, meanings] = await Promise.all([
    resolvePlace(deps, userId, { q: question }, query),
    deps.loadMeanings(),
  ]);
  const wanted = { terms: telling, completions: [], withStems: true, isCommon: false };
  const found = await Promise.all(
    (['transcript', 'source'] as const).map((kind) =>
      findAndCount({ ...place, filters: { ...place.filters, kind } }, wanted),
    ),
  );
  const passages = found.flatMap((one) => one.passages);
  const counts = telling.map((_, term) =>
    found.reduce((sum, one) => sum + (one.counts?.[term] ?? 0), 0),
  );
  const { speaker } = place.filters;
  const ranked = rankPassages(query, passages, { meanings, speaker, counts });
  const ids = new Set(ranked.flatMap(({ passage }) => passage.episodeId ?? []));
  return [...ids].slice(0, most);
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
    .where(
      and(
        eq(transcripts.status, 'ready'),
        or(
          isAmong(episodes.podcastId, scope.podcastIds),
          isAmong(
            episodes.id,
            scope.episodes.map(({ id }) => id),
          ),
        ),
      ),
    )
    .orderBy(desc(sql`coalesce(${episodes.publishedAt}, ${episodes.createdAt})`), episodes.id)
    .limit(most);
  return rows.map(({ id }) => id);
}

const isFraming = (word: string) => isStopWord(word) || isFrameWord(word);
