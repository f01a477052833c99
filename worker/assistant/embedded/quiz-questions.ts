/** The kinds of question of a quiz. */
import { nounOf } from '../assistant.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { ADVISES, COMMANDS } from '../retrieval/speech-cues.ts';
import { subjectsOf } from '../retrieval/topics.ts';
import { sentenceRarity, type TranscriptIndex } from '../retrieval/transcript-index.ts';
import { frequencyOf, meaningOf, type WordVectors } from '../retrieval/word-vectors.ts';
import { isStopWord, topicStems } from '../retrieval/words.ts';
import { chosenSlots, copies, DENIES, filled, type Slot, slotsIn } from './altered-copies.ts';
import { answerOf, type Halves, halvesOf } from './given-halves.ts';
import { isTermIn, mayBeSaid, pointsBefore, type Saying, sayingsIn } from './quiz-material.ts';
import type { Chance } from './seeded-random.ts';
import type { Known } from './what-matters.ts';
import { type ChooseThree, threeAroundIt, threeLike, threeNearest } from './wrong-options.ts';

/**
 * What is asked about sentences that are understood by themselves: which copy was said, or which half; which
 * of several was said; who said which. Then the same about other sentences. A question of one kind is asked
 * only if there is none of those before it.
 */
export const RANKS = ['one', 'several', 'whose', 'unclear'] as const;
type Rank = (typeof RANKS)[number];

export interface Candidate {
  known: Known;
  sentence: Sentence;
  rank: Rank;
  worth: number;
  /** The main one first. */
  topics: string[];
  /** Whether the original is a negation that is altered; null if none is. */
  isNegated: boolean | null;
  /** Null if a wrong option may be right, or if there are too few that weren't shown yet. */
  write: (topic: string, shown: ReadonlySet<Sentence>) => Written | null;
}

export interface Written {
  question: string;
  /** The options, the right one first. */
  texts: string[];
  /** Which other sentences the options are made of. */
  sentences: Sentence[];
}

const CLEAR = 0.66;
/** How clear a sentence must be to stand among others. */
const VERY_CLEAR = 0.7;
/** What is less clear is no sentence. */
const WHOLE = 0.1;
const FEWEST_WORDS = 8;
const MAX_WORDS = 30;
/** Four different sentences should not be long. */
const MAX_AMONG_OTHERS = 24;
const FEWEST_AMONG_OTHERS = 6;
/** What matters least is no good wrong answer either. */
const BEST_SAYINGS = { share: 0.6, fewest: 40 };

/** Returns what can be asked about an episode, the most important first. */
export function candidatesIn(known: Known, chance: Chance): Candidate[] {
  const all = sayingsIn(known);
  const clear = all.filter(
    ({ text, words, clarity, worth }) =>
      clarity >= VERY_CLEAR && worth > 0 && words >= FEWEST_AMONG_OTHERS && /[.!]$/.test(text),
  );
  const best = clear.slice(0, Math.max(BEST_SAYINGS.fewest, clear.length * BEST_SAYINGS.share));
  const whole = all.filter(({ clarity, worth }) => clarity >= WHOLE && worth > 0);
  return [
    ...all.flatMap((saying) => aboutOne(known, saying, best, chance)),
    ...amongOthers(known, best, best, ['several', 'whose'], chance),
    ...amongOthers(known, whole, whole, ['unclear', 'unclear'], chance),
  ]
    .filter(({ topics }) => topics.length > 0)
    .sort((a, b) => b.worth - a.worth);
}

function amongOthers(
  known: Known,
  sayings: Saying[],
  all: Saying[],
  [several, whose]: [Rank, Rank],
  chance: Chance,
): Candidate[] {
  const alterable = all.flatMap((saying) => alterableOf(known, saying, chance));
  return sayings.flatMap((saying) => [
    { ...amongSeveral(known, saying, alterable, threeFor(several), chance), rank: several },
    { ...amongSpeakers(known, saying, all, threeFor(whose), chance), rank: whose },
  ]);
}

type Asking = Pick<Candidate, 'write' | 'isNegated' | 'rank'> & {
  topics: Topic[];
  /** How well the options are understood, 0 to 1. */
  quality: number;
  /** How much it is preferred to others. */
  weight: number;
};
type Topic = ReturnType<typeof subjectsOf>[number];

