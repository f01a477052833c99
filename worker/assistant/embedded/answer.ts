/** Answers a question with the episode's own sentences, or says that it found nothing. */
import { COMES_CLOSEST } from '../across.ts';
import {
  asksOfWhatWasSaid,
  type ResolvedQuestion,
  readingQuotations,
  resolveQuestion,
} from '../asking/follow-up.ts';
import { readRequest } from '../asking/read-request.ts';
import { readingsOf, withSpelling } from '../asking/spelling.ts';
import { type AssistantEpisode, type Exchange, nounOf, type Reader } from '../assistant.ts';
import type { AnswerPart } from '../evidence.ts';
import { GENERIC_WORDS } from '../language/english.ts';
import { EPISODE_WORDS } from '../language/request-words.ts';
import { SELDOM_NOUNS, VERBS } from '../language/seldom-nouns.ts';
import { escapeText } from '../markdown.ts';
import { FACTS, holdsAnswer } from '../retrieval/find-sentences.ts';
import { peopleOn, rolesIn } from '../retrieval/people.ts';
import { type Question, tellingTerms, topicSize } from '../retrieval/question.ts';
import { repliesTo } from '../retrieval/replies.ts';
import { isEnglish } from '../retrieval/topics.ts';
import { timesSaidIn } from '../retrieval/transcript-index.ts';
import { frequencyOf } from '../retrieval/word-vectors.ts';
import { stemOf, stemsOf, topicStems, wordsOf } from '../retrieval/words.ts';
import { answeringFollowUp, noMore } from './answer-follow-up.ts';
import { findingAskedOfKind } from './asked-of-kind.ts';
import { asksForDisagreement, tellingDisagreements } from './disagreement.ts';
import {
  CLOSEST,
  chosenFrom,
  closestOf,
  FOREIGN,
  type FoundPlaces,
  findingPlaces,
  withBestPassages,
} from './find-places.ts';
import { actionsOf, statements, takeawaysOf } from './insight.ts';
import type { Known } from './known.ts';
import { type Fit, fitOf } from './reader-fit.ts';
import { chosenAs } from './sorts.ts';
import { items, paragraphs, partsFrom, text } from './statements.ts';
import { weighed } from './what-matters.ts';
import { answeringRequest } from './whole-episode.ts';

/** The start of every answer that found nothing. */
export const NOTHING_FOUND = 'I found no';
const noAnswer = (episode: AssistantEpisode) =>
  `${NOTHING_FOUND} answer to that in this ${nounOf(episode)}.`;
const noMention = ({ episode, index }: Known) =>
  `${NOTHING_FOUND} mention of that in this ${nounOf(episode)}.${isEnglish(index) ? '' : NOT_ENGLISH}`;
const NOT_ENGLISH =
  ' It is not in English, so ask in its own language. I understand requests such as “summarise” only in English.';

/**
 * The share of the question that one passage must say. On the tuning half of `npm run bench:assistant`, 89 %
 * of the foreign questions say less, and 2 % of QMSum's own.
 */
export const FOUND = 0.34;
/** Below this, a main word that nobody says is mentioned. */
const CLEARLY_FOUND = 0.45;

/** Answers a question or a request about an episode with a transcript, in steps. */
export function* answeringQuestion(
  known: Known,
  message: string,
  earlier: Exchange[],
  reader: Reader,
): Generator<void, AnswerPart[]> {
  const spelled = withSpelling(message, known);
  yield;
  const parts = yield* answeringSpelled(known, spelled.text, earlier, reader);
  return [...readingsOf([spelled]), ...parts];
}

function* answeringSpelled(
  known: Known,
  message: string,
  earlier: Exchange[],
  reader: Reader,
): Generator<void, AnswerPart[]> {
  const { index } = known;
  yield* rolesIn.finding(index);
  const onward = yield* answeringFollowUp([known], message, earlier);
  if (onward !== null) return onward.flatMap(({ parts }) => parts);
  const resolved = resolveQuestion(message, earlier, index);
  const { question, told, wantsMore } = resolved;
  const asksOn = told.size > 0 && !namesEpisode(message);
  const usual = asksOn ? null : yield* findingAskedOfKind(known, message);
  if (usual !== null) return paragraphs(statements(known, usual));
  const request = readRequest(message, timesSaidIn(index), earlier);
  const isAboutLast = asksOn && (wantsMore || request?.wanted === 'disagreements');
  if (request !== null && !isAboutLast) return yield* answeringRequest(known, request, reader);
  if (asksForDisagreement(message)) return yield* tellingDisagreements(known, resolved);
  if (topicSize(question) === 0) {
    yield* weighed.finding(known);
    return withoutTopic(known, resolved, reader);
  }
  const introduced = introductionsFor(known, question);
  if (introduced.length > 0) return partsFrom(index, introduced);
  const replies = wantsMore ? [] : repliesTo(index, question);
  if (replies.length > 0) return partsFrom(index, replies);
  const places = yield* findingPlaces(known, resolved);
  const { said: share, held } = places;
  if (share >= FOUND && held.length > 0) {
    const chosen = partsFrom(
      index,
      withBestPassages(known, held, chosenFrom(known, question, held)),
    );
    const onlyUnsaid = namesOnlyUnsaid(known, question);
    const isVague = share < CLEARLY_FOUND || onlyUnsaid;
    const unsaid = isVague ? unsaidWord(known, question, onlyUnsaid) : null;
    return unsaid === null ? chosen : [text(nobodySays(unsaid)), ...chosen];
  }
  return closestPlaces(known, resolved, places);
}

