/** Reads figures in digits and in words, what they count, and how long a time they are whatever their units. */
import { cachedBy } from '../../platform/cached-by.ts';
import { wordSet as listOf } from '../language/english.ts';
import { stemOf } from '../language/words.ts';
import type { Sentence } from '../retrieval/sentences.ts';

export interface Figure {
  value: number;
  /** What is counted: `percent`, `euro`, the stem of the next noun; '' if nothing follows. */
  unit: string;
  isWord: boolean;
}

/** The number words to nineteen, each at its value. */
export const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
/** Those for 20, 30 and so on. */
export const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const BELOW_HUNDRED = new Map<string, number>([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
  ['half', 0.5],
  ['dozen', 12],
]);
const SCALE = new Map<string, number>([
  ['hundred', 100],
  ['thousand', 1e3],
  ['k', 1e3],
  ['million', 1e6],
  ['m', 1e6],
  ['billion', 1e9],
  ['bn', 1e9],
  ['b', 1e9],
  ['trillion', 1e12],
]);
const SIGNS = new Map([
  ['$', 'dollar'],
  ['€', 'euro'],
  ['£', 'pound'],
  ['%', 'percent'],
]);
/** Words allowed between a figure and its unit. */
const BETWEEN = listOf(`
  of the a an more other or so and to new full whole extra additional different percentage about per each in on at
  for from by is are was were every that who which we i they he she it you when than but because as with less fewer
  plus time times`);
/** Whether a figure counts something: the word 'one' may be a pronoun, and 'half' is among the ratios. */
export const isQuantity = ({ isWord, value }: Figure): boolean => !isWord || value > 1;

