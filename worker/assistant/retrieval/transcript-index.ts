/** Everything that is computed once per transcript and shared by all rankings. */
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { cachedSteps } from '../../platform/cached-by.ts';
import { createPauseMeter, SENTENCE, withoutPauses, withPauses } from '../../platform/pauses.ts';
import { stemOf, topicStemsAmong, wordsOf } from '../language/words.ts';
import { type Passage, passagesIn } from './passages.ts';
import { type Sentence, sentencesIn } from './sentences.ts';

export interface TranscriptIndex {
  lines: TranscriptLine[];
  sentences: Sentence[];
  /** The topic stems of each sentence, in order. */
  stems: string[][];
  passages: Passage[];
  /** The sentences with each stem, ascending and distinct. */
  postings: Map<string, number[]>;
  /** The topic stems of the passages. */
  passageStems: PassageTerms;
  /** Their words as said, including those without a topic, and the names of who says them. */
  passageWords: PassageTerms;
  /** The speakers' names, most talkative first. */
  speakers: string[];
  /** Each speaker's share of the words. */
  shares: ReadonlyMap<string, number>;
  /** False for all-lower-case captions, in which names look like any word. */
  cased: boolean;
}

export interface PassageTerms {
  /** How often each passage contains each term. */
  counts: Map<string, Map<number, number>>;
  /** The number of terms per passage, and on average. */
  lengths: number[];
  averageLength: number;
}

/** The index of a transcript, cached as long as its array of lines. */
export const indexOf = cachedSteps((lines: TranscriptLine[]) => buildInSteps(lines, passagesIn));

/** The same with pauses, because a long transcript would block other requests. */
export const indexWithPauses = (lines: TranscriptLine[]): Promise<TranscriptIndex> =>
  withPauses(indexOf.inSteps(lines));

type CutPassages = (sentences: Sentence[], stems: string[][]) => Iterable<Passage>;

/** Builds an index that isn't kept; `cut` defines the passages. */
export const buildIndex = (
  lines: TranscriptLine[],
  cut: CutPassages = passagesIn,
): TranscriptIndex => withoutPauses(buildInSteps(lines, cut));

/** Yields wherever it may pause. */
function* buildInSteps(
  lines: TranscriptLine[],
  cut: CutPassages,
): Generator<void, TranscriptIndex> {
  const isTimeToPause = createPauseMeter();
  const sentences: Sentence[] = [];
  for (const sentence of sentencesIn(lines)) {
    sentences.push(sentence);
    if (isTimeToPause(SENTENCE + sentence.text.length)) yield;
  }
  const words: string[][] = [];
  const stems: string[][] = [];
  for (const { text } of sentences) {
    const said = wordsOf(text);
    words.push(said);
    stems.push(topicStemsAmong(said));
    if (isTimeToPause(SENTENCE + text.length)) yield;
  }
  const passages: Passage[] = [];
  for (const passage of cut(sentences, stems)) {
    passages.push(passage);
    if (isTimeToPause(SENTENCE * (passage.to - passage.from))) yield;
  }
  const passageStems = yield* countTerms(passages, (i) => stems[i] ?? []);
  const passageWords = yield* countTerms(passages, (i, isFirst) => {
    const startsTurn = isFirst || sentences[i]?.turn !== sentences[i - 1]?.turn;
    const speaker = startsTurn ? wordsOf(sentences[i]?.speaker ?? '') : [];
    return [...speaker, ...(words[i] ?? [])];
  });
  const postings = postingsOf(stems);
  yield;
  const shares = sharesOf(sentences);
  return {
    lines,
    sentences,
    stems,
    passages,
    postings,
    passageStems,
    passageWords,
    speakers: [...shares.keys()],
    shares,
    cased: isCased(sentences),
  };
}

/** Counts the terms of each passage, given those of its sentences. */
function* countTerms(
  passages: Passage[],
  termsOf: (sentence: number, isFirst: boolean) => string[],
): Generator<void, PassageTerms> {
  const isTimeToPause = createPauseMeter();
  const counts = new Map<string, Map<number, number>>();
  const lengths: number[] = [];
  for (const { index, from, to } of passages) {
    let length = 0;
    for (let i = from; i < to; i++) {
      for (const term of termsOf(i, i === from)) {
        length++;
        const inPassages = counts.get(term) ?? new Map<number, number>();
        inPassages.set(index, (inPassages.get(index) ?? 0) + 1);
        counts.set(term, inPassages);
      }
    }
    lengths.push(length);
    if (isTimeToPause(SENTENCE * (to - from))) yield;
  }
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return { counts, lengths, averageLength: Math.max(1, total / Math.max(1, passages.length)) };
}

/** BM25's inverse document frequency, of passages or sentences: highest if none contains it. */
const inverseDocumentFrequency = (holding: number, all: number) =>
  Math.log(1 + (all - holding + 0.5) / (holding + 0.5));

/** The weight of a term by how many passages contain it. */
export const termRarity = ({ counts, lengths }: PassageTerms, term: string): number =>
  inverseDocumentFrequency(counts.get(term)?.size ?? 0, lengths.length);

/** The same for a stem. */
export const passageRarity = ({ passageStems }: TranscriptIndex, stem: string): number =>
  termRarity(passageStems, stem);

/** The same for sentences, of which even a short episode has enough. */
export const sentenceRarity = ({ postings, sentences }: TranscriptIndex, stem: string): number =>
  inverseDocumentFrequency(postings.get(stem)?.length ?? 0, sentences.length);

function postingsOf(stems: string[][]): Map<string, number[]> {
  const postings = new Map<string, number[]>();
  stems.forEach((inSentence, sentence) => {
    for (const stem of inSentence) {
      const list = postings.get(stem);
      if (list === undefined) postings.set(stem, [sentence]);
      else if (list[list.length - 1] !== sentence) list.push(sentence);
    }
  });
  return postings;
}

function sharesOf(sentences: Sentence[]): Map<string, number> {
  const all = sentences.reduce((sum, { words }) => sum + words, 0);
  const spoken = new Map<string, number>();
  for (const { speaker, words } of sentences)
    if (speaker !== null) spoken.set(speaker, (spoken.get(speaker) ?? 0) + words);
  const ranked = [...spoken].sort((a, b) => b[1] - a[1]);
  return new Map(ranked.map(([speaker, words]) => [speaker, words / all]));
}

/** Names occur in a tenth of sentences, or more. */
function isCased(sentences: Sentence[]): boolean {
  const withCapital = sentences.filter(({ text }) => /\S\s(?!I\b)\p{Lu}/u.test(text)).length;
  return withCapital >= sentences.length / 12;
}

/**
 * Returns how many sentences of an episode contain a word, in any form.
 *
 * @param index null for several episodes, whose own words decide nothing: always 0
 */
export const timesSaidIn =
  (index: Pick<TranscriptIndex, 'postings'> | null) =>
  (word: string): number =>
    index?.postings.get(stemOf(word))?.length ?? 0;
