/** The episodes and sources that say most about a question, of all that a reader may find. */
import { isFrameWord, isStopWord } from '../assistant/meanings.ts';
import { countInIndex, findPassages } from './find-passages.ts';
import { parseQuery } from './query.ts';
import { rankPassages } from './rank.ts';
import { placeOf, type SearchDeps } from './search.ts';

/**
 * Ids of episodes with a transcript, the likeliest first.
 *
 * @param question may hold filters, as every query
 */
export async function findEpisodes(
  deps: SearchDeps,
  userId: string,
  question: string,
  most: number,
): Promise<string[]> {
  // A space behind it: the last word of a question is whole.
  const parsed = parseQuery(`${question} `);
  const telling = parsed.terms.filter(({ words, isQuoted }) => isQuoted || !words.every(isFraming));
  if (telling.length === 0) return [];
  const query = { ...parsed, terms: telling };
  const [place, meanings] = await Promise.all([
    placeOf(deps, userId, { q: question }, query),
    deps.loadMeanings(),
  ]);
  const wanted = { terms: telling, completions: [], isEvery: false, isCommon: false };
  const [counts, ...passages] = await Promise.all([
    countInIndex(deps.databases, telling),
    ...(['transcript', 'source'] as const).map((kind) =>
      findPassages({ ...place, filters: { ...place.filters, kind } }, wanted),
    ),
  ]);
  const { speaker } = place.filters;
  const ranked = rankPassages(query, passages.flat(), { meanings, speaker, counts });
  const ids = new Set(ranked.flatMap(({ passage }) => passage.episodeId ?? []));
  return [...ids].slice(0, most);
}

const isFraming = (word: string) => isStopWord(word) || isFrameWord(word);
