/** What can be asked about the sentences of an episode. */
import { nounOf } from '../assistant.ts';
import { meaningsIn } from '../retrieval/meanings.ts';
import { nameOf } from '../retrieval/people.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { subjectsOf } from '../retrieval/topics.ts';
import { likeness } from '../retrieval/word-vectors.ts';
import { countWords, isStopWord, topicStems } from '../retrieval/words.ts';
import { alteredCopies, filled, type Slot, slotsIn } from './altered-copies.ts';
import { answerOf, type Halves, halvesOf } from './given-halves.ts';
import { mayBeSaid, pointsBefore, type Saying, sayingsIn } from './quiz-material.ts';
import type { Chance } from './seeded-random.ts';
import type { Known } from './what-matters.ts';

/**
 * The kinds of question, the better first: about a sentence that is understood by itself (its other half, or
 * which copy of it was said), which of several sentences was said, and both about other sentences.
 */
export const RANKS = ['alone', 'among others', 'unclear'] as const;
type Rank = (typeof RANKS)[number];

interface Asking {
  rank: Rank;
  /** What the question may name, the main one first. */
  topics: Topic[];
  /**
   * Null if there are too few wrong options.
   *
   * @param shown sentences that no wrong option is made of
   * @param isShort whether the right option may stand out, since there is nothing else to ask about
   */
  write: (topic: Topic, shown: ReadonlySet<Sentence>, isShort: boolean) => Written | null;
}

export interface Topic {
  phrase: string;
  /** With its article and what describes it, as a question names it. */
  name: string;
  stems: string[];
  /** How much of the episode is about it. */
  share: number;
}

export interface Candidate extends Asking {
  known: Known;
  sentence: Sentence;
  worth: number;
}

export interface Written {
  question: string;
  /** The options, the right one first. */
  texts: string[];
  /** Which other sentences the options are made of. */
  sentences: Sentence[];
}

/** A wrong option: what is said elsewhere, as it is or altered. */
interface Other {
  text: string;
  sentence: Sentence;
  topic: Topic;
  stems: ReadonlySet<string>;
  isAltered: boolean;
}

/** How clear a sentence must be. */
const CLEAR = 0.66;
const WORDS = { fewest: 8, most: 30 };
/** Four different sentences should not be long. */
const MOST_AMONG_OTHERS = 24;
/** With fewer clear sentences, others are shown too. */
const FEWEST_CLEAR = 40;

/** Returns what can be asked about an episode, the most important first. */
export function candidatesIn(known: Known, chance: Chance): Candidate[] {
  const sayings = sayingsIn(known);
  const clear = sayings.filter(({ text, clarity }) => clarity >= CLEAR && /[.!]$/.test(text));
  const others = (clear.length < FEWEST_CLEAR ? sayings : clear).flatMap((saying) =>
    othersFrom(known, saying, chance),
  );
  const askingsAbout = (saying: Saying) => [
    forHalf(known, saying, others, chance),
    amongCopies(known, saying, chance),
    amongOthers(known, saying, others, chance),
  ];
  return sayings
    .flatMap((saying) =>
      askingsAbout(saying).flatMap((asking): Candidate[] => {
        const { sentence, text, words } = saying;
        const [main] = asking?.topics ?? [];
        if (!asking || !main) return [];
        const clarity = saying.clarity * (pointsBefore(main.phrase, text) ? 0.45 : 1);
        const isClear = clarity >= CLEAR && words >= WORDS.fewest;
        const worth = saying.worth * clarity * main.share ** 0.5 * (0.6 + 0.4 * chance.next());
        return [{ ...asking, known, sentence, worth, rank: isClear ? asking.rank : 'unclear' }];
      }),
    )
    .sort((a, b) => b.worth - a.worth);
}

/** Asks for a reason, an answer or the rest of a rule, among what else is said. */
function forHalf(
  known: Known,
  { sentence, text }: Saying,
  others: Other[],
  chance: Chance,
): Asking | null {
  const { index } = known;
  const halves = halvesOf(text) ?? answerOf(index, sentence, text);
  if (halves === null) return null;
  const { asks, given, asked } = halves;
  return {
    rank: 'alone',
    topics: topicsOf(known, given, []),
    write(_, shown, isShort) {
      const fitOf = fitTo(given, known);
      const fit = fitOf(asked);
      const far = awayFrom(sentence, APART, others, shown)
        .filter(({ isAltered }) => !isAltered)
        .map((one) => ({ ...one, text: halvesOf(one.text)?.asked ?? one.text }));
      const traits = [isLonger(asked), ({ text }: Other) => fitOf(text) > fit];
      const three = chooseThree(asked, far, traits, chance, isShort);
      return (
        three &&
        written(`“${given}” ${ASKS_FOR[asks](speakerOf(sentence) ?? 'the speaker')}`, asked, three)
      );
    },
  };
}

