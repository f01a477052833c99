/** What the search over all episodes uses of the assistant's retrieval. */

import { cachedBy } from '../platform/cached-by.ts';
import { isStopWord, stemOf, topicStems, wordsOf } from './language/words.ts';
import { loadWordVectors } from './load-word-vectors.ts';
import { FRAME_STEMS } from './retrieval/question.ts';
import { nameOf } from './retrieval/speaker-roles.ts';
import { dotProduct, rarityOf, vectorOf, type WordVectors } from './retrieval/word-vectors.ts';

export { dotProduct as likeness, isStopWord, nameOf };

export interface TextVectors {
  /** The meaning of a text, in which rare words weigh more; null if no word is known. */
  of(text: string): Float32Array | null;
  /** The weight of a word, from 0.3 for the most common ones to 1 for rare ones. */
  weightOf(word: string): number;
  /** The most frequent English stems. */
  rows: ReadonlyMap<string, number>;
}

/** Words that only frame a question say little about its topic. */
const FRAME_WEIGHT = 0.25;
const STOP_WORD_WEIGHT = 0.15;

/** Whether a word only frames a question: 'podcast', 'say', 'opinion'. */
export const isFrameWord = (word: string) => FRAME_STEMS.has(stemOf(word));

export const loadTextVectors = async (): Promise<TextVectors> =>
  textVectorsFrom(await loadWordVectors());

const textVectorsFrom = cachedBy((vectors: WordVectors): TextVectors => {
  const weightOfStem = (stem: string) =>
    FRAME_STEMS.has(stem) ? FRAME_WEIGHT : rarityOf(vectors, stem);
  return {
    rows: vectors.rows,
    of: (text) =>
      vectorOf(
        vectors,
        topicStems(text).map((stem): [string, number] => [stem, weightOfStem(stem)]),
      ),
    weightOf: (word) => {
      const [plain = word] = wordsOf(word);
      return isStopWord(plain) ? STOP_WORD_WEIGHT : weightOfStem(stemOf(plain));
    },
  };
});
