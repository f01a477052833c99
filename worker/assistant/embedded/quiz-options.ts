/** Chooses what may be the wrong options of a quiz's question. */
import { cachedBy } from '../../platform/cached-by.ts';
import { bareText } from '../duplicate-questions.ts';
import { countWords } from '../language/words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { DraftQuestion, Option } from './quiz-questions.ts';

export interface WrongOption extends Pick<Option, 'text' | 'sentence'> {
  /** Whether it is about as long as the right one, and not said near it. */
  fits: boolean;
}

/** The most per question: six to draw from after the sixteen that the other four questions of a quiz may show. */
const MAX_KEPT = 22;

export const areAsLong = (words: number, right: number) =>
  Math.abs(words - right) <= Math.max(2, right * 0.35);

/** What is said so near a sentence, or in its line or the next, may be right as well. */
const MIN_DISTANCE = 12;

const isNear = ({ sentence: { index, line, lastLine } }: Option, right: Sentence) =>
  Math.abs(index - right.index) < MIN_DISTANCE ||
  (lastLine >= right.line - 1 && line <= right.lastLine + 1);

/** Cached, because each sentence is near many others. */
const bareTextOf = cachedBy(({ text }: Sentence) => bareText(text));

const wordsNear = ({ sentences }: TranscriptIndex, { index }: Sentence): string =>
  sentences
    .slice(Math.max(0, index - MIN_DISTANCE), index + MIN_DISTANCE)
    .map(bareTextOf)
    .join(' ');

/** Returns what may be a wrong option of a question: first what fits, the best first. Each says something else. */
export function wrongOptions(index: TranscriptIndex, asked: DraftQuestion): WrongOption[] {
  const { sentence, text, bare, kind } = asked;
  const others = asked.distractors();
  if (kind === 'figure' || kind === 'duration') {
    // The same sentence with other figures, which may be said nearby.
    const near = wordsNear(index, sentence);
    return others.some((other) => near.includes(other.bare))
      ? []
      : others.map((other) => ({ text: other.text, sentence, fits: true }));
  }
  const words = countWords(text);
  const fits = (other: Option) =>
    !isNear(other, sentence) && areAsLong(countWords(other.text), words);
  const seen = new Set<Sentence | string>([sentence, bare]);
  const kept: WrongOption[] = [];
  const keep = (isFit: boolean) => {
    for (const other of others) {
      if (kept.length === MAX_KEPT) return;
      if (seen.has(other.bare) || seen.has(other.sentence) || (isFit && !fits(other))) continue;
      seen.add(other.bare).add(other.sentence);
      kept.push({ text: other.text, sentence: other.sentence, fits: isFit });
    }
  };
  keep(true);
  keep(false);
  return kept;
}