const ASKS_FOR: Record<Halves['asks'], (who: string) => string> = {
  reason: (who) => `What reason does ${who} give?`,
  answer: (who) => `What does ${who} answer?`,
  rest: (who) => `How does ${who} go on?`,
};

/** Returns how well a text fits a given one: by the words they share and by their meaning. */
function fitTo(given: string, { index, vectors }: Known): (text: string) => number {
  const own = new Set(topicStems(given));
  const meaningOf = (stems: string[]) =>
    vectors && meaningsIn(index, vectors).of(stems.map((stem) => [stem, 1]));
  const about = meaningOf([...own]);
  return (text) => {
    const stems = topicStems(text);
    const meaning = meaningOf(stems);
    const shared = new Set(stems.filter((stem) => own.has(stem))).size;
    return shared + (about && meaning ? likeness(about, meaning) : 0);
  };
}

/** Asks which of four copies of a sentence was said. */
function amongCopies(
  known: Known,
  { sentence, text, words }: Saying,
  chance: Chance,
): Asking | null {
  if (words > WORDS.most) return null;
  const { index } = known;
  const altered = alteredCopies(text, slotsIn(text, chance), chance);
  if (altered === null) return null;
  const [copies, slots] = altered;
  return {
    rank: 'alone',
    topics: topicsOf(known, text, slots),
    write(topic) {
      if (copies.some((copy) => mayBeSaid(index, copy, sentence))) return null;
      const say = does(known, speakerOf(sentence));
      return {
        question: `What ${say} about ${topic.name}?`,
        texts: [text, ...copies],
        sentences: [],
      };
    },
  };
}

/** Asks which of four sentences was said; the others are altered in one place, or said by somebody else. */
function amongOthers(
  known: Known,
  { sentence, text, words }: Saying,
  all: Other[],
  chance: Chance,
): Asking | null {
  const who = speakerOf(sentence);
  const stems = new Set(topicStems(text));
  return {
    rank: words > MOST_AMONG_OTHERS ? 'unclear' : 'among others',
    topics: topicsOf(known, text, []),
    write(topic, shown, isShort) {
      const free = awayFrom(sentence, isShort ? 1 : APART, all, shown);
      const altered = free.filter(({ isAltered }) => isAltered);
      const byOthers = free.filter((one) => who !== null && speakerOf(one.sentence) !== who);
      // At a doctor's the role alone tells who says what.
      const isTold = known.kind === 'clinic' && altered.length >= 3;
      const others = isTold ? altered : [...new Set([...altered, ...byOthers])];
      const onTopic = others.filter((other) => isIn(topic, other.stems));
      // Were all topics in the right one, it would be nearest to the question.
      const onAnother = others.filter((other) => isShort || !isIn(other.topic, stems));
      const longer = [isLonger(text)];
      const three =
        chooseThree(text, onTopic, longer, chance, false) ??
        chooseThree(text, onAnother, longer, chance, isShort);
      if (three === null) return null;
      // Each option speaks of one of the topics that the question names.
      const foreign = three.filter((other) => !isIn(topic, other.stems));
      const names = new Set(
        [topic, ...foreign.map((other) => other.topic)].map(({ name }) => name),
      );
      const [last, ...rest] = chance.shuffle([...names]);
      const about = rest.length > 0 ? `${rest.join(', ')} or ${last}` : last;
      const say = does(known, isTold ? null : who);
      return written(`Which of these ${say} about ${about}?`, text, three);
    },
  };
}

/** Returns a sentence as a wrong option: as it is, and altered in one place. */
function othersFrom(known: Known, { sentence, text }: Saying, chance: Chance): Other[] {
  const [slot] = chance.shuffle(slotsIn(text, chance));
  const [topic] = topicsOf(known, text, slot ? [slot] : []);
  if (topic === undefined) return [];
  const stems = new Set(topicStems(text));
  const said = { text, sentence, topic, stems, isAltered: false };
  const copy = slot && filled(text, [[slot, slot.others[0] ?? '']]);
  const isWrong = copy !== undefined && !mayBeSaid(known.index, copy, sentence);
  return isWrong ? [said, { ...said, text: copy, isAltered: true }] : [said];
}

