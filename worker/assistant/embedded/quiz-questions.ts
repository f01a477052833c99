/**
 * Finds what can be asked about an episode: which of four sentences about a subject somebody said, which of four
 * copies of a sentence was said, and how a sentence goes on.
 */
import { cachedBy } from '../../platform/cached-by.ts';
import type { Chance } from '../../platform/seeded-random.ts';
import { bareText } from '../alike-questions.ts';
import { nounOf } from '../assistant.ts';
import { type Figure, figuresIn } from '../check/figures.ts';
import { words as listOf } from '../retrieval/language.ts';
import { meaningsIn } from '../retrieval/meanings.ts';
import { nameOf } from '../retrieval/people.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { HESITATIONS, withoutOpening } from '../retrieval/speech-cues.ts';
import { subjectsOf } from '../retrieval/topics.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { likeness } from '../retrieval/word-vectors.ts';
import { capitalised, countWords, isStopWord, topicStems } from '../retrieval/words.ts';
import { alteredCopies } from './altered-copies.ts';
import type { Known } from './known.ts';
import { standsAlone, worthOf } from './what-matters.ts';

export interface Option {
  text: string;
  /** What it is made of. */
  sentence: Sentence;
}

export interface WrongOption extends Option {
  /** Whether it fits what the question gives away better than the right one. */
  isMore: boolean;
}

/** A question; itself the right option. */
export interface Candidate extends Option {
  known: Known;
  question: string;
  kind: 'speaker' | 'copy' | 'end';
  /** Whether somebody who reads nothing else understands it. */
  isClear: boolean;
  /** What it is about, in stems. */
  topic: string;
  worth: number;
  /** How many of the wrong options are to fit better. Chance decides, so that the fit tells nothing. */
  more: number;
  /** What may be a wrong option, best first. */
  others: () => WrongOption[];
}

/** A sentence as an option shows it. */
interface Saying extends Option {
  words: number;
  stems: ReadonlySet<string>;
  /** How much it matters. */
  worth: number;
  /** How clear it is to somebody who reads nothing else, 0 to 1. */
  clarity: number;
}

/** The sentences considered per episode, most important first. */
const LOOKED_AT = 400;
/** A sentence of fewer topic words says little, and can't be recognised when it was asked about before. */
const FEWEST_TOPIC_WORDS = 3;
/** How clear a sentence must be to be asked about first, to be a wrong option, and to be asked about at all. */
const CLEAR = { asked: 0.66, shown: 0.5, atAll: 0.1 };
const LENGTH = { fewest: 8, most: 30 };

/** Returns what can be asked about an episode. */
export function candidatesIn(known: Known, chance: Chance): Candidate[] {
  const sayings = sayingsIn(known);
  const ends = sayings.flatMap(endsOf);
  return sayings.flatMap((saying) => {
    const { sentence, words, worth, clarity } = saying;
    const all = [
      ...amongSpeakers(known, saying, sayings),
      ...amongCopies(known, saying, chance),
      ...endsOf(saying).map((end) => amongEnds(known, end, ends)),
    ];
    return all.map(({ about, ...asked }): Candidate => {
      const [main = { phrase: about, share: 0 }] = subjectsOf(known.index, about);
      return {
        ...asked,
        known,
        sentence,
        isClear: clarity >= CLEAR.asked && words >= LENGTH.fewest,
        topic: topicStems(main.phrase).join(' '),
        worth: worth * clarity * main.share ** 0.5 * (0.6 + 0.4 * chance.next()),
        more: Math.floor(chance.next() * 4),
      };
    });
  });
}

/** Returns the sentences that matter most, in this order. */
function sayingsIn(known: Known): Saying[] {
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
      const alone = standsAlone({ ...one.sentence, text, words });
      const clarity = NEEDS_CONTEXT.test(text) ? alone * UNCLEAR : alone;
      return { ...one, text, words, clarity, stems: new Set(topicStems(text)) };
    })
    .filter(({ clarity }) => clarity >= CLEAR.atAll);
}

