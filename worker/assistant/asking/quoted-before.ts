/** Finds the sentences of a transcript that earlier answers quote. */
import { cachedBy } from '../../platform/cached-by.ts';
import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
import type { Exchange } from '../assistant.ts';
import { withoutPreamble } from '../language/speech-cues.ts';
import { wordsOf } from '../language/words.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';

/** Shorter sentences occur in others by chance. */
const MIN_QUOTED_WORDS = 3;

/** Returns the sentences quoted in earlier answers. */
export const sentencesQuotedBefore = (earlier: Exchange[], index: TranscriptIndex): Set<number> =>
  new Set(
    quotedIn(earlier.map(({ answer }) => answer).join('\n'), index).map(({ index: at }) => at),
  );

/**
 * Returns the sentences that each line of an answer quotes; a line is a paragraph or an item. If what it
 * quotes was said more than once, the longest sentence shows which place is meant.
 */
export const quotedByLine = (answer: string, index: TranscriptIndex): number[][] =>
  answer.split('\n').map((line) => {
    const quoted = quotedIn(line, index);
    const [longest] = quoted.toSorted((a, b) => b.words - a.words);
    return quoted.filter(({ turn }) => turn === longest?.turn).map(({ index: at }) => at);
  });

/** Prepares, in steps, the lookup of what answers quote. */
export function* prepareQuotations({ sentences }: TranscriptIndex): Generator<void, void> {
  const isTimeToPause = createPauseMeter();
  for (const sentence of sentences) {
    if (isTimeToPause(SENTENCE + sentence.text.length)) yield;
    asQuoted(sentence);
  }
}

function quotedIn(text: string, { sentences }: TranscriptIndex): Sentence[] {
  const said = wordsOf(text).join(' ');
  if (said === '') return [];
  return sentences.filter((sentence) => {
    const words = asQuoted(sentence);
    return words !== '' && said.includes(words);
  });
}

/** A sentence as answers quote it, perhaps without its opening; empty if it is too short to be recognised. */
const asQuoted = cachedBy(({ text }: Sentence): string => {
  const said = wordsOf(withoutPreamble(text));
  return said.length < MIN_QUOTED_WORDS ? '' : said.join(' ');
});
