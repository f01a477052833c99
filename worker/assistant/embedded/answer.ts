/** Answers a question with the episode's own sentences, or says that it found nothing. */
import { type AssistantEpisode, type Exchange, nounOf, type Reader } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { type ResolvedQuestion, resolveQuestion } from '../retrieval/follow-up.ts';
import { peopleOn } from '../retrieval/people.ts';
import { kindOf, type Question, topicSize } from '../retrieval/question.ts';
import {
  evidenceIn,
  FACTS,
  type FoundSentence,
  findSentences,
  holdsAnswer,
  shareSaid,
} from '../retrieval/rank-passages.ts';
import { LEANS } from '../retrieval/speech-cues.ts';
import { type TranscriptIndex, timesSaidIn } from '../retrieval/transcript-index.ts';
import { wordsOf } from '../retrieval/words.ts';
import { actionsOf, statements, takeawaysOf } from './insight.ts';
import { readRequest } from './read-request.ts';
import { fitOf } from './reader-fit.ts';
import { items, partsFrom, text } from './statements.ts';
import { isAsking, type Known } from './what-matters.ts';
import { answerRequest } from './whole-episode.ts';

/** The start of every answer that found nothing. */
export const NOTHING_FOUND = 'I found no';
const noAnswer = (episode: AssistantEpisode) =>
  `${NOTHING_FOUND} answer to that in this ${nounOf(episode)}.`;
const noMention = (episode: AssistantEpisode) =>
  `${NOTHING_FOUND} mention of that in this ${nounOf(episode)}.`;
const noMore = (episode: AssistantEpisode) =>
  `${NOTHING_FOUND}thing more about that in this ${nounOf(episode)}.`;

/**
 * The share of the question that one passage must say: the lowest that declines 85 % of the foreign
 * questions on the tuning half of `npm run bench:assistant`.
 */
const FOUND = 0.265;
/** Below this, the question's words don't occur in the episode. */
const FOREIGN = 0.15;
const CLOSEST = 3;
/** An answer takes half a minute to read. */
const ANSWER_WORDS = 110;
const FACT_WORDS = 50;
/** Further places must score at least this share of the best. */
const AMONG_BEST = 0.6;
/**
 * What hasn't been quoted yet answers a follow-up if it scores at least this share of what has. Read off
 * fifteen follow-ups: six new answers with 0.74 and more were better, three with 0.68 and less were worse.
 */
const INSTEAD_OF_TOLD = 0.7;
const MOST_PLACES = 4;
/** How many places are searched for the requested kind of fact. */
const LOOKED_AT = 12;
const WORTH_LOOKING = 0.5;
/** Shorter sentences are interjections. */
const FEWEST_WORDS = 4;

/** Answers a question or a request about an episode with a transcript. */
export function answerQuestion(
  known: Known,
  message: string,
  earlier: Exchange[],
  reader: Reader,
): AnswerPart[] {
  const request = readRequest(message, timesSaidIn(known.index), earlier);
  if (request !== null) return answerRequest(known, request, reader);
  const { index, vectors } = known;
  const resolved = resolveQuestion(message, earlier, index, vectors);
  const { question, told, wantsMore } = resolved;
  if (topicSize(question) === 0) return withoutTopic(known, resolved, reader);
  const introduced = introductionsFor(known, question);
  if (introduced.length > 0) return partsFrom(index, introduced);
  const replies = wantsMore ? [] : repliesTo(known, question);
  if (replies.length > 0) return partsFrom(index, replies);
  const places = findPlaces(known, resolved);
  const { evidence, said: share, held } = places;
  if (share >= FOUND && held.length > 0) return partsFrom(index, chosenFrom(known, question, held));
  if (wantsMore && told.size > 0) return [text(noMore(known.episode))];
  if (evidence < FOREIGN) return [text(noMention(known.episode))];
  const closest = closestOf(known, places, CLOSEST);
  const lead = `${noAnswer(known.episode)} The places that come closest:\n\n`;
  return [text(lead), ...items(statements(known, closest))];
}

/** What an episode says about a question, and how much of the question that covers. */
export interface FoundPlaces {
  /** Best first. */
  found: FoundSentence[];
  /** Those that contain the kind of thing requested. */
  held: FoundSentence[];
  /** The share of the question in and near the best of them, 0 to 1. */
  evidence: number;
  /** The share that one passage says, in these or other words, 0 to 1. */
  said: number;
}

/** Finds what answers a question, new sentences before those that earlier answers quoted. */
export function findPlaces(
  known: Known,
  { question, told, wantsMore }: ResolvedQuestion,
): FoundPlaces {
  const { index, vectors } = known;
  const isNew = ({ sentence }: FoundSentence) => !told.has(sentence);
  const all = findSentences(index, question, vectors);
  const found = wantsMore ? all.filter(isNew) : all;
  const held = holding(known, question, found);
  const fresh = held.filter(isNew);
  const isGood = (fresh[0]?.score ?? 0) >= INSTEAD_OF_TOLD * (held[0]?.score ?? 0);
  return {
    found,
    held: isGood ? fresh : held,
    evidence: evidenceIn(index, question, found.slice(0, CLOSEST)),
    said: shareSaid(index, question, vectors),
  };
}

/** Returns the closest sentences if none answers. */
export function closestOf({ index }: Known, { found }: FoundPlaces, most: number): number[] {
  return found
    .filter(({ sentence }) => (index.sentences[sentence]?.words ?? 0) >= FEWEST_WORDS)
    .slice(0, most)
    .map(({ sentence }) => sentence);
}

/** Whether an answer can be told from its form. Names can't where all is lower-case. */
const isCheckable = ({ cased }: TranscriptIndex, { asks }: Question) =>
  FACTS.has(asks) && (asks !== 'person' || cased);