const varied = (worth: number, chance: Chance) => worth * (0.6 + 0.4 * chance.next());

function aboutOne(known: Known, saying: Saying, best: Saying[], chance: Chance): Candidate[] {
  const { sentence, text, words, worth, clarity } = saying;
  const halves = halvesOf(text) ?? answerOf(known.index, sentence, text);
  const copied = words <= MAX_WORDS ? amongCopies(known, saying, chance) : null;
  const askings = [...(halves ? [forHalf(known, saying, halves, best, chance)] : []), copied];
  return askings.flatMap((asking): Candidate[] => {
    const [main] = asking?.topics ?? [];
    if (!asking || !main) return [];
    const clearness = clarity * asking.quality * (pointsBefore(main.phrase, text) ? 0.45 : 1);
    return [
      {
        ...asking,
        known,
        sentence,
        topics: asking.topics.map(({ phrase }) => phrase),
        rank: clearness >= CLEAR && words >= FEWEST_WORDS && worth > 0 ? asking.rank : 'unclear',
        worth: varied(worth * main.share ** 0.5 * clearness * asking.weight, chance),
      },
    ];
  });
}

/** Wrong answers from so near might be right. */
const APART = 12;
const SUPPOSES = /\b(?:would|could|might)\b/i;

/** Asks for a reason, a consequence, an answer or the rest of a rule, among what else is said. */
function forHalf(
  { index, vectors }: Known,
  { sentence }: Saying,
  { asks, given, asked }: Halves,
  best: Saying[],
  chance: Chance,
): Asking {
  const who = nameOf(sentence.speaker) ?? 'the speaker';
  const fitOf = fitTo(given, index, vectors);
  return {
    write(_, shown) {
      const fit = fitOf(asked);
      const others = best.flatMap((other) => {
        const text = halvesOf(other.text)?.asked ?? other.text;
        const isFar = Math.abs(other.sentence.index - sentence.index) >= APART;
        // 'What would follow?' is not answered by what is.
        const isAlike = SUPPOSES.test(text) === SUPPOSES.test(asked);
        if (!isFar || !isAlike || shown.has(other.sentence)) return [];
        return [{ text, sentence: other.sentence, fits: fitOf(text) > fit }];
      });
      const three = threeLike(asked, others, chance);
      return (
        three && {
          question: `“${given}” ${ASKS_FOR[asks](who)}`,
          texts: [asked, ...three.map(({ text }) => text)],
          sentences: three.map((other) => other.sentence),
        }
      );
    },
    isNegated: null,
    rank: 'one',
    topics: subjectsOf(index, given),
    quality: 1,
    weight: 6,
  };
}

const ASKS_FOR: Record<Halves['asks'], (who: string) => string> = {
  reason: (who) => `What reason does ${who} give?`,
  consequence: (who) => `What does ${who} conclude from this?`,
  answer: (who) => `What does ${who} answer?`,
  rest: (who) => `How does ${who} go on?`,
};

/** Returns how well a text fits a given one: by the words they share and by their meaning. */
function fitTo(given: string, index: TranscriptIndex, vectors: WordVectors | null) {
  const stems = new Set(topicStems(given));
  const meant = (text: string) =>
    vectors &&
    meaningOf(
      vectors,
      topicStems(text).map((stem) => [stem, sentenceRarity(index, stem)]),
    );
  const about = meant(given);
  return (text: string): number => {
    const shared = new Set(topicStems(text).filter((stem) => stems.has(stem))).size;
    const meaning = meant(text);
    if (meaning === null || about === null) return shared;
    return shared + meaning.reduce((sum, value, at) => sum + value * (about[at] ?? 0), 0);
  };
}

