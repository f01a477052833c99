/** What an episode offers for a quiz: sentences that say something by themselves, as plainly as possible. */
import { cachedBy } from '../../../platform/cached-by.ts';
import { bareText } from '../../alike-questions.ts';
import type { Sentence } from '../../retrieval/sentences.ts';
import { HESITATIONS, withoutOpening } from '../../retrieval/speech-cues.ts';
import type { TranscriptIndex } from '../../retrieval/transcript-index.ts';
import { capitalised, countWords, isStopWord, topicStems } from '../../retrieval/words.ts';
import type { Known } from '../known.ts';
import { standsAlone, worthOf } from '../what-matters.ts';

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
/** A sentence of fewer topic words says little, and can't be recognised when it was asked about before. */
const FEWEST_TOPIC_WORDS = 3;
/** What is less clear is no sentence. */
const WHOLE = 0.1;

/** Returns the sentences that matter most, in this order. */
export function sayingsIn(known: Known): Saying[] {
  const worth = worthOf(known);
  return known.index.sentences
    .map((sentence) => ({ sentence, worth: worth[sentence.index] ?? 0 }))
    .filter((one) => one.worth > 0)
    .filter(({ sentence }) => new Set(known.index.stems[sentence.index]).size >= FEWEST_TOPIC_WORDS)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, LOOKED_AT)
    .map((one) => {
      const text = plainSpeech(one.sentence.text);
      const words = countWords(text);
      return { ...one, text, words, clarity: clarityOf({ ...one.sentence, text, words }) };
    })
    .filter(({ clarity }) => clarity >= WHOLE);
}

/** Speaks to somebody, of what was said before or of today, or breaks off: 'a tax is on -- on a good'. */
const NEEDS_CONTEXT =
  /\byou(?:['’](?:re|ve|d|ll)| have)? (?:seem|said|say|mention|talk|ask|told|argue|were|are (?:saying|asking)|just)|\b(?:do|does|did|done|doing|like|say|said) (?:that|this)\b|\b(?:talk|talking|speak|speaking|discuss|discussing|mentioned|said|say) (?:about|earlier|before|already)\b|\b(?:today|tonight|yesterday|tomorrow|last (?:week|night)|this (?:morning|afternoon|evening|week)|right now|just now|over there|in here)\b| -{1,2} |\p{L}--/iu;

const clarityOf = (sentence: Sentence): number =>
  standsAlone(sentence) *
  (NEEDS_CONTEXT.test(sentence.text) || hasBrokenWord(sentence.text) ? 0.4 : 1);

/** Whether a word is begun twice: 'an innova innovation'. */
function hasBrokenWord(text: string): boolean {
  const words = text.toLowerCase().split(' ');
  return words.some((word, at) => {
    const next = words[at + 1];
    return next !== undefined && next !== word && next.startsWith(word) && !isStopWord(word);
  });
}

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

/** What a sentence says as well without: 'Honestly, I think hiring is hard' says that hiring is hard. */
const HEDGES =
  /^(?:(?:(?:look|see|remember|clearly|of course|honestly|frankly|first|second|third|firstly|secondly|finally|in fact|indeed|for (?:example|instance)|by the way|as (?:i|you|we) (?:\w+ )?(?:know|said|stated|mentioned)),|(?:then|well|now)(?= (?:the|an?|we|you|they|i|it|people|our|if|when|that|there)\b)|or|because(?! of\b)|honestly|basically|actually|obviously|i (?:do )?(?:think|believe|guess|feel like|would say|mean)(?: that(?! (?:is|was|would|will|has)\b))?(?! (?:about|of|so|to|in|it)\b),?|i'd say(?: that)?|it turns out(?: that)?,?|(?:the|my) (?:thing|point|fact|problem|truth|reality|idea|answer)(?: here)? is(?: that| is)?,?(?= (?:the|an?|we|you|they|i|it|people|our|if|when)\b)|what (?:i|we) (?:\w+ ){1,4}is that) )+(?=\S+ \S+)/iu;
const CLOSERS =
  /,? (?:right|you know|i think|i guess|i mean|okay|you see|or something(?: like that)?|and (?:stuff|things)(?: like that)?|or whatever|and so on|and so forth)(?=[.!]?$)/i;
/** Between commas. */
const ASIDES =
  /, (?:you know|i mean|like|i think|i guess|i believe|sort of|kind of|right|well|okay|of course|basically|actually|obviously|honestly), /giu;
/** How the others are addressed. */
const ADDRESS = String.raw`(?:(?:Mr|Mrs|Ms|Dr)\.? ?\p{Lu}\p{L}+|Madam ?\p{Lu}\p{L}+|Your Honou?rs?|(?:Chief )?Justice \p{Lu}\p{L}+|Counsel|[Ff]olks|[Gg]uys)`;
const OPENING_ADDRESS = new RegExp(`^${ADDRESS}, `, 'u');
const ADDRESSES = new RegExp(`, ${ADDRESS}(?:,(?= )|(?=[.!]?$))`, 'gu');
/** 'kind of hard', but not 'a kind of bread'. */
const SOFTENERS =
  /(?<!\b(?:an?|the|this|that|some|what|any|every|one|same|other|new|different|which|two|these|those|of|all|our|your|\w+est) )\b(?:sort|kind) of (?=\p{L})/giu;
const REPEATED = /\b(\p{L}+(?:['’]\p{L}+)?(?: \p{L}+)?)(?:(?:,|,? --?)? \1\b)+/giu;

/** Returns a sentence without what people say while they think. Only ever leaves words out. */
export function plainSpeech(text: string): string {
  const plain = text
    .replace(HESITATIONS, '')
    .replace(ADDRESSES, '')
    .replace(ASIDES, ' ')
    .replace(SOFTENERS, '')
    .replace(REPEATED, '$1')
    .replace(CLOSERS, '')
    .trim();
  const opened = withoutOpening(withoutOpening(plain).replace(HEDGES, ''));
  return capitalised(opened.replace(OPENING_ADDRESS, '').replace(HEDGES, ''));
}
