/** Completes a question that refers to the conversation: 'what else did she say?' */
import type { Exchange } from '../assistant.ts';
import { type Question, readQuestion, speakersNamed, topicSize, withNear } from './question.ts';
import type { TranscriptIndex } from './transcript-index.ts';
import type { WordVectors } from './word-vectors.ts';
import { topicStems, wordsOf } from './words.ts';

export interface ResolvedQuestion {
  question: Question;
  /**
   * Sentences that earlier answers quoted, if the question asks something new about them. What a bare
   * 'how much?' asks for may be among them.
   */
  told: Set<number>;
  /** Whether something else is requested, so that those don't answer. */
  wantsMore: boolean;
}

const WANTS_MORE =
  /\b(?:(?:what|who|anything|something|anyone|somebody) else|more|(?<!one )another|further|additional|again|continue|go on|elaborate|expand|keep going)\b/;
const POINTS_AT_PERSON = /\b(?:he|she|they|him|her|his|their|them|hers|theirs)\b/;
const POINTS_AT_THING = /\b(?:it|that|this|those|these|its|the same)\b/;
/** A question like this may take its topic from the previous one. */
const OPENS_LEANING =
  /^(?:and|but|so|why|how so|how come|really|what about|how about|or|then|also)\b/;
/** The weight of an earlier topic beside the current one. */
const CARRIED = 0.6;
/** A reference with so few words of its own means nothing without its context. */
const FEW_WORDS = 1;

/**
 * Parses a question. Takes topic or speaker from the conversation only if the question refers back
 * ('it', 'she', 'and why?', 'what else?') or has no topic of its own ('to whom?').
 */
export function resolveQuestion(
  text: string,
  earlier: Exchange[],
  index: TranscriptIndex,
  vectors: WordVectors | null = null,
): ResolvedQuestion {
  const { question, asksNew, wantsMore } = complete(text, earlier, index, vectors);
  return { question, told: asksNew ? toldSentences(earlier, index) : new Set(), wantsMore };
}

/** Returns only the question, without a search of the transcript for what earlier answers quoted. */
export function completeQuestion(
  text: string,
  earlier: Exchange[],
  index: TranscriptIndex,
): Question {
  return complete(text, earlier, index, null).question;
}

function complete(
  text: string,
  earlier: Exchange[],
  index: TranscriptIndex,
  vectors: WordVectors | null,
): { question: Question; asksNew: boolean; wantsMore: boolean } {
  const question = readQuestion(text, index, vectors);
  const last = earlier.at(-1);
  if (last === undefined) return { question, asksNew: false, wantsMore: false };
  const lower = wordsOf(text).join(' ');
  const size = topicSize(question);
  const wantsMore = WANTS_MORE.test(lower) && size <= FEW_WORDS;
  const pointsAtPerson = POINTS_AT_PERSON.test(lower) && question.speakers.length === 0;
  const leans = OPENS_LEANING.test(lower);
  const isBare = size === 0 && (question.speakers.length === 0 || leans);
  const refers = isBare || wantsMore || pointsAtPerson || leans || POINTS_AT_THING.test(lower);
  if (!refers) return { question, asksNew: false, wantsMore };
  const asksNew = wantsMore || size > 0;
  const speakers =
    pointsAtPerson || (wantsMore && question.speakers.length === 0)
      ? speakerBefore(earlier, index)
      : question.speakers;
  const isThin = size <= FEW_WORDS && (POINTS_AT_THING.test(lower) || wantsMore);
  if (!isBare && !isThin) return { question: { ...question, speakers }, asksNew, wantsMore };
  // The question before may lean on its own predecessor: a topic counts less with each later one.
  const before = complete(last.question, earlier.slice(0, -1), index, null).question;
  const terms = new Map(question.terms);
  for (const [stem, weight] of before.terms) {
    if (!terms.has(stem)) terms.set(stem, size === 0 ? weight : weight * CARRIED);
  }
  const asks = question.asks === 'anything' && !wantsMore ? before.asks : question.asks;
  const sequence = [...before.sequence, ...question.sequence];
  const whole = withNear({ ...question, asks, terms, sequence, speakers }, index, vectors);
  return { question: whole, asksNew, wantsMore };
}

/**
 * Returns a question that makes sense outside the conversation: if it refers to something, the newest
 * earlier question with a topic is appended.
 */
export function withWhatItRefersTo(text: string, earlier: Exchange[]): string {
  const lower = wordsOf(text).join(' ');
  const isOwn = ![WANTS_MORE, POINTS_AT_PERSON, POINTS_AT_THING, OPENS_LEANING].some((pattern) =>
    pattern.test(lower),
  );
  if (isOwn) return text;
  const before = earlier.findLast(({ question }) => topicStems(question).length > FEW_WORDS);
  return before ? `${text} ${before.question}` : text;
}

/** Returns the speaker asked about last, otherwise the one quoted last, if any. */
function speakerBefore(earlier: Exchange[], index: TranscriptIndex): string[] {
  for (const { question, answer } of [...earlier].reverse()) {
    const [asked] = speakersNamed(question, index.speakers);
    if (asked !== undefined) return [asked];
    const [quoted] = index.speakers
      .map((name) => ({ name, at: answer.indexOf(name) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at);
    if (quoted !== undefined) return [quoted.name];
  }
  return [];
}

/** Returns the sentences quoted in earlier answers. */
function toldSentences(earlier: Exchange[], index: TranscriptIndex): Set<number> {
  const said = earlier.map(({ answer }) => plain(answer)).join(' ');
  const repeated = new Set<number>();
  for (const { index: at, text, words } of index.sentences) {
    if (words >= 3 && said.includes(plain(text))) repeated.add(at);
  }
  return repeated;
}

function plain(text: string): string {
  return wordsOf(text).join(' ');
}