/**
 * The sentences found, best first. If a figure, date or name is requested, those that contain one or
 * are next to one.
 */
function holding({ index }: Known, question: Question, found: FoundSentence[]): FoundSentence[] {
  if (!isCheckable(index, question)) return found;
  const best = found[0]?.score ?? 0;
  const isHeld = (i: number) => {
    const said = index.sentences[i]?.text ?? '';
    return !isAsking(said) && holdsAnswer(question, said);
  };
  return found
    .slice(0, LOOKED_AT)
    .filter(({ score }) => score >= best * WORTH_LOOKING)
    .flatMap(({ sentence: at, score }) => {
      const place = [at, at + 1, at - 1].find(isHeld);
      return place === undefined ? [] : [{ sentence: place, score }];
    });
}

/** The best place with its context, and others that score nearly as well. */
export function chosenFrom(
  { index }: Known,
  question: Question,
  found: FoundSentence[],
  mostWords = ANSWER_WORDS,
): number[] {
  const most = isCheckable(index, question) ? FACT_WORDS : mostWords;
  const best = found[0]?.score ?? 0;
  const chosen = new Set<number>();
  let words = 0;
  const add = (i: number) => {
    const sentence = index.sentences[i];
    if (sentence === undefined || chosen.has(i) || (words > 0 && words + sentence.words > most))
      return;
    chosen.add(i);
    words += sentence.words;
  };
  const goesOn = (i: number, by: number) =>
    index.sentences[i]?.turn === index.sentences[i + by]?.turn;
  let places = 0;
  for (const { sentence: at, score } of found.slice(0, LOOKED_AT)) {
    const sentence = index.sentences[at];
    if (places === MOST_PLACES || score < best * AMONG_BEST || sentence === undefined) break;
    if (places > 0 && (sentence.words < FEWEST_WORDS || isAsking(sentence.text))) continue;
    places++;
    add(at);
    // It refers to the sentence before, and its point is often in the next one.
    if (LEANS.test(sentence.text) && goesOn(at, -1)) add(at - 1);
    if (places <= 1) for (let by = 1; by <= 2 && goesOn(at, by); by++) add(at + by);
  }
  return [...chosen];
}

const ASKS_WHO = /^(?:and |so )?(?:who\b|what (?:is|was|does|do)\b.+\bdo\b)/i;
const ASKS_WORK = /^(?:and |so )?what (?:is|was) .+['’]s? (?:job|role|profession|background)\W*$/i;

/** Returns the sentences that introduce a person, if the question asks for nothing else. */
function introductionsFor({ index, episode }: Known, question: Question): number[] {
  const { text: asked, speakers } = question;
  const asksWho = topicSize(question) === 0 && ASKS_WHO.test(asked.trim());
  if (!asksWho && !ASKS_WORK.test(asked.trim())) return [];
  return peopleOn(index, episode)
    .filter(({ name }) => speakers.includes(name))
    .flatMap(({ presentedBy }) => presentedBy.map((sentence) => sentence.index));
}

/**
 * Answers a question about people and nothing else: how they are introduced if it asks who they are,
 * otherwise the main points of what they say.
 */
export function placesAbout(
  known: Known,
  { question, told }: ResolvedQuestion,
  reader: Reader,
): number[] {
  const introduced = introductionsFor(known, question);
  if (introduced.length > 0) return introduced;
  const others = new Set(told);
  for (const { index, speaker } of known.index.sentences) {
    if (!question.speakers.includes(speaker ?? '')) others.add(index);
  }
  const fit = fitOf(known, reader);
  const places =
    question.asks === 'advice'
      ? actionsOf(known, fit, 3, others)
      : takeawaysOf(known, fit, 3, others);
  return places.filter((i) => !others.has(i));
}

/** For questions without any topic: what the named people say, or else what matters. */
function withoutTopic(known: Known, resolved: ResolvedQuestion, reader: Reader): AnswerPart[] {
  const { question, told } = resolved;
  if (question.speakers.length > 0) {
    const places = placesAbout(known, resolved, reader);
    if (places.length > 0) return partsFrom(known.index, places);
    return [text(told.size > 0 ? noMore(known.episode) : noAnswer(known.episode))];
  }
  const fit = fitOf(known, reader);
  const advice = question.asks === 'advice' ? actionsOf(known, fit, 4, told) : [];
  const places = advice.length > 0 ? advice : takeawaysOf(known, fit, 4, told);
  return [text('What matters most in it:\n\n'), ...items(statements(known, places, fit))];
}

/** The share of the question's words that a question in the episode must have. */
const SAME_QUESTION = 0.85;
const REACH = 8;
const MOST_REPLIES = 3;

/** Returns the reply to this very question in the episode, if somebody asks it there. */
function repliesTo({ index }: Known, question: Question): number[] {
  const words = new Set(wordsOf(question.text));
  if (words.size < 4) return [];
  let best = SAME_QUESTION;
  let asked = -1;
  for (const { index: at, text: said } of index.sentences) {
    if (!isAsking(said)) continue;
    const theirs = new Set(wordsOf(said));
    const common = [...words].filter((word) => theirs.has(word)).length;
    const alike = Math.min(common / words.size, (1.5 * common) / theirs.size);
    const isSameKind = question.asks === kindOf(said);
    if (alike > best && isSameKind) [best, asked] = [alike, at];
  }
  const asker = index.sentences[asked];
  if (asker === undefined || asker.speaker === null) return [];
  const after = index.sentences.slice(asked + 1, asked + 1 + REACH);
  return after
    .filter(
      ({ speaker, text: said, words: length }) =>
        speaker !== asker.speaker && length > 2 && !isAsking(said),
    )
    .slice(0, MOST_REPLIES)
    .map(({ index: at }) => at);
}