/** That the episode doesn't answer a question, with the places that come closest. */
export function* sayingThatNoneDoes(
  known: Known,
  message: string,
  earlier: Exchange[],
): Generator<void, AnswerPart[]> {
  const { index } = known;
  const { text: spelled } = withSpelling(message, known);
  yield* readingQuotations(spelled, earlier, index);
  const resolved = resolveQuestion(spelled, earlier, index);
  return closestPlaces(known, resolved, yield* findingPlaces(known, resolved));
}

function closestPlaces(
  known: Known,
  { wantsMore, told }: ResolvedQuestion,
  places: FoundPlaces,
): AnswerPart[] {
  if (wantsMore && told.size > 0) return [text(noMore(known.episode))];
  if (places.said < FOREIGN) return [text(noMention(known))];
  const closest = closestOf(known, places, CLOSEST);
  const lead = `${noAnswer(known.episode)} ${COMES_CLOSEST}\n\n`;
  return [text(lead), ...items(statements(known, closest))];
}

const nobodySays = (word: string) =>
  `Nobody says “${escapeText(word)}” in so many words. ${COMES_CLOSEST}\n\n`;

/** Whether the episode has none of the words that a question adds: 'What about tea?' after one on coffee. */
function namesOnlyUnsaid({ index }: Known, question: Question): boolean {
  const telling = new Set(tellingTerms(question));
  const added = topicStems(question.text).filter((stem) => telling.has(stem));
  return added.length > 0 && !added.some((stem) => index.postings.has(stem));
}

const GENERIC_STEMS = stemsOf(GENERIC_WORDS);
const namesNothing = (word: string) => SELDOM_NOUNS.has(word) || isGeneric(word);
const isGeneric = (word: string) => GENERIC_STEMS.has(stemOf(word));
const isGenericOrVerb = (word: string) => VERBS.has(word) || isGeneric(word);

/**
 * Returns the question's rarest noun or name, as it is written there, if the episode lacks it. If the episode lacks all
 * that a question adds, that may be an adjective: 'Is it hereditary?'
 */
function unsaidWord(
  { index, vectors }: Known,
  question: Question,
  onlyUnsaid: boolean,
): string | null {
  const telling = new Set(tellingTerms(question));
  const worth = (word: string) =>
    (question.terms.get(stemOf(word)) ?? 0) *
    (vectors ? -Math.log(frequencyOf(vectors, stemOf(word))) : 1);
  const isVague = onlyUnsaid && !asksOfWhatWasSaid(question.text) ? isGenericOrVerb : namesNothing;
  const [rarest] = wordsOf(question.text)
    .filter((word) => telling.has(stemOf(word)) && !isVague(word))
    .sort((a, b) => worth(b) - worth(a));
  if (rarest === undefined || index.postings.has(stemOf(rarest))) return null;
  const at = question.text.toLowerCase().indexOf(rarest);
  return at < 0 ? rarest : question.text.slice(at, at + rarest.length);
}

const namesEpisode = (message: string) => wordsOf(message).some((word) => EPISODE_WORDS.has(word));

const ASKS_WHO = /^(?:and |so )?(?:who\b|what (?:is|was|does|do)\b.+\bdo\b)/i;
const ASKS_WORK = /^(?:and |so )?what (?:is|was) .+['’]s? (?:job|role|profession|background)\W*$/i;

/** Returns the sentences that introduce a person, if the question asks for nothing else. */
function introductionsFor({ index, episode }: Known, question: Question): number[] {
  const { text: asked, speakers } = question;
  const asksWho = topicSize(question) === 0 && ASKS_WHO.test(asked.trim());
  if (!asksWho && !ASKS_WORK.test(asked.trim())) return [];
  return peopleOn(index, episode)
    .filter(({ speaker }) => speaker !== null && speakers.includes(speaker))
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
  const facts = FACTS.has(question.asks) ? factsFor(known, resolved, fit) : [];
  if (facts.length > 0) {
    return [text(`${COMES_CLOSEST}\n\n`), ...items(statements(known, facts))];
  }
  const advice = question.asks === 'advice' ? actionsOf(known, fit, 4, told) : [];
  const places = advice.length > 0 ? advice : takeawaysOf(known, fit, 4, told);
  return [text('What matters most in it:\n\n'), ...items(statements(known, places, fit))];
}

/** The most important sentences with the kind of fact that is asked for: 'How long have we got?' */
function factsFor(known: Known, { question, told }: ResolvedQuestion, fit: Fit): number[] {
  const others = known.index.sentences.filter(({ text: said }) => !holdsAnswer(question, said));
  const leaveOut = new Set([...told, ...others.map(({ index }) => index)]);
  return chosenAs(known, 'takeaways', CLOSEST, leaveOut, fit);
}
