/** Completes a question that refers to the conversation: 'what else did she say?' */
import { cachedBy } from '../../platform/cached-by.ts';
import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
import type { Exchange } from '../assistant.ts';
import { type AnswerType, wordSet } from '../language/english.ts';
import { SELDOM_NOUNS } from '../language/seldom-nouns.ts';
import { withoutPreamble } from '../language/speech-cues.ts';
import {
  GENERIC_STEMS,
  isStopWord,
  stemOf,
  stemsOf,
  topicStems,
  wordsOf,
} from '../language/words.ts';
import { opponentOf } from '../retrieval/people.ts';
import {
  answerTypeOf,
  countTopicTerms,
  parseQuestion,
  type Question,
  speakersNamed,
  topicTerms,
} from '../retrieval/question.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';

/** What a message wants of the answer before it. */
export type FollowUpIntent =
  | 'more'
  | 'plainer'
  | 'shorter'
  | 'before'
  | 'reason'
  | 'example'
  | 'speaker';

/** A message about the answer before it, and nothing else. */
export interface FollowUp {
  intent: FollowUpIntent;
  /** Which of its points, from 0, or -1 for the last one; null if none is named. */
  point: number | null;
}

const ORDINALS = 'first second third fourth fifth last'.split(' ');
const CARDINALS = 'one two three four five'.split(' ');
const POINT = 'one|point|thing|item|part|bit|quote|quotation|statement|sentence|bullet|reason|idea';
/** 'The first thing to do' doesn't mean the first point of an answer. */
const NO_CLAUSE = `(?! (?:(?:${POINT}) )?(?:to|i|you|we|they|he|she|who|that)\\b)`;
const POINTS_TO = new RegExp(
  `\\b(?:(?:the|your|that) (${ORDINALS.join('|')})|(${ORDINALS.join('|')}) (?:${POINT})|(?:point|number|item|bullet) (${CARDINALS.join('|')}|[1-5]))\\b${NO_CLAUSE}`,
);
/** The first match decides. 'What else?' is a search for something new. */
const FOLLOW_UP_INTENTS: [FollowUpIntent, RegExp][] = [
  [
    'speaker',
    /\bwho(?:se)?\b(?! else)(?:.*\b(?:says?|said|saying|tells?|told|thinks?|claim\w*|mention\w*|suggest\w*|propose\w*|argue\w*|speak\w*|spoke|talking|words?|quote\w*|idea)\b| (?:is|was) (?:that|it|this)$)/,
  ],
  ['example', /\b(?:examples?|instances?|illustrat\w+)\b/],
  ['reason', /\b(?:why|how (?:so|come)|(?:what|the) reasons?)\b/],
  ['before', /\b(?:before|previously|earlier)\b/],
  ['shorter', /\b(?:shorter|shorten|briefly|briefer|short)\b/],
  [
    'plainer',
    /\b(?:simpl\w+|plain\w*|easier|clearer|clarify|rephrase|reword|(?:other|different) words|layman's|english)\b/,
  ],
  [
    'more',
    /\b(?:explain|elaborate|expand|unpack|go on|continue|carry on|keep going|details?|deeper|depth|what (?:do|does|did) \w+ mean|after (?:that|this|it))\b/,
  ],
];
/** Besides stop words, all that such a message consists of, in any form. */
const OF_FOLLOW_UPS = stemsOf(
  wordSet(`
  first second third fourth fifth last two three four five number point item part idea reason quote quotation statement
  sentence bullet answer explain explanation describe tell give show elaborate expand unpack clarify rephrase reword
  repeat put continue carry keep detail deep deeper depth dig example instance illustrate simple simpler simply plain
  plainer plainly easy easier easily clear clearer clearly short shorter shorten briefly briefer version word term
  language english layman's claim mention suggest propose argue speak talking matter important true case happen
  concrete specific exactly`),
);

/** Parses a message that only follows up on the last answer; null for any other. */
export function parseFollowUp(message: string): FollowUp | null {
  const said = wordsOf(message.replaceAll('-', ' '));
  if (said.some((word) => !isStopWord(word) && !OF_FOLLOW_UPS.has(stemOf(word)))) return null;
  const lower = said.join(' ');
  const named = POINTS_TO.exec(lower)?.slice(1).find(Boolean);
  const point = named === undefined ? null : pointNamed(named);
  const intent = FOLLOW_UP_INTENTS.find(([, pattern]) => pattern.test(lower))?.[0];
  if (intent === undefined) return point === null ? null : { intent: 'more', point };
  return { intent, point };
}

function pointNamed(word: string): number {
  if (word === 'last') return -1;
  return Math.max(ORDINALS.indexOf(word), CARDINALS.indexOf(word), Number(word) - 1 || 0);
}

/** The kinds of answers that follow what was quoted. People, sums and dates may be named anywhere. */
const TOLD_NEXT: ReadonlySet<AnswerType> = new Set(['anything', 'reason', 'definition']);
const OF_WHAT_FOLLOWS = stemsOf(
  wordSet('next result outcome decide decision lead involve imply instead'),
);

/** Parses a message that names nothing and asks what was said next: 'What did that show?', 'And then?' */
export function parseWhatFollows(message: string): FollowUp | null {
  const said = wordsOf(message);
  const lower = said.join(' ');
  const refers = hasThingPronoun(said) || PLURAL_PRONOUN.test(lower) || GOES_ON.test(lower);
  const namesNothingElse = said.every((word) => {
    const stem = stemOf(word);
    const isOfMessage = OF_FOLLOW_UPS.has(stem) || OF_WHAT_FOLLOWS.has(stem);
    return isStopWord(word) || isOfMessage || GENERIC_STEMS.has(stem);
  });
  const asks =
    refers &&
    namesNothingElse &&
    !WANTS_MORE.test(lower) &&
    TOLD_NEXT.has(answerTypeOf(message)) &&
    said.length > 1;
  return asks ? { intent: 'more', point: null } : null;
}

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

/** 'How much more does it cost?' compares. */
const WANTS_MORE = /\b(?:else|(?<!\bhow (?:much|many) )more|another|further|additional|again)\b/;
const PERSON_PRONOUN = /\b(?:he|she|him|her|his|hers)\b/;
/** People or things. 'What do they say about rent?' is about nobody in particular. */
const PLURAL_PRONOUN = /\b(?:they|them|theirs?)\b/;
const THING_PRONOUN = /^(?:it|its|that|this|those|these)$/;
/** Whether something is meant that was said before. 'This market' names it, 'that problem' doesn't. */
export const pointsAtThing = (message: string): boolean => hasThingPronoun(wordsOf(message));

function hasThingPronoun(said: string[]): boolean {
  return said.some((word, at) => {
    const next = said[at + 1];
    if (word === 'the') return next === 'same';
    if (!THING_PRONOUN.test(word)) return false;
    return word.startsWith('it') || next === undefined || isStopWord(next) || namesNothing(next);
  });
}
const namesNothing = (word: string) =>
  SELDOM_NOUNS.has(word) || GENERIC_STEMS.has(stemOf(word)) || OF_WHAT_WAS_SAID.has(stemOf(word));
/** A question like this may take its topic from the previous one. */
const OPENS_FOLLOW_UP =
  /^(?:and|but|so|why|how so|how come|really|what about|how about|or|then|also)\b/;
/** What something said before has, causes or lacks, and how it turns out. */
const OF_WHAT_WAS_SAID = stemsOf(
  wordSet(`
  instead advantage disadvantage benefit drawback downside upside risk danger threat weakness strength limit problem
  challenge obstacle concern consequence result outcome effect impact exception alternative opposite difference
  condition evidence proof catch solution happen went wrong change work worth end next decide decision surprise
  regret fail failure succeed success reason cost risky useful important matter good bad new`),
);

/**
 * Whether a message asks what something said before has, causes or lacks, or how it turns out, and names no other
 * topic: 'Any drawbacks?', 'Can it still go wrong?' A superlative asks about the whole episode.
 */
export function asksAboutLastAnswer(message: string): boolean {
  const said = wordsOf(message);
  const telling = said.filter((word) => !isStopWord(word));
  const ranks = said.some((word) => /^(?:most|best|worst)$/.test(word));
  return (
    telling.length > 0 && !ranks && telling.every((word) => OF_WHAT_WAS_SAID.has(stemOf(word)))
  );
}
/** Whether a message that continues a conversation names another thing: 'What about buybacks?', 'And which tests?' */
export function namesItself(message: string): boolean {
  const said = wordsOf(message);
  const lower = said.join(' ');
  return ELLIPTICAL.test(lower) && !hasThingPronoun(said) && !WANTS_MORE.test(lower);
}
/** Has no verb of its own: 'And in Turin?', 'What about the harbour?' */
const ELLIPTICAL =
  /^(?:and|but|or|what about|how about)\b(?!.*\b(?:is|are|was|were|do|does|did|can|could|will|would|shall|should|may|might|must|has|have|had)\b)/;
const SELDOM_STEMS = stemsOf(SELDOM_NOUNS);
/** Goes on with what was said before: 'And what do they track now?' */
const GOES_ON = /^(?:and|but|so|then)\b/;
/** The weight of an earlier topic beside the current one. */
const CARRIED = 0.6;
/** Shorter sentences occur in others by chance. */
const FEWEST_QUOTED = 3;
/** A reference with so few words of its own means nothing without its context. */
const FEW_WORDS = 2;
/** An earlier question with so many words of its own says what it is about. */
const OWN_TOPIC = 2;

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
  const pointsAtPerson =
    question.speakers.length === 0 && PERSON_PRONOUN.test(lower) && !isToldOf(lower, last, index);
  const isBare = size === 0 && question.speakers.length === 0;
  // 'How much can you put in?' and 'Who shouldn't take them?' don't say of what.
  const namesNoThing =
    question.speakers.length === 0 && topicTerms(question).every((stem) => SELDOM_STEMS.has(stem));
  const isThin =
    asksAboutLastAnswer(text) ||
    (size <= FEW_WORDS &&
      (hasThingPronoun(said) || GOES_ON.test(lower) || ELLIPTICAL.test(lower) || namesNoThing));
  const takesTopic = isBare || isThin || wantsMore;
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
    if (!terms.has(stem)) terms.set(stem, size === 0 ? weight : weight * CARRIED);
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
  const before = earlier.findLast(({ question }) => topicStems(question).length >= OWN_TOPIC);
  return before ? `${text} ${before.question}` : text;
}

