/** Replaces misspelt words in a message with the closest known words. */
import { distance } from 'fastest-levenshtein';
import { cachedBy } from '../../platform/cached-by.ts';
import type { AnswerPart } from '../evidence.ts';
import { STOP_WORDS, wordSet } from '../language/english.ts';
import { capitalised, stemOf } from '../language/words.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { WordVectors } from '../retrieval/word-vectors.ts';
import { isRequestWord } from './parse-request.ts';

/** Words of requests that are often misspelt. */
const REQUESTED = wordSet(`
  about actionable advice agree answer argument arguments because beginning between chapters conclusion decide
  decisions describe difference different disagree disagreement disagreements discuss discussed discussion episode
  example examples explain figures guest guests highlight highlights important insight insights interesting
  interview lesson lessons mention mentioned message mistakes opinion overview people podcast questions quotation
  quotations quote quotes recommend recommendation recommendations recommended sentence sentences should speaker
  speakers statistics suggest suggested suggestion suggestions summarise summarize summary takeaway takeaways tomorrow topics transcript what when where which
  would`);

/** Shorter words are close to too many others. */
const MIN_LETTERS = 4;
/** How many letters may differ: one, or two in long words. Two letters in the wrong order count as one. */
const MAX_TYPOS = { usual: 1, long: 2, longFrom: 8 };
/** A message with more unknown words is probably in another language. */
const MAX_UNKNOWN_WORDS = 6;

const WORD = /(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}'’])/gu;

/** A message as it is read. */
export interface SpellingCorrection {
  text: string;
  /** The words of the episode that others were read as: 'enterprise' for 'enterprize'. */
  corrections: Map<string, string>;
}

/**
 * Returns a message with its misspelt words replaced. A word is misspelt if it is none of the most frequent English
 * words, isn't said in the episode, and is close to a word that is, or to one that requests consist of.
 *
 * @param index of the episode; null to read only the words that requests consist of
 */
export function correctSpelling(
  message: string,
  vectors: Pick<WordVectors, 'rows'> | null,
  index: TranscriptIndex | null,
): SpellingCorrection {
  const corrections = new Map<string, string>();
  if (vectors === null) return { text: message, corrections };
  // The words of passages include the speakers' names.
  const isSaid = (word: string) =>
    index !== null && (index.postings.has(stemOf(word)) || index.passageWords.counts.has(word));
  const isKnown = (word: string) =>
    vectors.rows.has(stemOf(word)) || isSaid(word) || isRequestWord(word);
  const closestSaid = (word: string) =>
    index && closestTo(word, saidIn(index).get(word.charAt(0)) ?? []);
  let read = 0;
  const text = (index ? spacedAsSaid(message, index) : message).replace(WORD, (written) => {
    const word = written.toLowerCase();
    if (word.length < MIN_LETTERS || isKnown(word) || read++ >= MAX_UNKNOWN_WORDS) return written;
    const usual = closestTo(word, USUAL);
    const said = usual === null ? closestSaid(word) : null;
    if (said !== null) corrections.set(word, said);
    const meant = usual ?? said ?? written;
    return /^\p{Lu}/u.test(written) ? capitalised(meant) : meant;
  });
  return { text, corrections };
}

/** How long a compound is. Shorter ones may be two unrelated words, unless a hyphen joins them: 'x-ray'. */
const COMPOUND_LETTERS = { min: 6, minHyphenated: 4, max: 30 };

/** Returns a message with its compounds in as many words as they are said in: 'Under Armour' or 'UnderArmour'. */
function spacedAsSaid(message: string, { postings, sentences }: TranscriptIndex): string {
  const isSaid = (word: string) =>
    postings.has(stemOf(word.toLowerCase())) || STOP_WORDS.has(word.toLowerCase());
  const isCompound = ({ length }: string) =>
    length >= COMPOUND_LETTERS.min && length <= COMPOUND_LETTERS.max;
  const joined = message.replace(
    /(?<![\p{L}\p{N}])(\p{L}+)[ -](?=(\p{L}+)(?![\p{L}\p{N}'’]))/gu,
    (apart, one: string, other: string) =>
      isCompound(one + other) && isSaid(one + other) && !(isSaid(one) && isSaid(other))
        ? one
        : apart,
  );
  let unsaid = 0;
  return joined.replace(WORD, (word) => {
    if (word.length < COMPOUND_LETTERS.minHyphenated || isSaid(word)) return word;
    if (unsaid++ >= MAX_UNKNOWN_WORDS) return word;
    const apart = new RegExp(
      String.raw`(?<!\p{L})${[...word].join(isCompound(word) ? '[ -]?' : '-?')}(?!\p{L})`,
      'iu',
    );
    return sentences.map(({ text }) => apart.exec(text)?.[0]).find(Boolean) ?? word;
  });
}

const USUAL = [...REQUESTED, ...STOP_WORDS];

/** Tells the reader how misspelt words were read; nothing if there were none. */
export function correctionNotice(all: Pick<SpellingCorrection, 'corrections'>[]): AnswerPart[] {
  const readings = new Map(all.flatMap(({ corrections }) => [...corrections]));
  if (readings.size === 0) return [];
  const each = [...readings].map(([written, said]) => `“${written}” as “${said}”`);
  return [{ type: 'text', text: `I read ${LIST.format(each)}.\n\n` }];
}

const LIST = new Intl.ListFormat('en-GB');

/** The words of an episode by their first letter, which is seldom wrong; most frequent first. */
const saidIn = cachedBy(({ passageWords }: TranscriptIndex) => {
  const byLetter = new Map<string, string[]>();
  const bySize = [...passageWords.counts].sort(([, a], [, b]) => b.size - a.size);
  for (const [word] of bySize) {
    const letter = word.charAt(0);
    const known = byLetter.get(letter);
    if (known) known.push(word);
    else byLetter.set(letter, [word]);
  }
  return byLetter;
});

function closestTo(word: string, others: Iterable<string>): string | null {
  let best: string | null = null;
  let fewest = (word.length < MAX_TYPOS.longFrom ? MAX_TYPOS.usual : MAX_TYPOS.long) + 1;
  for (const other of others) {
    if (other.charAt(0) !== word.charAt(0) || Math.abs(other.length - word.length) > MAX_TYPOS.long)
      continue;
    const typos = distance(word, other);
    const counted = typos === 2 && sorted(word) === sorted(other) ? 1 : typos;
    if (counted < fewest) [best, fewest] = [other, counted];
  }
  return best;
}

const sorted = (word: string) => [...word].sort().join('');