/** Asks which of four copies of a sentence was said. */
function amongCopies(known: Known, saying: Saying, chance: Chance): Asking | null {
  const { index } = known;
  const { sentence, text } = saying;
  const slots = chosenSlots(slotsIn(text, chance, isTermIn(index)), chance);
  if (slots === null) return null;
  return {
    write(topic) {
      const texts = copies(text, slots);
      if (texts.slice(1).some((copy) => mayBeSaid(index, copy, sentence))) return null;
      const deed = ADVISES.test(text) || COMMANDS.test(text) ? 'advise' : 'say';
      const question = `What ${does(known, sentence.speaker, deed)} about ${asNamed(topic, text)}?`;
      return { question, texts, sentences: [] };
    },
    isNegated: slots.find(({ kind }) => kind === 'negation')?.isNegated ?? null,
    // 'All' and 'most' say less than a figure or an opposite, and the commonest words are a good guess.
    rank:
      slots.some(({ kind }) => kind === 'extent') || isCommonest(text, slots, known)
        ? 'several'
        : 'one',
    topics: topicsOf(index, text, slots),
    quality: qualityOf(text, slots),
    weight: 1,
  };
}

/** 'Never' may itself be altered. */
const NEVER = /\bnever\b/i;

function qualityOf(text: string, slots: Slot[]): number {
  if (slots.some(({ kind }) => kind === 'negation')) return 0.45;
  const isDenied = DENIES.test(text.replace(NEVER, ''));
  return isDenied && slots.some(({ kind }) => kind !== 'figure') ? 0.6 : 1;
}

/** Whether the original has commoner words than its altered copies. */
function isCommonest(text: string, slots: Slot[], { vectors }: Known): boolean {
  if (vectors === null) return false;
  const [own = 0, ...others] = copies(text, slots).map((copy) =>
    topicStems(copy).reduce((sum, stem) => sum + Math.log(frequencyOf(vectors, stem)), 0),
  );
  return others.every((other) => other < own);
}

interface Alterable {
  saying: Saying;
  topic: string;
  slot: Slot;
}

function alterableOf({ index }: Known, saying: Saying, chance: Chance): Alterable[] {
  const { text, words } = saying;
  if (words > MAX_AMONG_OTHERS || DENIES.test(text)) return [];
  const slots = slotsIn(text, chance, isTermIn(index)).filter(({ kind }) => kind !== 'negation');
  const [slot] = chance.shuffle(slots);
  const [topic] = slot ? topicsOf(index, text, [slot]) : [];
  return slot && topic ? [{ saying, topic: topic.phrase, slot }] : [];
}

/** Asks which of four sentences was said; one place of each of the others is altered. */
function amongSeveral(
  known: Known,
  { sentence, text, worth }: Saying,
  alterable: Alterable[],
  threeOf: ChooseThree,
  chance: Chance,
): Omit<Candidate, 'rank'> {
  const { index } = known;
  const topics = topicsOf(index, text, []);
  return {
    known,
    sentence,
    isNegated: null,
    topics: topics.map(({ phrase }) => phrase),
    write(topic, shown) {
      const topicsTaken = new Set([keyOf(topic)]);
      const others = chance.shuffle(alterable).flatMap((other) => {
        const key = keyOf(other.topic);
        if (topicsTaken.has(key) || shown.has(other.saying.sentence)) return [];
        // Each option speaks of one of the topics that the question names.
        if (isAbout(other.topic, text) || isAbout(topic, other.saying.text)) return [];
        topicsTaken.add(key);
        const copy = filled(other.saying.text, [[other.slot, other.slot.others[0] ?? '']]);
        return [{ ...other, text: copy }];
      });
      const three = threeOf(text, others, chance);
      if (!three || three.some((one) => mayBeSaid(index, one.text, one.saying.sentence)))
        return null;
      const sentences = three.map(({ saying }) => saying.sentence);
      const isOfOne = sentences.every(({ speaker }) => speaker === sentence.speaker);
      const about = three.map((one): [string, string] => [one.topic, one.saying.text]);
      const say = does(known, isOfOne ? sentence.speaker : null, 'say');
      return {
        question: `Which of these ${say} about ${anyOf([[topic, text], ...about], chance)}?`,
        texts: [text, ...three.map((one) => one.text)],
        sentences,
      };
    },
    worth: varied(worth * (topics[0]?.share ?? 0) ** 0.5, chance),
  };
}

function isAbout(topic: string, text: string): boolean {
  const said = topicStems(text);
  return topicStems(topic).every((stem) => said.includes(stem));
}

const keyOf = (topic: string) => topicStems(topic).join(' ');

