/** What an episode offers for a quiz: sentences that say something by themselves, as plainly as possible. */
import { cachedBy } from '../../platform/cached-by.ts';
import { bareText } from '../alike-questions.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { ABOUT_SHOW } from '../retrieval/speech-cues.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { countWords, topicStems } from '../retrieval/words.ts';
import { plainSpeech } from './plain-speech.ts';
import { isAsking, type Known, standsAlone, worthOf } from './what-matters.ts';

/** A sentence as an option shows it. */
export interface Saying {
  sentence: Sentence;
  /** What it says, without what people say while they think. */
  text: string;
  words: number;
  /** How much it matters. */
  worth: number;
  /** How clear it is to somebody who reads nothing else, 0 to 1. */
  clarity: number;
}

/** The sentences considered per episode, most important first. */
const LOOKED_AT = 400;
const WORDS = { fewest: 5, most: 60 };
/** A sentence of fewer topic words says little, and can't be recognised when it was asked about before. */
const FEWEST_TOPIC_WORDS = 3;

/** Returns the sentences that matter most, in this order. */
export function sayingsIn(known: Known): Saying[] {
  const worth = worthOf(known);
  return known.index.sentences
    .filter(({ text, words }) => words >= WORDS.fewest && words <= WORDS.most && !isAsking(text))
    .filter(({ index }) => new Set(known.index.stems[index]).size >= FEWEST_TOPIC_WORDS)
    .sort((a, b) => (worth[b.index] ?? 0) - (worth[a.index] ?? 0) || a.index - b.index)
    .slice(0, LOOKED_AT)
    .map((sentence) => {
      const text = plainSpeech(sentence.text);
      const words = countWords(text);
      const clarity = clarityOf({ ...sentence, text, words });
      return { sentence, text, words, worth: worth[sentence.index] ?? 0, clarity };
    });
}

const PERSON = /\b(?:he|she|him|her)\b/i;
/** Speaks to somebody, of the conversation, or of where they are. */
const SPEAKS_OF_TALK =
  /^(?:is|are|was|were|do|does|did|can|could|would|will|have|has|should) |\byou(?:['’](?:re|ve|d|ll)| have)? (?:seem|said|say|mention|talk|ask|told|argue|were|are (?:saying|asking)|just)|\b(?:understand|hear|ask|tell|asking|telling) you\b|\b(?:do|does|did|done|doing|like|say|said) (?:that|this)\b|\bthe (?:show|podcast|episode)\b|\bwe(?:['’]ve| have)? (?:\w+ )?(?:covered|seen|talked|heard|mentioned|said)\b|\b(?:talk|talking|speak|speaking|discuss|discussing|mentioned|said|say) (?:about|earlier|before|already)\b|\bgoing to (?:say|read|ask|quote)\b|\b(?:today|tonight|yesterday|tomorrow|last (?:week|night)|this (?:morning|afternoon|evening|week)|right now|just now|over there|in here)\b/iu;

function clarityOf(sentence: Sentence): number {
  const { text } = sentence;
  let clarity = standsAlone(sentence);
  if (PERSON.test(text)) clarity *= 0.7;
  if (/\b(?:these|those) \p{Ll}/u.test(text)) clarity *= 0.7;
  if (SPEAKS_OF_TALK.test(text)) clarity *= 0.45;
  if (ABOUT_SHOW.test(text)) clarity *= 0.3;
  if (/ -{1,2} |\p{L}--/u.test(text)) clarity *= 0.4;
  return clarity;
}

const POINTS =
  /\b(?:he|she|him|his|her|hers|they|them|their|it|its|this|that['’]s|these|those)\b/iu;

/** Whether a text speaks of 'it' or 'them' before it names its topic. */
export function pointsBefore(topic: string, text: string): boolean {
  const points = text.search(POINTS);
  return points >= 0 && points < text.indexOf(topic);
}

/** Whether two words are one term: 'high school'. */
export const isTermIn =
  (index: TranscriptIndex) =>
  (words: string): boolean =>
    (pairsIn(index).get(words) ?? 0) >= TERM;
/** How often a term is said. */
const TERM = 3;

/** How often two words stand beside each other. */
const pairsIn = cachedBy(({ sentences }: TranscriptIndex) => {
  const pairs = new Map<string, number>();
  for (const { text } of sentences) {
    const words = text.toLowerCase().split(/[^\p{L}-]+/u);
    words.forEach((word, place) => {
      const pair = `${words[place - 1]} ${word}`;
      if (place > 0) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    });
  }
  return pairs;
});

/** What is said, by bare text. */
const saidIn = cachedBy(
  ({ sentences }: TranscriptIndex) =>
    new Set(sentences.flatMap(({ text }) => [bareText(text), bareText(plainSpeech(text))])),
);

/** A sentence with so much of an altered copy's words may say the same. */
const SAYS_AS_MUCH = 0.6;

/** Whether an altered copy is said in the episode, or something so close that it may be true as well. */
export function mayBeSaid(index: TranscriptIndex, text: string, original: Sentence): boolean {
  if (saidIn(index).has(bareText(text))) return true;
  const stems = new Set(topicStems(text));
  const own = new Set(index.stems[original.index]);
  const added = [...stems].filter((stem) => !own.has(stem));
  const places = new Set(added.flatMap((stem) => index.postings.get(stem) ?? []));
  return [...places].some((place) => {
    const there = new Set(index.stems[place]);
    const common = [...stems].filter((stem) => there.has(stem)).length;
    return place !== original.index && common / Math.max(3, stems.size) >= SAYS_AS_MUCH;
  });
}