/** What is said so near may be right as well. */
const APART = 12;

const awayFrom = (
  { index }: Sentence,
  distance: number,
  others: Other[],
  shown: ReadonlySet<Sentence>,
): Other[] =>
  others.filter(
    ({ sentence }) => !shown.has(sentence) && Math.abs(sentence.index - index) >= distance,
  );

const written = (question: string, right: string, wrong: Other[]): Written => ({
  question,
  texts: [right, ...wrong.map(({ text }) => text)],
  sentences: wrong.map(({ sentence }) => sentence),
});

type Trait = (other: Other) => boolean;

const isLonger =
  (right: string): Trait =>
  ({ text }) =>
    text.length > right.length;

const DRAWS = 200;

/**
 * Returns three of these, about as long as the right option. Chance decides how many have each trait that the
 * right one hasn't, so that none gives it away. Null if it is among the longest, the best or so of all; in a
 * short episode, those that are most nearly as long are good enough.
 */
function chooseThree(
  right: string,
  others: Other[],
  traits: Trait[],
  chance: Chance,
  isShort: boolean,
): Other[] | null {
  const words = countWords(right);
  // Each sentence once, as it is or altered.
  const different = [...new Map(chance.shuffle(others).map((one) => [one.sentence, one])).values()];
  const alike = different.filter(
    ({ text }) => Math.abs(countWords(text) - words) <= Math.max(2, words * 0.35),
  );
  const having = traits.map((trait) => new Set(alike.filter(trait)));
  if (having.every(({ size }) => size >= 3 && alike.length - size >= 3)) {
    const wanted = having.map(() => Math.floor(chance.next() * 4));
    for (let draw = 0; draw < DRAWS; draw++) {
      const three = [0, 1, 2].flatMap(() => alike[Math.floor(chance.next() * alike.length)] ?? []);
      const isWanted = having.every(
        (some, at) => three.filter((one) => some.has(one)).length === wanted[at],
      );
      if (isWanted && new Set(three).size === 3) return three;
    }
  }
  const distance = ({ text }: Other) => Math.abs(text.length - right.length);
  const nearest = different.sort((a, b) => distance(a) - distance(b)).slice(0, 3);
  return isShort && nearest.length === 3 ? nearest : null;
}

function speakerOf({ speaker }: Sentence): string | null {
  return speaker ? nameOf(speaker) : null;
}

/** 'Does Ana Ruiz say', as far as it is known who speaks. */
function does({ episode }: Known, who: string | null): string {
  if (who !== null) return `does ${who} say`;
  return nounOf(episode) === 'source' ? 'does the text say' : 'do the speakers say';
}

export const keyOf = ({ stems }: Topic): string => stems.join(' ');

const isIn = ({ stems }: Topic, said: ReadonlySet<string>) => stems.every((stem) => said.has(stem));

/** A topic with what describes it, as far as its article: 'the wage subsidy'. */
function asNamed(topic: string, text: string): string {
  const [, article = '', description = ''] =
    /\b(the|an?|our|your|my|their|its|his|her|this|these|those) ((?:[\p{L}\p{N}'’-]+ ){0,3})$/iu.exec(
      text.slice(0, Math.max(0, text.indexOf(topic))),
    ) ?? [];
  const words = description.split(' ').filter(Boolean);
  if (article === '' || words.some((word) => isStopWord(word.toLowerCase()))) return topic;
  return `${/^an?$/i.test(article) ? article.toLowerCase() : 'the'} ${description}${topic}`;
}

/** 'Claims', 'Congress' and 'the claim' can be asked about, but 'claim' less well. */
const isName = (name: string) => /\p{Lu}|\d|[^s]s$| /u.test(name);

/** What the unaltered part of a sentence is about. */
function topicsOf({ index }: Known, text: string, slots: Slot[]): Topic[] {
  // No phrase goes on over a full stop.
  const unaltered = filled(
    text,
    slots.map((slot) => [slot, '.']),
  );
  return subjectsOf(index, unaltered)
    .map(({ phrase, share }) => {
      const name = asNamed(phrase, unaltered);
      return { phrase, name, stems: topicStems(name), share: isName(name) ? share : share / 4 };
    })
    .sort((one, other) => other.share - one.share);
}