/** Whether a pronoun means somebody of whom the last answer tells, and not its speaker: 'How did she fix it?' */
function isToldOf(asked: string, last: Exchange, index: TranscriptIndex): boolean {
  if (speakersNamed(last.question, index).length > 0) return false;
  const answer = wordsOf(last.answer).join(' ');
  return [/\b(?:he|him|his)\b/, /\b(?:she|hers?)\b/].some(
    (pronoun) => pronoun.test(asked) && pronoun.test(answer),
  );
}

const OTHER_SIDE = /\bthe other (?:side|party)\b/i;

/** Reads 'the other side' in court as the side that isn't the one asked about or quoted last. */
export function namingOtherSide(text: string, earlier: Exchange[], index: TranscriptIndex): string {
  if (!OTHER_SIDE.test(text)) return text;
  const [last = ''] = speakerBefore(earlier, index);
  const other = opponentOf(last, index);
  return other === undefined ? text : text.replace(OTHER_SIDE, `the ${other}`);
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

/** Returns the sentences quoted in earlier answers. */
const sentencesQuotedBefore = (earlier: Exchange[], index: TranscriptIndex): Set<number> =>
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

/** Prepares, in steps, the lookup of what earlier answers quoted, if a message refers to it. */
export function* readingQuotations(
  text: string,
  earlier: Exchange[],
  index: TranscriptIndex,
): Generator<void, void> {
  if (parseFollowUp(text) === null && !completeQuestion(text, earlier, index).refers) return;
  const isTimeToPause = createPauseMeter();
  for (const sentence of index.sentences) {
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
  return said.length < FEWEST_QUOTED ? '' : said.join(' ');
});