/** 'The registry, npm or a new CEO': the topics of options, as far as they have a name. */
function anyOf(topics: [topic: string, text: string][], chance: Chance): string {
  const named = topics.filter(([topic, text]) => isNamed(topic, text));
  const those = (named.length > 1 ? named : topics).map(([topic, text]) => asNamed(topic, text));
  const [last, ...others] = chance.shuffle([...new Set(those)]);
  return others.length > 0 ? `${others.join(', ')} or ${last}` : `${last}`;
}

/** Asks which of four statements a speaker makes. */
function amongSpeakers(
  { index, ...known }: Known,
  { sentence, text, worth }: Saying,
  best: Saying[],
  threeOf: ChooseThree,
  chance: Chance,
): Omit<Candidate, 'rank'> {
  const who = nameOf(sentence.speaker);
  const topics = who === null ? [] : topicsOf(index, text, []);
  return {
    known: { index, ...known },
    sentence,
    isNegated: null,
    topics: topics.map(({ phrase }) => phrase),
    write(topic, shown) {
      const others = best
        .filter((one) => one.sentence.speaker !== sentence.speaker && !shown.has(one.sentence))
        .map((one) => ({ ...one, topic: topicsOf(index, one.text, [])[0]?.phrase }));
      const onTopic = others.filter((one) => isAbout(topic, one.text));
      const alike = threeOf(text, onTopic, chance);
      const three = alike ?? threeOf(text, others, chance);
      const about = alike
        ? []
        : (three ?? []).flatMap((one): [string, string][] =>
            one.topic ? [[one.topic, one.text]] : [],
          );
      return (
        three && {
          question: `Which point does ${who} make about ${alike ? topic : anyOf([[topic, text], ...about], chance)}?`,
          texts: [text, ...three.map((one) => one.text)],
          sentences: three.map((one) => one.sentence),
        }
      );
    },
    // At a doctor's the role alone tells who says what.
    worth: varied(worth, chance) * (known.kind === 'clinic' ? 0.01 : 1),
  };
}

/** In a short episode, there may be too few sentences to hide the right one among. */
const threeFor = (rank: Rank): ChooseThree => (rank === 'unclear' ? threeNearest : threeAroundIt);

/** A speaker's name without an office in brackets. */
const nameOf = (speaker: string | null) => speaker?.replace(/ *[([].*$/, '') || null;

/** 'Does Ana Ruiz say', as far as it is known who speaks. */
function does({ episode }: Known, speaker: string | null, deed: string): string {
  const who = nameOf(speaker);
  if (who) return `does ${who} ${deed}`;
  return `${nounOf(episode) === 'source' ? 'does the text' : 'do the speakers'} ${deed}`;
}

/** A topic with what describes it, as far as its article: 'the wage subsidy'. */
function asNamed(topic: string, text: string): string {
  const at = text.indexOf(topic);
  const [, article = '', description = ''] =
    /\b(the|an?|our|your|my|their|its|his|her|this|these|those) ((?:[\p{L}\p{N}'’-]+ ){0,3})$/iu.exec(
      text.slice(0, Math.max(0, at)),
    ) ?? [];
  const words = description.split(' ').filter(Boolean);
  if (article === '' || words.some((word) => isStopWord(word.toLowerCase()))) return topic;
  return `${/^an?$/i.test(article) ? article.toLowerCase() : 'the'} ${description}${topic}`;
}

/** 'Claims', 'Congress' and 'the claim' can be asked about, but not 'claim'. */
const isNamed = (topic: string, text: string) =>
  /\p{Lu}|\d/u.test(topic) || /[^s]s$/.test(topic) || asNamed(topic, text) !== topic;

/** What the unaltered part of a sentence is about. */
function topicsOf(index: TranscriptIndex, text: string, slots: Slot[]): Topic[] {
  const altered = slots.filter(({ kind }) => kind !== 'exchange');
  // No phrase goes on over a full stop.
  const unaltered = filled(
    text,
    altered.map((slot) => [slot, '.']),
  );
  return subjectsOf(index, unaltered)
    .map(({ phrase, share }) => ({ phrase, share: isNamed(phrase, text) ? share : share / 4 }))
    .sort((one, other) => other.share - one.share);
}
