/** Finds wrong options: how other sentences of the episode go on. */
import { cachedBy } from '../../../platform/cached-by.ts';
import { bareText } from '../../alike-questions.ts';
import { meaningsIn } from '../../retrieval/meanings.ts';
import type { Sentence } from '../../retrieval/sentences.ts';
import { subjectsOf } from '../../retrieval/topics.ts';
import { likeness } from '../../retrieval/word-vectors.ts';
import { countWords, topicStems } from '../../retrieval/words.ts';
import type { Known } from '../known.ts';
import { type Cut, partsOf } from './cut-sentences.ts';
import type { Saying } from './material.ts';

/** How a sentence goes on. */
export interface Rest extends Cut {
  sentence: Sentence;
}

/**
 * How many of the three wrong options are to be longer than the right one, and how many to fit better. Chance
 * decides before a question is chosen, so the right option stands out neither by its length nor by its fit.
 */
export interface Wanted {
  longer: number;
  better: number;
}

/** How clear a sentence must be for its rest to be shown, unless there are few. */
const CLEAR = 0.3;
const FEW = 40;

export function restsIn(sayings: Saying[]): Rest[] {
  const clear = sayings.filter(({ text, clarity }) => clarity >= CLEAR && /[.!]$/.test(text));
  return (clear.length < FEW ? sayings : clear).flatMap(({ text, sentence }) =>
    partsOf(text).map((cut) => ({ ...cut, sentence })),
  );
}

export interface Options {
  /** The right one first. */
  texts: string[];
  /** Which other sentences they are made of. */
  sentences: Sentence[];
}

/**
 * Returns the options; null if there are too few wrong ones.
 *
 * @param taken sentences that none is made of
 * @param isShort whether the right option may stand out, since there is nothing else to ask about
 */
export type Choose = (
  wanted: Wanted,
  taken: ReadonlySet<Sentence>,
  isShort: boolean,
) => Options | null;

interface Compared extends Rest {
  isLonger: boolean;
  isBetter: boolean;
  /** Whether it is about as long as the right option. */
  isAsLong: boolean;
  /** Whether it is said so near that it may be right as well. */
  isNear: boolean;
}

const APART = 12;

/** Chooses among rests. They are compared with the right one, `cut`, when it is first asked to. */
export function choosing(known: Known, cut: Rest, rests: Rest[]): Choose {
  let compared: Compared[] | undefined;
  const opener = firstWord(cut.asked);
  return (wanted, taken, isShort) => {
    compared ??= compare(known, cut, rests);
    const seen = new Set(taken);
    const free = compared.filter(({ sentence, isNear }) => {
      if (isShort ? sentence === cut.sentence : isNear) return false;
      // Each sentence once.
      return !seen.has(sentence) && seen.add(sentence);
    });
    const asLong = free.filter(({ isAsLong }) => isAsLong);
    const alike = asLong.filter(({ asked }) => firstWord(asked) === opener);
    let three = asWanted(alike, wanted) ?? asWanted(asLong, wanted);
    if (isShort) three ??= [asLong, free].find(({ length }) => length >= 3)?.slice(0, 3) ?? null;
    return (
      three && {
        texts: [cut, ...three].map(({ asked }) => asked),
        sentences: three.map(({ sentence }) => sentence),
      }
    );
  };
}

const firstWord = (text: string) => text.split(' ', 1)[0];

/** Compares rests with the right option, those first that fit what is given best: by words and by meaning. */
function compare(known: Known, { form, given, asked, sentence }: Rest, rests: Rest[]): Compared[] {
  const [own, about] = meaningOf(known, given);
  const fitOf = ([stems, meaning]: Meaning) =>
    [...stems].filter((stem) => own.has(stem)).length +
    (about && meaning ? likeness(about, meaning) : 0);
  const fit = fitOf(meaningOf(known, asked));
  const words = countWords(asked);
  // What is said of the same elsewhere may be right as well.
  const topic = topicStems(subjectsOf(known.index, given)[0]?.phrase ?? given);
  const near = saidNear(known, sentence);
  return rests
    .filter((rest) => rest.form === form)
    .filter((rest) => !topic.every((stem) => stemsOfGiven(rest).has(stem)))
    .map((rest) => ({ rest, fit: fitOf(meaningOfRest(rest, known)) }))
    .sort((a, b) => b.fit - a.fit)
    .map(({ rest, fit: other }) => ({
      ...rest,
      isLonger: rest.asked.length > asked.length,
      isBetter: other > fit,
      isNear: near.includes(bareOf(rest)),
      isAsLong: Math.abs(countWords(rest.asked) - words) <= Math.max(2, words * 0.35),
    }));
}

/** Returns what is said near a sentence, as bare text. */
export function saidNear({ index }: Known, sentence: Sentence): string {
  const [from, to] = [Math.max(0, sentence.index - APART), sentence.index + APART];
  return bareText(
    index.sentences
      .slice(from, to)
      .map(({ text }) => text)
      .join(' '),
  );
}

type Meaning = [stems: ReadonlySet<string>, meaning: Float32Array | null];

function meaningOf({ index, vectors }: Known, text: string): Meaning {
  const stems = new Set(topicStems(text));
  return [stems, vectors && meaningsIn(index, vectors).of([...stems].map((stem) => [stem, 1]))];
}

const bareOf = cachedBy(({ asked }: Rest) => bareText(asked));
const stemsOfGiven = cachedBy(({ given }: Rest) => new Set(topicStems(given)));
const meaningOfRest = cachedBy(({ asked }: Rest, known: Known) => meaningOf(known, asked));

/** Returns three of which as many are longer, and as many fit better, as are wanted; the first ones if it can. */
function asWanted(some: Compared[], { longer, better }: Wanted): Compared[] | null {
  const having = (isLonger: boolean, isBetter: boolean, count: number) =>
    some.filter((one) => one.isLonger === isLonger && one.isBetter === isBetter).slice(0, count);
  for (let both = Math.max(0, longer + better - 3); both <= Math.min(longer, better); both++) {
    const three = [
      ...having(true, true, both),
      ...having(true, false, longer - both),
      ...having(false, true, better - both),
      ...having(false, false, 3 - longer - better + both),
    ];
    if (three.length === 3) return three;
  }
  return null;
}
