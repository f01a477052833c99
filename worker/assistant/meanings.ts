/** What the search across all episodes takes from the assistant's retrieval. */
import { FRAME_WORDS } from './retrieval/language.ts';
import {
  likeness,
  meaningOf,
  readWordVectors,
  type WordVectors,
} from './retrieval/word-vectors.ts';
import { isStopWord, stemOf, topicStems, wordsOf } from './retrieval/words.ts';

export { isStopWord, likeness };

export interface Meanings {
  /** What a text means, rare words more than common ones; null where none of its words is known. */
  of(text: string): Float32Array | null;
  /** How telling a word is, from 0.3 for the most common ones to 1 for those hardly anybody uses. */
  weightOf(word: string): number;
}

const FRAME_STEMS = new Set([...FRAME_WORDS].map(stemOf));
/** Words that only frame a question say little of what it is about. */
const FRAME_WEIGHT = 0.25;
const LEAST_WEIGHT = 0.3;

let kept: Meanings | null = null;

/** From the bundle, when first asked for. */
export async function loadMeanings(): Promise<Meanings> {
  kept ??= meaningsFrom(readWordVectors((await import('./word-vectors.bin')).default));
  return kept;
}

/** The vectors' rows stand in the order of how frequent their words are. */
function meaningsFrom(vectors: WordVectors): Meanings {
  const last = Math.log(vectors.rows.size + 1);
  const weightOfStem = (stem: string) => {
    if (FRAME_STEMS.has(stem)) return FRAME_WEIGHT;
    const row = vectors.rows.get(stem);
    if (row === undefined) return 1;
    return LEAST_WEIGHT + (1 - LEAST_WEIGHT) * (Math.log(row + 1) / last) ** 2;
  };
  return {
    of: (text) =>
      meaningOf(
        vectors,
        topicStems(text).map((stem): [string, number] => [stem, weightOfStem(stem)]),
      ),
    weightOf: (word) => {
      const [plain = word] = wordsOf(word);
      return isStopWord(plain) ? LEAST_WEIGHT / 2 : weightOfStem(stemOf(plain));
    },
  };
}
