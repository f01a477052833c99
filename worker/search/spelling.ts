/** Suggests corrections for words without any match. */
import { isStopWord } from '../assistant/text-vectors.ts';
import { countPassages } from './find-passages.ts';
import type { SearchSpace } from './lookups.ts';
import type { ParsedQuery } from './query.ts';
import { wordsIn } from './words.ts';

/** How many words are compared with a misspelt one. */
const MAX_CANDIDATES = 60;
/** How many of the closest are tried. */
const MAX_TRIED = 8;
/** The most words corrected per query. */
const MAX_WORDS = 4;
/** Lengths of the words that are corrected, in characters. */
const SHORTEST = 4;
const LONGEST = 24;

/** Returns shared words with this prefix from all databases, shortest first. */
export async function completePrefix(
  databases: readonly D1Database[],
  prefix: string,
): Promise<string[]> {
  const found = await Promise.all(
    databases.map((database) =>
      database
        .prepare(
          `SELECT word FROM words WHERE word > ?1 AND word < ?1 || char(1114111)
           ORDER BY length(word), word LIMIT ?2`,
        )
        .bind(prefix, MAX_COMPLETIONS)
        .all<{ word: string }>(),
    ),
  );
  return found.flatMap(({ results }) => results.map(({ word }) => word)).slice(0, MAX_COMPLETIONS);
}
const MAX_COMPLETIONS = 24;

/** Returns the query with each unknown word replaced by the closest known one; null if nothing changes. */
export async function correctQuery(
  searchSpace: SearchSpace,
  q: string,
  { terms }: ParsedQuery,
): Promise<string | null> {
  const spelt = terms.filter(({ words: [word = ''], words, isQuoted }) => {
    return words.length === 1 && !isQuoted && word.length >= SHORTEST && word.length <= LONGEST;
  });
  const [prefix] = spelt.flatMap(({ words, isPrefix }) => (isPrefix ? words : []));
  const completions =
    prefix === undefined ? [] : await completePrefix(searchSpace.databases, prefix);
  const counts = await countPassages(searchSpace, spelt, completions);
  const nowhere = spelt.filter((_, index) => counts[index] === 0).slice(0, MAX_WORDS);
  const replaced = new Map<string, string>();
  for (const {
    words: [word = ''],
  } of nowhere) {
    const near = await nearestWord(searchSpace, word);
    if (near !== null) replaced.set(word, near);
  }
  return replaced.size === 0 ? null : replaceWords(q, replaced);
}

/** Only suggests words of shared passages, never private ones. */
async function nearestWord(searchSpace: SearchSpace, word: string): Promise<string | null> {
  const candidates = await Promise.all(
    searchSpace.databases.map((database) => listCandidates(database, word)),
  );
  const most = word.length <= 5 ? 1 : word.length <= 9 ? 2 : 3;
  const near = [...new Set(candidates.flat())]
    // Nobody looks for a stop word, which would be found everywhere.
    .filter((other) => !isStopWord(other))
    .map((other) => ({ other, edits: editsBetween(word, other, most) }))
    .filter(({ other, edits }) => edits <= most && other !== word)
    .sort(
      (a, b) =>
        a.edits - b.edits ||
        Number(b.other[0] === word[0]) - Number(a.other[0] === word[0]) ||
        (a.other < b.other ? -1 : 1),
    )
    .slice(0, MAX_TRIED);
  const counts = await countPassages(
    searchSpace,
    near.map(({ other }) => ({ words: [other], isPrefix: false, isQuoted: false })),
  );
  const [best] = near
    .map((candidate, index) => ({ ...candidate, hits: counts[index] ?? 0 }))
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => a.edits - b.edits || b.hits - a.hits);
  return best?.other ?? null;
}

async function listCandidates(database: D1Database, word: string): Promise<string[]> {
  const edged = `^${word}$`;
  const trigrams = new Set<string>();
  for (let index = 0; index + 3 <= edged.length; index++)
    trigrams.add(edged.slice(index, index + 3));
  const { results } = await database
    .prepare(
      `SELECT words.word FROM (
         SELECT rowid AS id FROM word_parts WHERE word_parts MATCH ?1 ORDER BY rank LIMIT ?2
       ) AS near JOIN words ON words.id = near.id`,
    )
    .bind([...trigrams].map((part) => `"${part}"`).join(' OR '), MAX_CANDIDATES)
    .all<{ word: string }>();
  return results.map((row) => row.word);
}

/**
 * The edit distance of two words, with swaps (optimal string alignment); more than `most` if it exceeds
 * that.
 */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let index = 1; index <= other.length; index++) {
      const isSame = one[row - 1] === other[index - 1];
      const isSwap =
        row > 1 &&
        index > 1 &&
        one[row - 1] === other[index - 2] &&
        one[row - 2] === other[index - 1];
      next[index] = Math.min(
        (last[index] ?? 0) + 1,
        (next[index - 1] ?? 0) + 1,
        (last[index - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[index - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = next;
  }
  return last[other.length] ?? 0;
}

function replaceWords(q: string, replaced: Map<string, string>): string {
  let text = '';
  let from = 0;
  for (const { word, start, end } of wordsIn(q)) {
    const near = replaced.get(word);
    if (near === undefined) continue;
    text += q.slice(from, start) + near;
    from = end;
  }
  return text + q.slice(from);
}
