/** Tells which word of a question nobody says, so that whoever reads the answer knows what it isn't about. */
import { asksAboutLastAnswer } from '../asking/follow-up.ts';
import { namesRequest } from '../asking/parse-request.ts';
import { ASKS_COUNT } from '../language/english.ts';
import { SELDOM_NOUNS, VERBS } from '../language/seldom-nouns.ts';
import { GENERIC_STEMS, stemOf, stemsOf, topicStems, wordsOf } from '../language/words.ts';
import { type Question, topicTerms } from '../retrieval/question.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { frequencyOf } from '../retrieval/word-vectors.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';

/** Below this share of a question, a main word that nobody says is mentioned. */
const CLEAR_COVERAGE = 0.45;

/**
 * Returns the word of a question that nobody says: a name, what it asks for, or the rarest noun if little of the
 * question is said; null if there is none.
 *
 * @param coverage the share of the question that one passage says, 0 to 1
 */
export function unsaidIn(
  analysis: EpisodeAnalysis,
  question: Question,
  coverage: number,
): string | null {
  const isMostlyUnsaid = namesMostlyUnsaid(analysis, question);
  const isVague = coverage < CLEAR_COVERAGE || isMostlyUnsaid;
  return (
    unsaidName(analysis, question) ??
    unsaidPhrase(analysis, question) ??
    unsaidThing(analysis, question) ??
    (isVague ? unsaidWord(analysis, question, isMostlyUnsaid) : null)
  );
}

/** The share of a question's own words that the episode lacks, from which the answer says so. */
const MOSTLY_UNSAID_SHARE = 0.6;

/** Whether the episode lacks most of the words that a question adds: 'What about tea?' after one on coffee. */
function namesMostlyUnsaid({ index }: EpisodeAnalysis, question: Question): boolean {
  const telling = new Set(topicTerms(question));
  const added = new Set(topicStems(question.text).filter((stem) => telling.has(stem)));
  const unsaid = [...added].filter((stem) => !index.postings.has(stem));
  return added.size > 0 && unsaid.length >= MOSTLY_UNSAID_SHARE * added.size;
}

/** What a question names, in capitals within it, that nobody says; null if nothing. */
const unsaidName = ({ index }: EpisodeAnalysis, question: Question): string | null =>
  [...question.text.matchAll(/(?<=[\p{Ll}\p{N},] )\p{Lu}[\p{L}\p{N}]+/gu)]
    .map(([name]) => name)
    .find((name) => {
      const stem = stemOf(name.toLowerCase());
      return question.terms.get(stem) === 1 && !index.postings.has(stem);
    }) ?? null;

/** Whether a question is about nothing but names that nobody says: what sounds similar is then about something else. */
export const namesOnlyUnsaid = (analysis: EpisodeAnalysis, question: Question): boolean =>
  unsaidName(analysis, question) !== null &&
  topicTerms(question).every((stem) => !analysis.index.postings.has(stem));

/** Asks what is said of a thing with two words, perhaps of somebody or somewhere: 'on error handling in Go'. */
const ASKS_ABOUT_PHRASE =
  /\b(?:mention(?:ed)?|discuss(?:ed)?|bring up|brought up|raised?|(?:says?|said|thinks?|thought|talk(?:ed)?|speaks?|spoken?|anything|opinions?|views?) (?:about|of|on)) (?:(?:an?|the|any) )?([\p{L}\p{N}-]+ [\p{L}\p{N}-]+)(?: (?:in|at|for|with|by) .*)?[.?!]*$/iu;

/**
 * The two words of the thing that a question asks about, if no sentence has both: 'Do they mention voice control?' Of
 * 271 questions about something said, none names such a thing, and of 26 about what nobody says three do. Longer phrases
 * may be spread over several sentences: 'Do they talk about running async code from synchronous programs?'
 */
function unsaidPhrase({ index }: EpisodeAnalysis, { text }: Question): string | null {
  const [, phrase = ''] = ASKS_ABOUT_PHRASE.exec(text) ?? [];
  const stems = topicStems(phrase);
  const isSaidTogether = index.stems.some((said) => stems.every((stem) => said.includes(stem)));
  const isThing = stems.length > 1 && !wordsOf(phrase).some(isGenericOrVerb);
  return isThing && !isSaidTogether ? phrase : null;
}

/** Before what a question asks for. */
const ASKS_FOR = new RegExp(
  String.raw`${ASKS_COUNT.source}|^(?:and |so |but )*(?:what|which)\b`,
  'i',
);

/** What a question wants counted or told, if nobody says it: 'How many employees do they have?', 'What fines are there?' */
function unsaidThing({ index }: EpisodeAnalysis, { text, terms }: Question): string | null {
  const [thing = ''] = wordsOf(text.split(ASKS_FOR)[1] ?? '');
  const stem = stemOf(thing);
  return terms.get(stem) === 1 && !isSaid(index, thing) && !isGenericOrVerb(thing) ? thing : null;
}

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

/** Whether a word stands for anything, or is a figure: '£102k' is said as 'a hundred and two thousand'. */
const isGeneric = (word: string) => GENERIC_STEMS.has(stemOf(word)) || /\d/.test(word);
const VERB_STEMS = stemsOf(VERBS);
const isGenericOrVerb = (word: string) => VERB_STEMS.has(stemOf(word)) || isGeneric(word);
const isVagueWord = (word: string) => SELDOM_NOUNS.has(word) || isGeneric(word);

/**
 * Returns the question's rarest noun or name, as it is written there, if the episode lacks it. If the episode lacks most
 * of what a question adds, that may be an adjective: 'Is it hereditary?'
 */
function unsaidWord(
  { index, vectors }: EpisodeAnalysis,
  question: Question,
  isMostlyUnsaid: boolean,
): string | null {
  if (asksAboutLastAnswer(question.text)) return null;
  const telling = new Set(topicTerms(question));
  const weightOf = (word: string) =>
    (question.terms.get(stemOf(word)) ?? 0) *
    (vectors ? -Math.log(frequencyOf(vectors, stemOf(word))) : 1);
  const isVague = isMostlyUnsaid ? isGenericOrVerb : isVagueWord;
  const [rarest] = wordsOf(question.text)
    .filter((word) => telling.has(stemOf(word)) && !isVague(word) && !namesRequest(word))
    .filter((word) => !isMostlyUnsaid || !index.postings.has(stemOf(word)))
    .sort((a, b) => weightOf(b) - weightOf(a));
  if (rarest === undefined || isSaid(index, rarest)) return null;
  const at = question.text.toLowerCase().indexOf(rarest);
  return at < 0 ? rarest : question.text.slice(at, at + rarest.length);
}
