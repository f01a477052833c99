/** Collects the noun phrases that an episode speaks of. */
import { cachedBy } from '../../platform/cached-by.ts';
import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
import { SELDOM_NOUNS } from '../language/seldom-nouns.ts';
import { baseOf, GENERIC_STEMS, isStopWord, stemOf, stemsOf, wordsOf } from '../language/words.ts';
import { advertSentences, signOffFrom } from './adverts.ts';
import { passageRarity, type TranscriptIndex } from './transcript-index.ts';

export interface CandidatePhrase {
  stems: string[];
  surfaces: Map<string, number>;
  count: number;
  /** How often it is said near the beginning of these sentences, where people say what they will talk about. */
  early: number;
  /** How often it is used like a noun. */
  things: number;
  /** How often an article or preposition precedes it. */
  named: number;
}

/** Precedes nouns. */
export const BEFORE_THING =
  /^(?:an?|the|of|this|that|these|those|your|our|their|its|his|her|my|no|any|some|every|each|about|for|with|without|between|in|on|from|by|more|less)$/;

/**
 * In English, 24 to 48 % of what is said are topic words (tuning half). Where most are, it is in another language, whose
 * subjects can't be told from other words.
 */
const MAX_TOPIC_WORD_SHARE = 0.7;

/** Whether an episode is in English, judged by its words. */
export const isEnglish = cachedBy(({ stems, sentences }: TranscriptIndex) => {
  const topicWords = stems.reduce((sum, said) => sum + said.length, 0);
  return topicWords <= MAX_TOPIC_WORD_SHARE * sentences.reduce((sum, { words }) => sum + words, 0);
});

/** Words that end like this are seldom nouns, so the list of those leaves them out. */
export const NON_NOUN_ENDING = /(?:ly|ing|ed|ive|ous|ful|less|able|ish)$/;

/** Longer ones aren't words but text without spaces. */
const MAX_LABEL_WORD_LETTERS = 40;
/** The share of the sentences that counts as their beginning. */
const BEGINNING_SHARE = 0.3;

/** Collects the phrases that may name these sentences, by their stems. */
export function* collectPhrases(
  index: TranscriptIndex,
  from: number,
  to: number,
): Generator<void, Map<string, CandidatePhrase>> {
  const isTimeToPause = createPauseMeter();
  const speakers = speakerStems(index);
  const adverts = advertSentences(index);
  const closing = signOffFrom(index);
  const inEnglish = isEnglish(index);
  const candidates = new Map<string, CandidatePhrase>();
  const beginningEnds = from + BEGINNING_SHARE * (to - from);
  for (const sentence of index.sentences.slice(from, to)) {
    const { text } = sentence;
    if (isTimeToPause(SENTENCE + text.length)) yield;
    // Sponsors are no topics, and neither are greetings and thanks.
    if (adverts.has(sentence.index) || sentence.index >= closing) continue;
    const isEarly = sentence.index < beginningEnds;
    for (const run of runsOf(text)) collect(run, candidates, speakers, inEnglish, isEarly);
  }
  // A single occurrence of a phrase may be chance.
  for (const [key, { stems, count }] of candidates)
    if (stems.length > 1 && count === 1) candidates.delete(key);
  return candidates;
}

export const speakerStems = cachedBy(({ speakers }: TranscriptIndex) =>
  stemsOf(speakers.flatMap(wordsOf)),
);

export interface Run {
  words: string[];
  /** The previous word: 'the' precedes nouns. */
  before: string;
  /** Whether it begins the sentence: a capital there doesn't make a name. */
  isFirst: boolean;
}

/** From the first letter or digit to the last. Trimming with an anchored pattern takes quadratic time. */
const BETWEEN_MARKS = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;

