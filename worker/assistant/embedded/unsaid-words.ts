/** Tells which word of a question nobody says, so that whoever reads the answer knows what it isn't about. */
import { asksAboutLastAnswer } from '../asking/follow-up.ts';
import { namesRequest } from '../asking/parse-request.ts';
import { VERBS } from '../language/seldom-nouns.ts';
import { GENERIC_STEMS, stemOf, stemsOf, wordsOf } from '../language/words.ts';
import { type Question, topicTerms } from '../retrieval/question.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { frequencyOf } from '../retrieval/word-vectors.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';

/** Below this share of a question, the rarest word that nobody says is mentioned. */
const CLEAR_COVERAGE = 0.6;
/** In capitals within a sentence. */
const NAMES = /(?<=[\p{Ll}\p{N},] )\p{Lu}[\p{L}\p{N}]+/gu;
const VERB_STEMS = stemsOf(VERBS);

/**
 * Returns what a question names and nobody says, as it is written there: a name, or else its rarest noun if no passage says
 * most of the question; null if there is none.
 *
 * @param coverage the share of the question that one passage says, 0 to 1
 */
export function unsaidIn(
  { index, vectors }: EpisodeAnalysis,
  question: Question,
  coverage: number,
): string | null {
  const { text, terms } = question;
  if (asksAboutLastAnswer(text)) return null;
  const telling = new Set(topicTerms(question));
  const weightOf = (word: string) =>
    (terms.get(stemOf(word)) ?? 0) * (vectors ? -Math.log(frequencyOf(vectors, stemOf(word))) : 1);
  const things = wordsOf(text)
    .filter((word) => telling.has(stemOf(word)) && !isGenericOrVerb(word) && !namesRequest(word))
    .sort((a, b) => weightOf(b) - weightOf(a));
  const unsaid = things.filter((word) => !isSaid(index, word));
  const name = [...text.matchAll(NAMES)]
    .map(([written]) => written)
    .find((one) => telling.has(stemOf(one.toLowerCase())) && !isSaid(index, one.toLowerCase()));
  // What a follow-up adds is all that it names.
  const isUnclear = coverage < CLEAR_COVERAGE || unsaid.length === things.length;
  const [rarest] = things.slice(0, 1).filter((one) => isUnclear && unsaid.includes(one));
  return name ?? rarest ?? null;
}

/** Whether a word stands for anything, is mostly a verb, or is a figure: '£102k' is said as 'a hundred and two thousand'. */
const isGenericOrVerb = (word: string) =>
  VERB_STEMS.has(stemOf(word)) || GENERIC_STEMS.has(stemOf(word)) || /\d/.test(word);

/** The fewest letters of a compound's last part. */
const MIN_END_LETTERS = 5;

/** Whether a word or the last part of a compound is said: 'watches' for 'smartwatches'. */
function isSaid({ postings }: TranscriptIndex, word: string): boolean {
  const stem = stemOf(word);
  const ends = Array.from({ length: Math.max(0, stem.length - MIN_END_LETTERS) }, (_, at) =>
    stem.slice(at + 1),
  );
  return [stem, ...ends].some((end) => postings.has(end));
}
