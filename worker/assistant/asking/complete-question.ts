/** Completes a question that refers to the conversation: 'what else did she say?' */
import type { Exchange } from '../assistant.ts';
import { SELDOM_NOUNS } from '../language/seldom-nouns.ts';
import { stemsOf, topicStems, wordsOf } from '../language/words.ts';
import {
  countTopicTerms,
  parseQuestion,
  type Question,
  topicTerms,
} from '../retrieval/question.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import {
  asksAboutLastAnswer,
  ELLIPTICAL,
  hasThingPronoun,
  parseFollowUp,
  WANTS_MORE,
} from './follow-up.ts';
import { prepareQuotations, quotedByLine, sentencesQuotedBefore } from './quoted-before.ts';

export interface ResolvedQuestion {
  question: Question;
  /**
   * Sentences that earlier answers quoted, if the question asks something new about them. What a bare
   * 'how much?' asks for may be among them.
   */
  quotedBefore: Set<number>;
  /** Whether something else is requested, so that those don't answer. */
  wantsMore: boolean;
  /** What the last answer quoted, if the question refers to the conversation. */
  lastQuoted: number[];
  /** The sentences that say what a question adds to the one before: 'And in Turin?' None for other questions. */
  addedSentences: number[];
}

const PERSON_PRONOUN = /\b(?:he|she|him|her|his|hers)\b/;
/** A question like this may take its topic from the previous one. */
const OPENS_FOLLOW_UP =
  /^(?:and|but|so|why|how so|how come|really|what about|how about|or|then|also)\b/;
const SELDOM_STEMS = stemsOf(SELDOM_NOUNS);
/** The weight of an earlier topic beside the current one. */
const CARRIED_WEIGHT = 0.6;
/** A reference with so few words of its own means nothing without its context. */
const FEW_WORDS = 2;
/** An earlier question with so many words of its own says what it is about. */
const MIN_OWN_TOPIC_WORDS = 2;

/**
 * Parses a question. Takes topic or speaker from the conversation only if the question refers back
 * ('it', 'she', 'and why?', 'what else?') or has no topic of its own ('to whom?').
 */
export function resolveQuestion(
  text: string,
  earlier: Exchange[],
  index: TranscriptIndex,
): ResolvedQuestion {
  const { question, refers, wantsMore, adds } = completeQuestion(text, earlier, index);
  const quotedBefore = refers ? sentencesQuotedBefore(earlier, index) : new Set<number>();
  const lastQuoted = refers ? quotedByLine(earlier.at(-1)?.answer ?? '', index).flat() : [];
  const addedSentences = adds.flatMap((stem) => index.postings.get(stem) ?? []);
  return { question, quotedBefore, lastQuoted, wantsMore, addedSentences };
}

/** The same without a search of the transcript for what earlier answers quoted. */
export function completeQuestion(
  text: string,
  earlier: Exchange[],
  index: TranscriptIndex,
): { question: Question; refers: boolean; wantsMore: boolean; adds: string[] } {
  const question = parseQuestion(text, index);
  const last = earlier.at(-1);
  if (last === undefined) return { question, refers: false, wantsMore: false, adds: [] };
  const said = wordsOf(text);
  const lower = said.join(' ');
  const size = countTopicTerms(question);
  const wantsMore = WANTS_MORE.test(lower) && size <= FEW_WORDS;
  const pointsAtPerson = question.speakers.length === 0 && PERSON_PRONOUN.test(lower);
  const isBare = size === 0 && question.speakers.length === 0;
  // 'How much can you put in?' and 'Who shouldn't take them?' don't say of what.
  const namesNoThing =
    question.speakers.length === 0 && topicTerms(question).every((stem) => SELDOM_STEMS.has(stem));
  const isThin =
    size <= FEW_WORDS && (hasThingPronoun(said) || ELLIPTICAL.test(lower) || namesNoThing);
  // 'What's the downside?' leans on the answer before if nobody says 'downside'.
  const asksOfLast =
    asksAboutLastAnswer(text) && topicTerms(question).every((stem) => !index.postings.has(stem));
  const takesTopic = isBare || isThin || asksOfLast || wantsMore;
  const refers = takesTopic || pointsAtPerson;
  const speakers =
    pointsAtPerson || (wantsMore && question.speakers.length === 0)
      ? speakerBefore(earlier, index)
      : question.speakers;
  if (!takesTopic) return { question: { ...question, speakers }, refers, wantsMore, adds: [] };
  // The question before may lean on its own predecessor: a topic counts less with each later one.
  const before = completeQuestion(last.question, earlier.slice(0, -1), index).question;
  const terms = new Map(question.terms);
  for (const [stem, weight] of before.terms) {
    if (!terms.has(stem)) terms.set(stem, size === 0 ? weight : weight * CARRIED_WEIGHT);
  }
  const goesOn = !wantsMore && ELLIPTICAL.test(lower);
  // 'And in Turin?' asks for the same kind of thing.
  const answerType =
    question.answerType === 'anything' && goesOn ? before.answerType : question.answerType;
  const adds = goesOn ? topicTerms(question) : [];
  return {
    question: { ...question, answerType, terms, speakers },
    refers,
    wantsMore,
    adds,
  };
}

/**
 * Returns a question that makes sense outside the conversation: if it refers to something, the newest
 * earlier question with a topic is appended.
 */
export function toStandaloneQuestion(text: string, earlier: Exchange[]): string {
  const said = wordsOf(text);
  const lower = said.join(' ');
  const refers =
    parseFollowUp(text) !== null ||
    topicStems(text).length === 0 ||
    hasThingPronoun(said) ||
    [WANTS_MORE, PERSON_PRONOUN, OPENS_FOLLOW_UP].some((pattern) => pattern.test(lower));
  if (!refers) return text;
  const before = earlier.findLast(
    ({ question }) => topicStems(question).length >= MIN_OWN_TOPIC_WORDS,
  );
  return before ? `${text} ${before.question}` : text;
}

/** Returns the speaker asked about last, otherwise the one quoted last, if any. */
function speakerBefore(earlier: Exchange[], index: TranscriptIndex): string[] {
  // 'He' stays the person first meant, who may be nobody on the show. Who was quoted since doesn't change that.
  const since = earlier.findIndex(({ question }) =>
    PERSON_PRONOUN.test(wordsOf(question).join(' ')),
  );
  for (const [at, { question, answer }] of [...earlier.entries()].reverse()) {
    const [asked] = parseQuestion(question, index).speakers;
    if (asked !== undefined) return [asked];
    if (since >= 0 && at >= since) continue;
    const [quoted] = index.speakers
      .map((name) => ({ name, at: answer.indexOf(name) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at);
    if (quoted !== undefined) return [quoted.name];
  }
  return [];
}

/** Prepares, in steps, what `resolveQuestion` looks up if a message refers to earlier answers. */
export function* prepareReferences(
  text: string,
  earlier: Exchange[],
  index: TranscriptIndex,
): Generator<void, void> {
  if (completeQuestion(text, earlier, index).refers) yield* prepareQuotations(index);
}
