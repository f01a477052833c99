/** Chooses what to quote of the sentences that answer a question, or come closest. */
import { isQuestion, OPENS_WITH_REFERENCE } from '../language/speech-cues.ts';
import { advertSentences } from '../retrieval/adverts.ts';
import { listAround } from '../retrieval/counted-lists.ts';
import { FACTOID_TYPES, type FoundSentence } from '../retrieval/find-sentences.ts';
import type { Question } from '../retrieval/question.ts';
import { replyTo, sentencesAsking } from '../retrieval/replies.ts';
import { isInterjection, runFrom, type Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { type FoundAnswers, isOffSubject } from './find-answers.ts';

/** An answer takes half a minute to read. */
export const ANSWER_WORDS = 110;

/** How many places of an episode are quoted, each of which scores at least this share of the best. */
const MAX_PLACES = 5;
const MIN_RELATIVE_SCORE = 0.4;
/** How many of the best sentences may begin a place. */
const MAX_PLACE_CANDIDATES = 12;
/**
 * A further place that says less of the question and has fewer topic words is there for its neighbours:
 * 'Happy to be here.' Without it, answers share as much with the references (ROUGE-1 26.3 %).
 */
const MIN_OWN_COVERAGE = 0.15;
const MIN_OWN_TOPIC_WORDS = 4;
/**
 * An answer quotes something of up to so many of the best passages, whatever it scores, if they score at least this
 * share of the best: a passage may be close in meaning and have none of the question's words.
 */
const QUOTED_PASSAGES = 2;
const MIN_PASSAGE_SCORE = 0.8;
/** A place that may answer is quoted up to so many words: whoever reads it has to tell whether it does. */
const PLACE_WORDS = 30;

/**
 * Returns the closest places, in sentences, if it is uncertain whether any answers: those that contain what is asked for
 * before others, the best of each passage first.
 */
export function closestPlaces(
  analysis: EpisodeAnalysis,
  { candidates, answers }: FoundAnswers,
  maxPlaces: number,
): Sentence[][] {
  const ofPassages = [answers, candidates].flatMap((found) => bestOfPassages(analysis, found));
  const others = candidates.filter((one) => !isBrief(analysis, one));
  return distinctPlaces(analysis, [...ofPassages, ...others], maxPlaces);
}

/** Returns the best places, in sentences, for an answer in so many items. */
export function placesForItems(
  analysis: EpisodeAnalysis,
  answers: FoundSentence[],
  maxPlaces: number,
): Sentence[][] {
  const best = answers[0]?.score ?? 0;
  const asking = sentencesAsking(analysis.index);
  const good = answers.filter(
    ({ sentence, score, coverage }) =>
      score >= MIN_RELATIVE_SCORE * best && coverage >= MIN_OWN_COVERAGE && !asking.has(sentence),
  );
  const ranked = good.length > 0 ? good : answers;
  const counted = listAround(analysis.index, ranked[0]?.sentence ?? -1);
  if (counted.length > 0)
    return counted.slice(0, maxPlaces).map((at) => analysis.index.sentences.slice(at, at + 1));
  // Items differ, so the best of each passage comes first.
  const ofPassages = bestOfPassages(analysis, ranked).sort((a, b) => b.score - a.score);
  return distinctPlaces(analysis, [...ofPassages, ...ranked], maxPlaces);
}

/** The first places, of up to 30 words, that share no sentence. */
function distinctPlaces(
  analysis: EpisodeAnalysis,
  found: FoundSentence[],
  maxPlaces: number,
): Sentence[][] {
  const quoted = new Set<Sentence>();
  const places: Sentence[][] = [];
  for (const { sentence: at } of found) {
    if (places.length === maxPlaces) break;
    const said = runFrom(analysis.index.sentences, at, PLACE_WORDS);
    const known = said.findIndex((one) => quoted.has(one));
    const place = known < 0 ? said : said.slice(0, known);
    if (place.length > 0) places.push(place);
    for (const one of place) quoted.add(one);
  }
  return places;
}

/** Whether a sentence says something of its own, and not only what is next to it. */
function hasOwnContent(analysis: EpisodeAnalysis, one: FoundSentence): boolean {
  const { text = '' } = analysis.index.sentences[one.sentence] ?? {};
  const topics = new Set(analysis.index.stems[one.sentence]);
  const saysLittle = one.coverage < MIN_OWN_COVERAGE && topics.size < MIN_OWN_TOPIC_WORDS;
  return !isBrief(analysis, one) && !saysLittle && !isQuestion(text);
}

const isBrief = ({ index }: EpisodeAnalysis, { sentence }: FoundSentence) =>
  index.sentences.slice(sentence, sentence + 1).every(isInterjection);

/** Returns the best sentence of each passage, those of the best passages first. */
function bestOfPassages(analysis: EpisodeAnalysis, found: FoundSentence[]): FoundSentence[] {
  const best = new Map<number, FoundSentence>();
  for (const one of found) {
    if (best.has(one.passage)) continue;
    if (!isOffSubject(analysis, one.sentence) && hasOwnContent(analysis, one))
      best.set(one.passage, one);
  }
  return [...best.values()].sort((a, b) => b.passageScore - a.passageScore);
}

/** How many sentences of the best place follow the first: all the steps if something is to be done. */
const FURTHER_SENTENCES = 2;
/** Or as many as reach this length: 'I'm glad that you asked. So here's what happened' tells nothing yet. */
const FIRST_PLACE_WORDS = 45;
const FURTHER_STEPS = 5;
/**
 * A further place is quoted until it has so many words: 'The people who stayed.' only names what comes next. Of 104
 * questions, 68.3 instead of 67.3 % of the answers quote the place, and ROUGE-1 is 26.36 instead of 26.40.
 */
const FURTHER_PLACE_WORDS = 14;
/** Asks for more than yes or no, so 'Yeah.' is no answer. */
const ASKS_FOR_MORE = /^(?:\w+ )?(?:what|why|how|which)\b/i;
const ASKS_HOW = /\bhow (?:do|can|could|should|would|to)\b/i;

/** 'Words sort themselves out, and that's called Zipf's law.' */
const NAMES_WHAT_IS_SAID =
  /\b(?:that|this|it)(?:['’]s| is| was)(?: what(?:['’]s| is)?)?(?: [\p{L}'’]+){0,3} called\b/iu;
const refersBack = (text: string) =>
  OPENS_WITH_REFERENCE.test(text) || NAMES_WHAT_IS_SAID.test(text);

/** A reply with fewer topic words is quoted with the question. */
const MIN_REPLY_TOPIC_WORDS = 2;

/** The question that is asked right before a turn which this sentence opens; null if none is. */
function askedBefore({ sentences }: TranscriptIndex, at: number): number | null {
  const before = sentences[at - 1];
  const isAsked = before?.turn !== sentences[at]?.turn && isQuestion(before?.text ?? '');
  return isAsked ? at - 1 : null;
}

/** Returns the best place with its context, and others that score nearly as well, in at most so many words. */
export function chooseQuotedSentences(
  analysis: EpisodeAnalysis,
  question: Question,
  found: FoundSentence[],
  maxWords = ANSWER_WORDS,
): number[] {
  const { index } = analysis;
  const best = found[0]?.score ?? 0;
  const chosen = new Set<number>();
  let words = 0;
  const add = (i: number) => {
    const sentence = index.sentences[i];
    if (sentence === undefined || chosen.has(i) || (words > 0 && words + sentence.words > maxWords))
      return;
    chosen.add(i);
    words += sentence.words;
  };
  const adverts = advertSentences(index);
  const goesOn = (i: number, by: number) =>
    index.sentences[i]?.turn === index.sentences[i + by]?.turn &&
    adverts.has(i) === adverts.has(i + by);
  // Where nobody is named, another may speak next.
  const further =
    ASKS_HOW.test(question.text) && index.speakers.length > 0 ? FURTHER_STEPS : FURTHER_SENTENCES;
  const asksForFact = FACTOID_TYPES.has(question.answerType);
  let places = 0;
  for (const one of found.slice(0, MAX_PLACE_CANDIDATES)) {
    const { sentence: at, score } = one;
    const sentence = index.sentences[at];
    if (places === MAX_PLACES || score < best * MIN_RELATIVE_SCORE || sentence === undefined) break;
    const asked = askedBefore(index, at);
    const isNoReply = asked === null || (ASKS_FOR_MORE.test(question.text) && !asksForFact);
    const saysNothing =
      places > 0 ? !hasOwnContent(analysis, one) : isBrief(analysis, one) && isNoReply;
    if (saysNothing) continue;
    // 'I think it does.' says nothing without what was asked.
    if (asked !== null && new Set(index.stems[at]).size < MIN_REPLY_TOPIC_WORDS) add(asked);
    add(at);
    if (!chosen.has(at)) continue;
    places++;
    // It refers to the sentence before, and its point is often in the next one.
    if (refersBack(sentence.text) && goesOn(at, -1)) add(at - 1);
    const isFirst = places === 1;
    if (isFirst) for (const item of listAround(index, at)) add(item);
    const [sentences, minWords] = isFirst ? [further, FIRST_PLACE_WORDS] : [0, FURTHER_PLACE_WORDS];
    let told = sentence.words;
    for (let by = 1; (by <= sentences || told < minWords) && goesOn(at, by); by++) {
      add(at + by);
      told += index.sentences[at + by]?.words ?? 0;
    }
    if (!isFirst) continue;
    // 'Does he?' is answered in the next turn.
    for (const next of replyTo(index, at)) add(next);
  }
  // Where nothing else is said, an interjection is all there is.
  if (places === 0) add(found[0]?.sentence ?? -1);
  return [...chosen];
}

/** Adds a place from each of the best passages that no chosen sentence is from. */
export function withBestPassages(
  analysis: EpisodeAnalysis,
  found: FoundSentence[],
  chosen: number[],
): number[] {
  const quoted = new Set(
    found.filter(({ sentence }) => chosen.includes(sentence)).map(({ passage }) => passage),
  );
  const missing = bestOfPassages(analysis, found)
    .slice(0, QUOTED_PASSAGES)
    .filter(
      ({ passage, passageScore }) => passageScore >= MIN_PASSAGE_SCORE && !quoted.has(passage),
    );
  const places = distinctPlaces(analysis, missing, QUOTED_PASSAGES).flat();
  return [...new Set([...chosen, ...places.map(({ index }) => index)])];
}
