/** Passages of about 200 words that end with a turn. */
import type { Sentence } from './sentences.ts';

export interface Passage {
  index: number;
  /** First sentence. */
  from: number;
  /** One past the last sentence. */
  to: number;
  words: number;
}

const SHORTEST_WORDS = 120;
const AIM_WORDS = 200;
const LONGEST_WORDS = 280;
/** The end of a turn is better than another place that is so many words closer to the aim. */
const TURN_WORDS = 128;

/** Cuts sentences into passages of 120 to 280 words. */
export function* passagesIn(sentences: Sentence[]): Generator<Passage> {
  for (let index = 0, from = 0; from < sentences.length; index++) {
    const to = endOf(sentences, from);
    yield { index, from, to, words: wordsIn(sentences, from, to) };
    from = to;
  }
}

function endOf(sentences: Sentence[], from: number): number {
  let words = 0;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let cut = from + 1; cut < sentences.length; cut++) {
    words += sentences[cut - 1]?.words ?? 0;
    if (words < SHORTEST_WORDS) continue;
    if (words > LONGEST_WORDS && best >= 0) return best;
    const endsTurn = sentences[cut]?.turn !== sentences[cut - 1]?.turn;
    const off = Math.abs(words - AIM_WORDS) + (endsTurn ? 0 : TURN_WORDS);
    if (off < least) [least, best] = [off, cut];
  }
  const isShort = words + (sentences.at(-1)?.words ?? 0) < LONGEST_WORDS;
  return isShort || best < 0 ? sentences.length : best;
}

function wordsIn(sentences: Sentence[], from: number, to: number): number {
  let words = 0;
  for (let index = from; index < to; index++) words += sentences[index]?.words ?? 0;
  return words;
}
