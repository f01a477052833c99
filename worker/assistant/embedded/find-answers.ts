/** Finds the sentences that answer a question, and chooses those to quote. */
import { cachedBy } from '../../platform/cached-by.ts';
import type { ResolvedQuestion } from '../asking/follow-up.ts';
import {
  isBoilerplate,
  isQuestion,
  OPENS_WITH_REFERENCE,
  PITCH,
  withoutPreamble,
} from '../language/speech-cues.ts';
import { stemOf, wordsOf } from '../language/words.ts';
import { advertSentences } from '../retrieval/adverts.ts';
import {
  containsAnswer,
  FACTOID_TYPES,
  type FoundSentence,
  findSentences,
} from '../retrieval/find-sentences.ts';
import type { Question } from '../retrieval/question.ts';
import { bestPassageCoverage } from '../retrieval/rank-passages.ts';
import { replyTo, sentencesAsking } from '../retrieval/replies.ts';
import { sentenceVectorsIn } from '../retrieval/sentence-vectors.ts';
import { isInterjection, runFrom, type Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';

/** If no passage says more of a question, the episode is about something else. */
export const OFF_TOPIC = 0.17;
/** The closest sentences that are shown if none answers. */
export const CLOSEST = 3;
/** An answer takes half a minute to read. */
export const ANSWER_WORDS = 110;

/** How many places of an episode are quoted, each of which scores at least this share of the best. */
const MOST_PLACES = 5;
const AMONG_BEST = 0.4;
/** The factor for sentences that were quoted before. They may still be the best answer. */
const TOLD = 0.7;
/** How much more the last quotations' neighbours count, and after how many sentences half of that is left. */
const NEARNESS = 0.5;
const HALF_AS_NEAR = 6;
/** The factor for advertising, announcements and thanks, which answer nothing. */
const OFF_SUBJECT = 0.25;
/** How many places are searched for the requested kind of fact. */
const LOOKED_AT = 12;
const WORTH_LOOKING = 0.5;
/** The factor for a fact that stands next to a sentence with the words of the question, and not in it. */
const FACT_NEARBY = 0.7;
/**
 * A further place that says less of the question and has fewer topic words is there for its neighbours:
 * 'Happy to be here.' Without it, answers share as much with the references (ROUGE-1 26.3 %).
 */
const SAYS_ITSELF = 0.15;
const FEWEST_TOPICS = 4;
/**
 * An answer quotes something of up to so many of the best passages, whatever it scores, if they score at least this
 * share of the best: a passage may be close in meaning and have none of the question's words.
 */
const BEST_PASSAGES = 2;
const GOOD_PASSAGE = 0.8;

/** What an episode says about a question, and how much of the question that covers. */
export interface FoundAnswers {
  /** Best first. */
  candidates: FoundSentence[];
  /** Those that contain the kind of thing requested. */
  answers: FoundSentence[];
  /** The share of the question that one passage says, in these or other words, 0 to 1. */
  coverage: number;
}

/** Finds in steps what answers a question, first near what earlier answers quoted if it refers to that. */
export function* findingAnswers(
  analysis: EpisodeAnalysis,
  { question, quotedBefore, lastQuoted, wantsMore, addedSentences }: ResolvedQuestion,
): Generator<void, FoundAnswers> {
  const { index, vectors } = analysis;
  if (vectors !== null) yield* sentenceVectorsIn.inSteps(index, vectors);
  const coverage = bestPassageCoverage(index, question, vectors);
  yield;
  const sentences = findSentences(index, question, vectors);
  yield;
  const all = weighted(sentences, (at) => (isOffSubject(analysis, at) ? OFF_SUBJECT : 1));
  yield;
  const candidates = wantsMore ? all.filter(({ sentence }) => !quotedBefore.has(sentence)) : all;
  const isAbout = addedSentences.length === 0 ? () => true : isSaying(addedSentences);
  const about = candidates.filter(isAbout);
  const holds = withExpectedAnswer(analysis, question, about).filter(isAbout);
  // 'And alcohol?' after a question about a time is answered without one, too.
  const held = holds.length > 0 || addedSentences.length === 0 ? holds : about;
  return {
    candidates,
    answers: weighted(held, (at) => nearness(lastQuoted, at) * (quotedBefore.has(at) ? TOLD : 1)),
    coverage,
  };
}

/** How many sentences after what a question adds may answer it. */
const ADDED_WITHIN = 2;

function isSaying(places: number[]): (one: FoundSentence) => boolean {
  const near = new Set(
    places.flatMap((at) => Array.from({ length: ADDED_WITHIN + 1 }, (_, by) => at + by)),
  );
  return ({ sentence }) => near.has(sentence);
}

function weighted(found: FoundSentence[], weightOf: (sentence: number) => number): FoundSentence[] {
  return found
    .map((one) => ({ ...one, score: one.score * weightOf(one.sentence) }))
    .sort((a, b) => b.score - a.score || a.sentence - b.sentence);
}

/** The factor for a sentence: the nearer to the last quotations, the higher. */
const nearness = (near: readonly number[], at: number) =>
  1 +
  NEARNESS *
    near.reduce((most, one) => Math.max(most, 0.5 ** (Math.abs(one - at) / HALF_AS_NEAR)), 0);

/** Whether a sentence advertises, announces or thanks. */
function isOffSubject({ index }: EpisodeAnalysis, at: number): boolean {
  const sentence = index.sentences[at];
  return advertSentences(index).has(at) || (sentence !== undefined && isAnnouncement(sentence));
}

const isAnnouncement = cachedBy(
  ({ text }: Sentence): boolean => isBoilerplate(withoutPreamble(text)) || PITCH.test(text),
);

/** A place that may answer is quoted up to so many words: whoever reads it has to tell whether it does. */
const PLACE_WORDS = 30;

/**
 * Returns the closest places, in sentences, if it is uncertain whether any answers: those that contain what is asked for
 * before others, the best of each passage first.
 */
export function closestPlaces(
  analysis: EpisodeAnalysis,
  { candidates, answers }: FoundAnswers,
  most: number,
): Sentence[][] {
  const ofPassages = [answers, candidates].flatMap((found) => bestOfPassages(analysis, found));
  const others = candidates.filter((one) => !isBrief(analysis, one));
  return distinctPlaces(analysis, [...ofPassages, ...others], most);
}

/** Returns the best places, in sentences, for an answer in so many items. */
export function placesForItems(
  analysis: EpisodeAnalysis,
  answers: FoundSentence[],
  most: number,
): Sentence[][] {
  const best = answers[0]?.score ?? 0;
  const good = answers.filter(({ score }) => score >= AMONG_BEST * best);
  const asking = sentencesAsking(analysis.index);
  const telling = good.filter(
    (one) => one.coverage >= SAYS_ITSELF && saysItself(analysis, one) && !asking.has(one.sentence),
  );
  const ranked = telling.length > 0 ? telling : good;
  const counted = listAround(analysis.index, ranked[0]?.sentence ?? -1);
  if (counted.length > 0)
    return counted.slice(0, most).map((at) => analysis.index.sentences.slice(at, at + 1));
  // Items differ, so the best of each passage comes first.
  const firsts = new Map(ranked.toReversed().map((one) => [one.passage, one]));
  const ofPassages = [...firsts.values()].sort((a, b) => b.score - a.score);
  return distinctPlaces(analysis, [...ofPassages, ...ranked], most);
}

/** The first places, of up to 30 words, that share no sentence. */
function distinctPlaces(
  analysis: EpisodeAnalysis,
  found: FoundSentence[],
  most: number,
): Sentence[][] {
  const quoted = new Set<Sentence>();
  const places: Sentence[][] = [];
  for (const { sentence: at } of found) {
    if (places.length === most) break;
    const said = runFrom(analysis.index.sentences, at, PLACE_WORDS);
    const known = said.findIndex((one) => quoted.has(one));
    const place = known < 0 ? said : said.slice(0, known);
    if (place.length > 0) places.push(place);
    for (const one of place) quoted.add(one);
  }
  return places;
}

/** Whether a sentence says something of its own, and not only what is next to it. */
function saysItself(analysis: EpisodeAnalysis, one: FoundSentence): boolean {
  const { text = '' } = analysis.index.sentences[one.sentence] ?? {};
  const topics = new Set(analysis.index.stems[one.sentence]);
  const saysLittle = one.coverage < SAYS_ITSELF && topics.size < FEWEST_TOPICS;
  return !isBrief(analysis, one) && !saysLittle && !isQuestion(text);
}

const isBrief = ({ index }: EpisodeAnalysis, { sentence }: FoundSentence) =>
  index.sentences.slice(sentence, sentence + 1).every(isInterjection);

/** Returns the best sentence of each passage, those of the best passages first. */
function bestOfPassages(analysis: EpisodeAnalysis, found: FoundSentence[]): FoundSentence[] {
  const best = new Map<number, FoundSentence>();
  for (const one of found) {
    if (best.has(one.passage)) continue;
    if (!isOffSubject(analysis, one.sentence) && saysItself(analysis, one))
      best.set(one.passage, one);
  }
  return [...best.values()].sort((a, b) => b.passageScore - a.passageScore);
}

/** Whether an answer is recognised by its form. Names aren't in lower-case text. */
const isCheckable = ({ cased }: TranscriptIndex, { answerType }: Question) =>
  FACTOID_TYPES.has(answerType) && (answerType !== 'person' || cased);

/**
 * The sentences found, best first. If a figure, date or name is requested, those that contain one or
 * are next to one.
 */
function withExpectedAnswer(
  { index }: EpisodeAnalysis,
  question: Question,
  found: FoundSentence[],
): FoundSentence[] {
  if (!isCheckable(index, question)) return found;
  const holds = (at: number) => {
    const said = index.sentences[at]?.text ?? '';
    return !isQuestion(said) && containsAnswer(question, said);
  };
  const best = found[0]?.score ?? 0;
  return found
    .slice(0, LOOKED_AT)
    .filter(({ score }) => score >= best * WORTH_LOOKING)
    .flatMap((one) => {
      const at = one.sentence;
      const place = [at, at + 1, at - 1].find(holds);
      if (place === undefined) return [];
      return [place === at ? one : { ...one, sentence: place, score: one.score * FACT_NEARBY }];
    })
    .sort((a, b) => b.score - a.score);
}

/** How many sentences of the best place follow the first: all the steps if something is to be done. */
const FURTHER = 2;
/** Or as many as reach this length: 'I'm glad that you asked. So here's what happened' tells nothing yet. */
const TOLD_WORDS = 45;
const STEPS = 5;
/** Begins an item of a list that somebody counts: 'First', 'And the third', 'One is'. */
const COUNTS_ITEM =
  /^(?:(?:and|but|so|then),? )*(?:(?:the )?(?:first|second|third|fourth|fifth|sixth|last|other)(?:ly)?(?:,| (?:one|is|was|thing|reason|point|step)\b)|(?:one|two|three|four|five)(?:,| is\b)|(?:finally|lastly),)/i;
/** How far apart the first and the last item may be, in sentences. */
const LIST_WITHIN = 16;
/** What 'Yeah.' doesn't answer; it may answer whether something is so. */
const ASKS_FOR_MORE = /^(?:\w+ )?(?:what|why|how|which)\b/i;
const ASKS_HOW = /\bhow (?:do|can|could|should|would|to)\b/i;

/** Returns the best place with its context, and others that score nearly as well, in at most so many words. */
export function chooseQuotedSentences(
  analysis: EpisodeAnalysis,
  question: Question,
  found: FoundSentence[],
  mostWords = ANSWER_WORDS,
): number[] {
  const { index } = analysis;
  const best = found[0]?.score ?? 0;
  const chosen = new Set<number>();
  let words = 0;
  const add = (i: number) => {
    const sentence = index.sentences[i];
    if (
      sentence === undefined ||
      chosen.has(i) ||
      (words > 0 && words + sentence.words > mostWords)
    )
      return;
    chosen.add(i);
    words += sentence.words;
  };
  const adverts = advertSentences(index);
  const goesOn = (i: number, by: number) =>
    index.sentences[i]?.turn === index.sentences[i + by]?.turn &&
    adverts.has(i) === adverts.has(i + by);
  // Where nobody is named, another may speak next.
  const further = ASKS_HOW.test(question.text) && index.speakers.length > 0 ? STEPS : FURTHER;
  const isOfFact = FACTOID_TYPES.has(question.answerType);
  let places = 0;
  for (const one of found.slice(0, LOOKED_AT)) {
    const { sentence: at, score } = one;
    const sentence = index.sentences[at];
    if (places === MOST_PLACES || score < best * AMONG_BEST || sentence === undefined) break;
    const saysNothing =
      places > 0
        ? !saysItself(analysis, one)
        : isBrief(analysis, one) && ASKS_FOR_MORE.test(question.text) && !isOfFact;
    if (saysNothing) continue;
    add(at);
    if (!chosen.has(at)) continue;
    places++;
    // It refers to the sentence before, and its point is often in the next one.
    if (OPENS_WITH_REFERENCE.test(sentence.text) && goesOn(at, -1)) add(at - 1);
    if (places > 1) continue;
    for (const item of listAround(index, at)) add(item);
    let told = sentence.words;
    for (let by = 1; (by <= further || told < TOLD_WORDS) && goesOn(at, by); by++) {
      add(at + by);
      told += index.sentences[at + by]?.words ?? 0;
    }
    // 'Does he?' is answered in the next turn.
    for (const next of replyTo(index, at)) add(next);
  }
  // Where nothing else is said, an interjection is all there is.
  if (places === 0) add(found[0]?.sentence ?? -1);
  return [...chosen];
}

/** Returns the sentences that begin the items of a list which a sentence announces or is in; none if there is no list. */
function listAround({ sentences }: TranscriptIndex, at: number): number[] {
  const items = sentences
    .slice(Math.max(0, at - LIST_WITHIN), at + LIST_WITHIN)
    .filter(({ turn, text }) => turn === sentences[at]?.turn && COUNTS_ITEM.test(text))
    .map(({ index }) => index);
  const [first = Infinity] = items;
  const isIn = items.length > 1 && at >= first - 1 && at <= (items.at(-1) ?? 0) + 1;
  return isIn ? items : [];
}

/** Asks for what somebody counts: 'the three reasons', 'your five questions'. */
const OF_COUNTED =
  /^(?:what|which|name|list|give|tell|show|make|write)\b.*?\b(?:the|these|those|his|her|their|your) (\w+) (?:\w+ ){0,2}?(\w{3,}s)\b/;

/** Returns the sentences that list the things a message asks for by their number: 'Five questions: …'. None if there are none. */
export function countedIn({ sentences }: TranscriptIndex, message: string): number[] {
  const [, count = '', things = ''] = OF_COUNTED.exec(wordsOf(message).join(' ')) ?? [];
  const [number, thing] = [stemOf(count), stemOf(things)];
  if (!/^\d+$/.test(number)) return [];
  // 'The three reasons' refers to a list, and counts none.
  const counts = sentences.find(({ text }) => {
    const said = wordsOf(text);
    return said.some(
      (word, at) =>
        stemOf(word) === number &&
        said[at - 1] !== 'the' &&
        said.slice(at + 1, at + 4).some((next) => stemOf(next) === thing),
    );
  });
  return counts ? runFrom(sentences, counts.index, ANSWER_WORDS).map(({ index }) => index) : [];
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
    .slice(0, BEST_PASSAGES)
    .filter(({ passage, passageScore }) => passageScore >= GOOD_PASSAGE && !quoted.has(passage));
  const places = distinctPlaces(analysis, missing, BEST_PASSAGES).flat();
  return [...new Set([...chosen, ...places.map(({ index }) => index)])];
}
