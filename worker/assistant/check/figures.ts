/** Checks figures and dates: each must occur in the evidence and count the same thing. */
import { cachedBy } from '../../platform/cached-by.ts';
import { words as listOf } from '../language/english.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import { stemOf } from '../retrieval/words.ts';
import type { Grounds } from './grounds.ts';

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
const SMALL = new Map<string, number>([
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
/** Words for figures; they only count beside the figure they stand for. */
const RATIOS = [
  ['doubl\\w+|twice|twofold', 'two times|2x|100 ?(?:%|percent)|hundred percent'],
  ['tripl\\w+|treble\\w*|threefold|thrice', 'three times|3x'],
  ['quadrupl\\w+|fourfold', 'four times|4x'],
  ['hal(?:f|ves?|ved|ving)', '50 ?(?:%|percent)|fifty percent'],
  ['(?:one|a) third|two thirds', 'thirds?|33|66'],
].map(([claims, also]) => ({
  claims: new RegExp(`\\b(?:${claims})\\b`, 'i'),
  says: new RegExp(`\\b(?:${claims}|${also})`, 'i'),
}));

/** Whether a figure counts something: the word 'one' may be a pronoun, and 'half' is among the ratios. */
export const isMeant = ({ isWord, value }: Figure): boolean => !isWord || value > 1;

/** Whether every figure and date of the text occurs near its evidence. */
export function figuresHold(text: string, { said, quoted, around }: Grounds): boolean {
  const ground = `${quoted} ${said}`;
  const meant = figuresIn(text).filter(isMeant);
  // Most statements have no figure and no date; reading all around them would take most of the check.
  if (meant.length > 0) {
    const known = figuresIn(ground);
    const before = figuresIn(around);
    const spans = durationsIn(ground);
    const held = meant.every(
      (figure) =>
        isAmong(figure, known) || isCarried(figure, known, before) || isLasting(figure, spans),
    );
    if (!held) return false;
  }
  if (RATIOS.some(({ claims, says }) => claims.test(text) && !says.test(ground))) return false;
  const dates = datesIn(text);
  if (dates.length === 0) return true;
  const heard = new Set(datesIn(ground));
  return dates.every((date) => heard.has(date));
}

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

const isLasting = ({ value, unit }: Figure, durations: number[]) =>
  isAsLong(value * (DAYS.get(unit) ?? Number.NaN), durations);

/** Whether a duration in days equals one of the others: 'a day' is 24 hours, 'a decade' ten years. */
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

/** 'First' may mean anything. */
const PLACES = 'second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
/** Weekdays, months, times such as 'next year', ordinals, 'dozens', and digits of other scripts. */
const DATES = new RegExp(
  [
    String.raw`\b(?:january|february|march|april|june|july|august|september|october|november|december)\b`,
    String.raw`\b(?:in|of|since|until|by|last|next|early|mid|late) may\b|\bmay (?=\d)`,
    String.raw`\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b`,
    String.raw`\b(?:this|next|last|previous|past|same) (?:day|week|month|quarter|season|year|decade|century|morning|evening|night|spring|summer|autumn|winter)\b`,
    String.raw`\b\d+(?:st|nd|rd|th)\b|(?<!\b(?:a|one|two) )\b(?:${PLACES.join('|')})\b`,
    String.raw`\b(?:dozens|hundreds|thousands|millions|billions|trillions)\b`,
    String.raw`(?:(?![0-9])\p{N})+`,
  ].join('|'),
  'gu',
);

/** Returns the dates of a text and what is counted like one, each in one form. */
function datesIn(text: string): string[] {
  const found = text.normalize('NFKC').toLowerCase().match(DATES) ?? [];
  return found.map((date) => {
    if (/\bmay\b/.test(date)) return 'may';
    if (/^\d/.test(date)) return date.replace(/\D+$/, 'th');
    const place = PLACES.indexOf(date);
    return place < 0
      ? date.replace(/days$/, 'day').replace(/^(?:previous|past) /, 'last ')
      : `${place + 2}th`;
  });
}

/** Figures this high, or with a fraction, don't match by chance. */
const PRECISE = 1_000;

/** Whether a figure refers to an earlier one: 'the four percent rule'. */
function isCarried(figure: Figure, known: Figure[], before: Figure[]): boolean {
  const isPrecise = !Number.isInteger(figure.value) || figure.value >= PRECISE;
  if (isPrecise) return before.some(({ value }) => value === figure.value);
  if (figure.unit === '' || known.some(({ unit }) => unit === figure.unit)) return false;
  return before.some(({ value, unit }) => value === figure.value && unit === figure.unit);
}

function isAmong(figure: Figure, known: Figure[]): boolean {
  const isSame = (value: number) => Math.abs(value - figure.value) < 1e-9;
  // 'Twelve fifty' is 12.50 or 1,250.
  const same = known.filter(
    ({ value, isWord }) => isSame(value) || (isWord && isSame(value / 100)),
  );
  if (same.length === 0) return false;
  if (figure.unit === '') return true;
  if (same.some(({ unit }) => unit === figure.unit || unit === '')) return true;
  // The figure belongs to something else, and this thing has one of its own.
  const isCounted = known.some(({ unit }) => unit === figure.unit);
  return !isCounted && !same.every(({ unit }) => isMeasure(unit) && isMeasure(figure.unit));
}

const MEASURES = new Set(
  'percent dollar euro pound cent second minut hour dai week month year decad kilomet mile metr meter foot kilo kilogram gram degre liter litr ounc'.split(
    ' ',
  ),
);
const isMeasure = (unit: string) => MEASURES.has(unit);

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
    const read = numberAt(words, index);
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
    const [after = '', third = ''] = words.slice(next + 1, next + 3);
    const small = SMALL.get(word);
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
      if (!SMALL.has(follows) && !/^\d/.test(follows)) {
        next++;
        break;
      }
    } else if (word === 'point' && part !== null && isDigit(after)) {
      const digits = words.slice(next + 1, next + 1 + MAX_DECIMALS);
      const end = digits.findIndex((digit) => !isDigit(digit));
      const decimals = end < 0 ? digits : digits.slice(0, end);
      part += Number(`0.${decimals.map((digit) => SMALL.get(digit) ?? digit).join('')}`);
      next += decimals.length;
    } else if (word === 'and' && part !== null && after === 'a' && third === 'half') {
      part += 0.5;
      next += 2;
    } else if (word === 'a' && part === 0.5 && SCALE.has(after)) {
      // 'half a million'
    } else if (word === 'and' && SMALL.has(after) && (part === null || part >= 100)) {
      if (total === 0 && part === null) break;
    } else break;
  }
  return next === index ? null : { value: total + (part ?? 0), next, isWord };
}

const MAX_DECIMALS = 6;
const isDigit = (word: string) => /^\d$/.test(word) || (SMALL.get(word) ?? 10) < 10;

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
    if (/^\d/.test(word) || SMALL.has(word)) return '';
    if (!BETWEEN.has(word)) return stemOf(word);
    if (
      index === from &&
      !/^(?:of|the|more|other|new|full|whole|extra|additional|different)$/.test(word)
    )
      return '';
  }
  return '';
}

/** 'Two reasons' tells less than 'five hundred milligrams'. */
const MOST_UNITS = 12;

/** The number of a name: 'GPT 4', 'S3'. */
const OF_NAME = /(?:(?<=[\p{Ll},;] )\p{Lu}[\p{L}-]* |\p{L}-?)\d[\p{L}\d.,-]*/gu;

/** Returns a sentence's figures, but not those in names or small ones in words. */
export const figuresToldIn = cachedBy(({ text }: Sentence): Figure[] =>
  figuresIn(text.replace(OF_NAME, ' ')).filter(
    ({ isWord, value }) => !isWord || value > MOST_UNITS,
  ),
);
