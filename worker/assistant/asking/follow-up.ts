/** Recognises messages that depend on the previous answer: 'Why?', 'The second point', 'And in Turin?' */
import { wordSet } from '../language/english.ts';
import { SELDOM_NOUNS } from '../language/seldom-nouns.ts';
import { GENERIC_STEMS, isStopWord, stemOf, stemsOf, wordsOf } from '../language/words.ts';

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
const NOT_BEFORE_CLAUSE = `(?! (?:(?:${POINT}) )?(?:to|i|you|we|they|he|she|who|that)\\b)`;
const POINTS_TO = new RegExp(
  `\\b(?:(?:the|your|that) (${ORDINALS.join('|')})|(${ORDINALS.join('|')}) (?:${POINT})|(?:point|number|item|bullet) (${CARDINALS.join('|')}|[1-5]))\\b${NOT_BEFORE_CLAUSE}`,
);
/** The first match decides. 'What else?' is a search for something new. */
const FOLLOW_UP_INTENTS: [FollowUpIntent, RegExp][] = [
  [
    'speaker',
    /\bwho(?:se)?\b(?! else)(?:.*\b(?:says?|said|saying|tells?|told|thinks?|claim\w*|mention\w*|suggest\w*|propose\w*|argue\w*|explain\w*|raise\w*|br(?:ing|ought)\w*|speak\w*|spoke|talking|words?|quote\w*|idea)\b| (?:is|was) (?:that|it|this)$)/,
  ],
  [
    'example',
    /\b(?:examples?|instances?|illustrat\w+)\b|^(?:like what|such as)$|(?:^|\b(?:and|so|but|like|mean) )in practice$/,
  ],
  ['reason', /\b(?:why|how (?:so|come)|(?:what|the) reasons?)\b/],
  ['before', /\b(?:before|previously|earlier)\b/],
  ['shorter', /\b(?:shorter|shorten|briefly|briefer|short)\b/],
  [
    'plainer',
    /\b(?:simpl\w+|plain\w*|easier|clearer|clarify|rephrase|reword|(?:other|different) words|layman's|english)\b/,
  ],
  [
    'more',
    /\b(?:explain|elaborate|expand|unpack|go on|continue|carry on|keep going|details?|deeper|depth|what (?:do|does|did) \w+ mean|after (?:that|this|it)|(?:and|what|so) then|what (?:\w+ )?next)\b/,
  ],
];
/** Besides stop words, all that such a message consists of, in any form. */
const FOLLOW_UP_STEMS = stemsOf(
  wordSet(`
  first second third fourth fifth last two three four five number point item part idea reason quote quotation statement
  sentence bullet answer explain explanation describe tell give show elaborate expand unpack clarify rephrase reword
  repeat put continue carry keep detail deep deeper depth dig example instance illustrate simple simpler simply plain
  plainer plainly easy easier easily clear clearer clearly short shorter shorten briefly briefer version word term
  language english layman's claim mention suggest propose argue speak talking matter important true case happen
  next concrete specific exactly practice raise bring`),
);

/** Parses a message that only follows up on the last answer; null for any other. */
export function parseFollowUp(message: string): FollowUp | null {
  const said = wordsOf(message.replaceAll('-', ' '));
  if (said.some((word) => !isStopWord(word) && !FOLLOW_UP_STEMS.has(stemOf(word)))) return null;
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

/** 'How much more does it cost?' compares. */
export const WANTS_MORE =
  /\b(?:else|(?<!\bhow (?:much|many) )more|another|further|additional|again)\b/;
const THING_PRONOUN = /^(?:it|its|that|this|those|these)$/;
/** Whether something is meant that was said before. 'This market' names it, 'that problem' doesn't. */
export const pointsAtThing = (message: string): boolean => hasThingPronoun(wordsOf(message));

export function hasThingPronoun(said: string[]): boolean {
  return said.some((word, at) => {
    const next = said[at + 1];
    if (word === 'the') return next === 'same';
    if (!THING_PRONOUN.test(word)) return false;
    return word.startsWith('it') || next === undefined || isStopWord(next) || isVagueWord(next);
  });
}
const isVagueWord = (word: string) =>
  SELDOM_NOUNS.has(word) || GENERIC_STEMS.has(stemOf(word)) || PROPERTY_STEMS.has(stemOf(word));
/** What something said before has, causes or lacks, and how it turns out. */
const PROPERTY_STEMS = stemsOf(
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
  return telling.length > 0 && !ranks && telling.every((word) => PROPERTY_STEMS.has(stemOf(word)));
}
/** Whether a message that continues a conversation names another thing: 'What about buybacks?', 'And which tests?' */
export function namesItself(message: string): boolean {
  const said = wordsOf(message);
  const lower = said.join(' ');
  return ELLIPTICAL.test(lower) && !hasThingPronoun(said) && !WANTS_MORE.test(lower);
}
/** Has no verb of its own: 'And in Turin?', 'What about the harbour?' */
export const ELLIPTICAL =
  /^(?:and|but|or|what about|how about)\b(?!.*\b(?:is|are|was|were|do|does|did|can|could|will|would|shall|should|may|might|must|has|have|had)\b)/;