/** Returns runs of consecutive topic words of a sentence. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let isFirst = true;
  for (const clause of text.split(/[.,;:!?()[\]“”"–—…、。，；：！？]+/)) {
    let run: Run = { words: [], before: '', isFirst };
    for (const raw of clause.split(/\s+/)) {
      const word = (BETWEEN_MARKS.exec(raw)?.[0] ?? '').replace(/['’]s$/, '');
      const lower = word.toLowerCase().replaceAll('’', "'");
      // 'Mm-hmm' is no topic either.
      if (word === '' || lower.split('-').every(isStopWord)) {
        if (run.words.length > 0) runs.push(run);
        run = { words: [], before: lower, isFirst: isFirst && word === '' };
      } else run.words.push(word);
      if (word !== '') isFirst = false;
    }
    if (run.words.length > 0) runs.push(run);
  }
  return runs;
}

/** In languages other than English, a lower-case word this short is mostly an article, a pronoun or the like. */
const SMALL_WORD = /^\p{Ll}{1,5}$/u;

/**
 * Counts the phrases in a run of words, under their stems.
 *
 * @param isEarly whether the run is near the beginning
 */
export function collect(
  run: Run,
  into: Map<string, CandidatePhrase>,
  speakers: ReadonlySet<string>,
  inEnglish: boolean,
  isEarly = false,
): void {
  const all = run.words;
  /** A word as within a sentence, where a capital makes a name. */
  const within = (at: number) => {
    const word = all[at] ?? '';
    return at === 0 && run.isFirst ? word.toLowerCase() : word;
  };
  for (let start = 0; start < all.length; start++) {
    for (let size = 1; size <= 3 && start + size <= all.length; size++) {
      const words = all.slice(start, start + size);
      const stems = words.map((word) => stemOf(word.toLowerCase()));
      const edges = [stems[0] ?? '', stems[size - 1] ?? ''];
      if (edges.some((stem) => stem.length < 3 || GENERIC_STEMS.has(stem) || speakers.has(stem))) {
        continue;
      }
      if (
        words.some((word) => /^\d/.test(word) || word.length > MAX_LABEL_WORD_LETTERS) ||
        NON_NOUN_ENDING.test(words[size - 1] ?? '')
      ) {
        continue;
      }
      if (size === 1 && isSeldomNoun(within(start))) continue;
      const ends = [within(start), within(start + size - 1)];
      if (!inEnglish && ends.some((word) => SMALL_WORD.test(word))) continue;
      const key = stems.join(' ');
      const none = { stems, surfaces: new Map(), count: 0, early: 0, things: 0, named: 0 };
      const known = into.get(key) ?? none;
      // The last word of a run is the noun; the others describe it.
      if (start + size === all.length) known.things++;
      if (start === 0 && BEFORE_THING.test(run.before)) known.named++;
      const surface = words.join(' ');
      known.count++;
      if (isEarly) known.early++;
      known.surfaces.set(surface, (known.surfaces.get(surface) ?? 0) + 1);
      into.set(key, known);
    }
  }
}

/** Whether a word alone says no topic: 'exact', 'together'. A name ('Slack') has a capital. */
const isSeldomNoun = (word: string): boolean => SELDOM_NOUNS.has(baseOf(word));

/** In a long part, a few occurrences may be chance. */
export const isSaidOften = ({ count }: CandidatePhrase, sentences: number): boolean =>
  count >= Math.min(5, sentences / 8);

/**
 * Scores how well a phrase names a part of that many sentences: it should be said often, near the beginning and seldom
 * elsewhere. A whole episode has no elsewhere: there, it should be said in few passages.
 */
export function scorePhrase(
  index: TranscriptIndex,
  phrase: CandidatePhrase,
  sentences: number,
): number {
  const { stems, count, early, things, named } = phrase;
  const everywhere = Math.min(...stems.map((stem) => index.postings.get(stem)?.length ?? 1));
  const here = 0.35 + count / Math.max(count, everywhere);
  const rare = 1 + Math.max(...stems.map((stem) => passageRarity(index, stem)));
  const often = isSaidOften(phrase, sentences) ? count : 0.2 * count;
  return (
    (0.15 + things / count) *
    often ** 0.9 *
    (sentences < index.sentences.length ? here : rare) *
    (1 + (2 * early) / count) *
    (1 + 1.5 * (stems.length - 1)) *
    (named > 0 ? 1 : 0.3)
  );
}

/** Returns the most frequent form, the shortest of equals; '' if there is none. */
export function commonest(surfaces: Map<string, number>): string {
  const [best] = [...surfaces].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length);
  return best?.[0] ?? '';
}