function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(\d),(?=\d{3}\b)/g, '$1')
      .replace(/per cent\b/g, 'percent')
      .match(/[$€£]|\d+(?:\.\d+)?|[\p{L}]+(?:['’]\p{L}+)?|%|[.,;:!?…]/gu) ?? []
  );
}

/** Returns the figures of a text, in digits or words. */
export function figuresIn(text: string): Figure[] {
  const words = wordsIn(text);
  const figures: Figure[] = [];
  let index = 0;
  while (index < words.length) {
    const read = startsNumber(words[index] ?? '') ? numberAt(words, index) : null;
    if (!read) {
      index++;
      continue;
    }
    const sign = SIGNS.get(words[index - 1] ?? '');
    const unit = sign ?? unitAt(words, read.next);
    figures.push({ value: read.value, unit, isWord: read.isWord });
    index = read.next;
  }
  return figures;
}

/** Whether a number can start with this word; few do. */
const startsNumber = (word: string) =>
  BELOW_HUNDRED.has(word) || SCALE.has(word) || word === 'point' || /^\d/.test(word);

/** Reads the number that starts at a word: 'two hundred and ten', '1.5 million', 'three point five'. */
function numberAt(
  words: string[],
  index: number,
): { value: number; next: number; isWord: boolean } | null {
  let total = 0;
  let part: number | null = null;
  let next = index;
  let isWord = true;
  for (; next < words.length; next++) {
    const word = words[next] ?? '';
    const after = words[next + 1] ?? '';
    const third = words[next + 2] ?? '';
    const small = BELOW_HUNDRED.get(word);
    const scale = SCALE.get(word);
    if (/^\d/.test(word)) {
      if (part !== null) break;
      part = Number(word);
      isWord = false;
    } else if (small !== undefined) {
      const joined = join(part, small);
      if (joined === null) break;
      part = joined;
    } else if (
      scale !== undefined &&
      (part !== null || (word.length > 2 && /^an?$/.test(words[next - 1] ?? '')))
    ) {
      part = (part ?? 1) * scale;
      if (scale < 1e3) continue;
      total += part;
      part = null;
      const follows = after === 'and' ? third : after;
      if (!BELOW_HUNDRED.has(follows) && !/^\d/.test(follows)) {
        next++;
        break;
      }
    } else if (
      word === 'point' &&
      isDigit(after) &&
      (part !== null || !BEFORE_POINT_AS_NOUN.test(words[next - 1] ?? ''))
    ) {
      part ??= 0;
      const digits = words.slice(next + 1, next + 1 + MAX_DECIMALS);
      const end = digits.findIndex((digit) => !isDigit(digit));
      const decimals = end < 0 ? digits : digits.slice(0, end);
      part += Number(`0.${decimals.map((digit) => BELOW_HUNDRED.get(digit) ?? digit).join('')}`);
      next += decimals.length;
    } else if (word === 'and' && part !== null && after === 'a' && third === 'half') {
      part += 0.5;
      next += 2;
    } else if (word === 'a' && part === 0.5 && SCALE.has(after)) {
      // 'half a million'
    } else if (word === 'and' && BELOW_HUNDRED.has(after) && (part === null || part >= 100)) {
      if (total === 0 && part === null) break;
    } else break;
  }
  return next === index ? null : { value: total + (part ?? 0), next, isWord };
}

const MAX_DECIMALS = 6;
/** After these words, 'point' is a noun: 'at this point two people left'. */
const BEFORE_POINT_AS_NOUN =
  /^(?:an?|the|this|that|one|each|every|some|any|which|what|my|your|our|his|her|their|main)$/;
const isDigit = (word: string) => /^\d$/.test(word) || (BELOW_HUNDRED.get(word) ?? 10) < 10;

/** Joins a number word to the number before it; null if it starts another one. */
function join(part: number | null, small: number): number | null {
  if (part === null) return small;
  const ends = part % 100;
  if (part >= 100 && ends === 0) return part + small;
  if (ends >= 20 && ends % 10 === 0 && small > 0 && small < 10) return part + small;
  // A year or a price: 'nineteen ninety four', 'twelve fifty'
  return part >= 10 && part <= 20 && small >= 10 ? part * 100 + small : null;
}

/** Returns the unit of a figure: the next countable word. */
function unitAt(words: string[], from: number): string {
  for (let index = from; index < Math.min(words.length, from + 3); index++) {
    const word = words[index] ?? '';
    if (/^[.,;:!?…]$/.test(word)) return '';
    const sign = SIGNS.get(word);
    if (sign) return sign;
    if (/^\d/.test(word) || BELOW_HUNDRED.has(word)) return '';
    if (!BETWEEN.has(word)) return stemOf(word);
    if (
      index === from &&
      !/^(?:of|the|more|other|new|full|whole|extra|additional|different)$/.test(word)
    )
      return '';
  }
  return '';
}

/** Large or precise figures tell more than 'two reasons'. */
const MOST_UNITS = 12;

/** The number of a name: 'GPT 4', 'S3'. */
const NUMBER_IN_NAME = /(?:(?<=[\p{Ll},;] )\p{Lu}[\p{L}-]* |\p{L}-?)\d[\p{L}\d.,-]*/gu;

/** Returns a sentence's figures, but not those in names or small ones in words. */
export const informativeFigures = cachedBy(({ text }: Sentence): Figure[] =>
  figuresIn(text.replace(NUMBER_IN_NAME, ' ')).filter(
    ({ isWord, value }) => !isWord || value > MOST_UNITS,
  ),
);

/** How many days a unit of time has, by its stem. */
const DAYS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    second: 1 / 86_400,
    minute: 1 / 1_440,
    hour: 1 / 24,
    day: 1,
    week: 7,
    fortnight: 14,
    month: 365 / 12,
    quarter: 365 / 4,
    year: 365,
    decade: 3_650,
    century: 36_500,
  }).map(([span, days]) => [stemOf(span), days] as const),
);

/** Whether a figure is one of these durations in another unit. */
export const isLasting = ({ value, unit }: Figure, durations: number[]) =>
  isAsLong(value * (DAYS.get(unit) ?? Number.NaN), durations);

/** Whether a duration, in days, equals one of the others to within 1 %: 'a decade' is ten years. */
export const isAsLong = (duration: number, others: number[]): boolean =>
  others.some((other) => Math.abs(other - duration) < duration / 100);

/** 'A day', 'half an hour', 'a year and a half'. */
const SINGLE = /\b(half )?(?:an?|one) (\p{L}+)( and a half)?/gu;

/** Returns the durations of a text in days. */
export function durationsIn(text: string): number[] {
  const counted = figuresIn(text).map(({ value, unit }) => value * (DAYS.get(unit) ?? Number.NaN));
  const single = [...text.toLowerCase().matchAll(SINGLE)].map(([, half, span = '', andHalf]) => {
    const share = half === undefined ? 1 : 0.5;
    return (share + (andHalf === undefined ? 0 : 0.5)) * (DAYS.get(stemOf(span)) ?? Number.NaN);
  });
  return [...counted, ...single].filter((days) => !Number.isNaN(days));
}