/** The factor for what speaks of what somebody else said, or breaks off. */
const UNCLEAR = 0.4;
const NEEDS_CONTEXT =
  /\byou(?:['’]\p{L}+| have| were| just)? (?:said|say|saying|talk|talked|talking|mention|mentioned|asked|seem)\b| -{1,2} |\.{3}|…/iu;

/** A question, and what it gives away of its subject. */
interface Asking extends Pick<Candidate, 'kind' | 'question' | 'text' | 'others'> {
  about: string;
}

/** In calls and visits, what is said tells the role of who says it. */
const TELLS_SPEAKER = { talk: false, argument: false, earnings: true, clinic: true };

/** Asks what somebody says about a subject, among what others say about it. */
function amongSpeakers(known: Known, { sentence, text, words }: Saying, all: Saying[]): Asking[] {
  const { speaker } = sentence;
  if (!speaker || TELLS_SPEAKER[known.kind] || words > LENGTH.most) return [];
  const others = all
    .filter((other) => other.sentence.speaker && other.sentence.speaker !== speaker)
    .filter((other) => other.clarity >= CLEAR.shown && areAsLong(other.words, words));
  return subjectsOf(known.index, text).flatMap(({ phrase }): Asking[] => {
    const topic = topicStems(phrase);
    const fitOf = fitTo(known, phrase);
    const fit = fitOf(text);
    const onTopic = others
      .filter(({ stems }) => topic.every((stem) => stems.has(stem)))
      .map((other) => ({ ...other, isMore: fitOf(other.text) > fit }));
    const question = `What does ${whoSays(known, sentence)} say about “${phrase}”?`;
    return topic.length === 0 || onTopic.length < 3
      ? []
      : [{ kind: 'speaker', question, text, about: phrase, others: () => onTopic }];
  });
}

/** How similar in meaning texts are to what the question gives away. */
function fitTo({ index, vectors }: Known, given: string): (text: string) => number {
  const meanings = vectors && meaningsIn(index, vectors);
  const of = (text: string) => meanings?.of(topicStems(text).map((stem) => [stem, 1] as const));
  const about = of(given);
  return (text) => {
    const meaning = about && of(text);
    return about && meaning ? likeness(about, meaning) : 0;
  };
}

export const areAsLong = (words: number, right: number) =>
  Math.abs(words - right) <= Math.max(2, right * 0.35);

/** With fewer shared words before what was altered, a question wouldn't say what it is about. */
const FEWEST_GIVEN = 3;

/** Asks which of four copies of a sentence was said. What they begin with stands in the question. */
function amongCopies(known: Known, { sentence, text, words }: Saying, chance: Chance): Asking[] {
  const { index, episode } = known;
  const isSaid = (word: string) => topicStems(word).every((stem) => index.postings.has(stem));
  const copies = words > LENGTH.most ? null : alteredCopies(text, chance, isSaid);
  if (copies === null || copies.some((copy) => mayBeSaid(index, copy, sentence))) return [];
  const starts = [...text.matchAll(/ /g)].map(({ index: space }) => space + 1);
  const start = starts.findLast((at) => copies.every((copy) => copy.startsWith(text.slice(0, at))));
  const given = text.slice(0, start ?? 0).trim();
  if (countWords(given) < FEWEST_GIVEN) return [];
  const others = copies.map((copy) => ({ text: copy.slice(start), sentence, isMore: false }));
  const end = { given, text: text.slice(start), sentence };
  const titled = figuresIn(episode.title);
  const isTold = ({ value }: Figure) => titled.some((figure) => figure.value === value);
  // Whoever is asked reads the title: 'Seventy-two hours after a data breach'.
  if (figuresIn(end.text).some(isTold)) return [];
  return [{ kind: 'copy', ...goingOn(known, end), others: () => others }];
}

/** A sentence with so much of an altered copy's words may say the same. */
const SAYS_AS_MUCH = 0.6;

/** Whether an altered copy is said in the episode, or something so close that it may be true as well. */
function mayBeSaid(index: TranscriptIndex, text: string, original: Sentence): boolean {
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

/** What is said, by bare text. */
const saidIn = cachedBy(
  ({ sentences }: TranscriptIndex) =>
    new Set(sentences.flatMap(({ text }) => [bareText(text), bareText(plainSpeech(text))])),
);

/** How a sentence goes on after what is given of it. */
interface End extends Option {
  given: string;
}

const goingOn = (known: Known, { given, text, sentence }: End) => ({
  question: `“${given} …” How does ${whoSays(known, sentence)} go on?`,
  about: given,
  text,
});

/** With which words the second half of a sentence may begin. */
const OPENERS = listOf(
  'is are was were has have had can could will would should must means because but so that which who to if when',
);

/** Cuts a sentence before each opener in its middle half, or in the middle if there is none. */
function endsOf({ sentence, text }: Saying): End[] {
  const words = text.split(' ');
  const middle = words.length / 2;
  const cuts = words.flatMap((word, at) => {
    const isMiddle = Math.abs(at - middle) <= middle / 2;
    const isUnfinished = isStopWord(words[at - 1]?.toLowerCase() ?? '');
    return isMiddle && OPENERS.has(word) && !isUnfinished ? [at] : [];
  });
  return (cuts.length > 0 ? cuts : [Math.ceil(middle)]).map((at) => ({
    given: words.slice(0, at).join(' '),
    text: words.slice(at).join(' '),
    sentence,
  }));
}

export const firstWord = (text: string) => text.split(' ', 1)[0];

/** Asks how a sentence goes on, among how others do, first those that begin with the same word. */
function amongEnds(known: Known, end: End, all: End[]): Asking {
  const { index } = known;
  const others = () => {
    const fitOf = fitTo(known, end.given);
    const fit = fitOf(end.text);
    const opener = firstWord(end.text);
    // What is said elsewhere about the same subject may also be right.
    const topic = topicStems(subjectsOf(index, end.given)[0]?.phrase ?? end.given);
    return all
      .filter(({ given }) => !topic.every((stem) => topicStems(given).includes(stem)))
      .filter(({ text }) => !saidIn(index).has(bareText(`${end.given} ${text}`)))
      .map((other) => ({ ...other, isMore: fitOf(other.text) > fit }))
      .sort((a, b) => Number(firstWord(b.text) === opener) - Number(firstWord(a.text) === opener));
  };
  return { kind: 'end', ...goingOn(known, end), others };
}

function whoSays({ episode }: Known, { speaker }: Sentence): string {
  const name = speaker && nameOf(speaker).trim();
  if (!name) return nounOf(episode) === 'source' ? 'the text' : 'the speaker';
  // Roles have no capital.
  return /^\p{Ll}/u.test(name) ? `the ${name}` : name;
}

/** What a sentence says as well without: 'Honestly, I think hiring is hard' says that hiring is hard. */
const HEDGES =
  /^(?:(?:(?:for (?:example|instance)|in fact|of course|honestly|frankly|again|finally|today),|because(?! of\b)|honestly|basically|actually|i (?:think|believe|guess|mean)(?: that(?! (?:is|was|would|will|has)\b))?(?! (?:about|of|so|to|in|it)\b),?) )+(?=\S+ \S+)/i;
/** Between commas. */
const ASIDES =
  /, (?:you know|i mean|like|i think|i guess|i believe|sort of|kind of|right|well|okay|of course|basically|actually|obviously|honestly), /gi;
/** How the others are addressed. */
const ADDRESS = String.raw`(?:(?:Mr|Mrs|Ms|Dr)\.? ?\p{Lu}\p{L}+|Madam ?\p{Lu}\p{L}+|Your Honou?rs?|(?:Chief )?Justice \p{Lu}\p{L}+|Counsel|[Ff]olks|[Gg]uys)`;
const ADDRESSES = new RegExp(`^${ADDRESS}, |, ${ADDRESS}(?:,(?= )|(?=[.!]?$))`, 'gu');
const REPEATED = /\b(\p{L}+(?:['’]\p{L}+)?(?: \p{L}+)?)(?:(?:,|,? --?)? \1\b)+/giu;

/** Returns a sentence without what people say while they think. Only ever leaves words out. */
export function plainSpeech(text: string): string {
  const plain = text.replace(HESITATIONS, '').replace(ASIDES, ' ').replace(REPEATED, '$1').trim();
  return capitalised(withoutOpening(plain).replace(ADDRESSES, '').replace(HEDGES, ''));
}
