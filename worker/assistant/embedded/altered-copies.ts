/** Alters a sentence so that it says something else: a figure, or a word with an opposite. Every copy reads as well. */

import type { Chance } from '../../platform/seeded-random.ts';
import { OPPOSITE_WORDS } from '../retrieval/language.ts';
import { capitalised } from '../retrieval/words.ts';

/** A place in a sentence and what may stand there instead: three other figures, or one opposite. */
export interface Slot {
  from: number;
  to: number;
  others: string[];
}

/** Returns the places in a sentence that can be altered. */
export function slotsIn(text: string, chance: Chance): Slot[] {
  return [...figures(text, chance), ...opposites(text)];
}

/** Characters between two altered places: 'a big success' must not become 'a small failure'. */
const BETWEEN = 10;

/** Returns three altered copies of a text: of one place, or of two places and both. Null if it has too few. */
export function alteredCopies(
  text: string,
  chance: Chance,
  isSaid: (word: string) => boolean = () => true,
): string[] | null {
  const slots = slotsIn(text, chance).filter(
    ({ others: [other = '', ...more] }) => more.length > 0 || isSaid(other),
  );
  const [one, ...rest] = chance.shuffle(slots);
  if (one === undefined) return null;
  const two = rest.find(({ from, to }) => to + BETWEEN < one.from || one.to + BETWEEN < from);
  if (one.others.length === 3 && (two === undefined || chance.next() < 0.5)) {
    return one.others.map((other) => filled(text, [[one, other]]));
  }
  if (two === undefined) return null;
  const fillings = [one, two].map((slot): [Slot, string] => [slot, slot.others[0] ?? '']);
  const kinds = [fillings, ...fillings.map((filling) => [filling])];
  return kinds.map((kind) => filled(text, kind));
}

/** Returns the text with other fillings. */
export function filled(text: string, fillings: [Slot, string][]): string {
  let filledText = text;
  for (const [{ from, to }, word] of fillings.toSorted(([a], [b]) => b.from - a.from)) {
    const article = /^(?:[aeiou]|8|1[18]\b)/i.test(word) ? '$1n ' : '$1 ';
    const before = filledText.slice(0, from).replace(/(?<!\p{L})(a)n? $/iu, article);
    filledText = before + word + filledText.slice(to);
  }
  return filledText;
}

const NUMBER_WORDS =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety'.split(
    ' ',
  );
const FIGURE = new RegExp(
  String.raw`(?<![\p{L}\d.,:/#-])(?:[$€£]?\d+(?:,\d{3})*(?:\.\d+)?|\b(?:one|${NUMBER_WORDS.join('|')})\b)`,
  'giu',
);
const UNIT =
  /^(?:%| ?k\b| (?:percent|hundred|thousand|million|billion|dollars|euros|pounds|cents|miles|degrees|milligrams|basis points|years?|months?|weeks?|days?|hours?|times)\b)/u;
/** '40 lines' is worth asking about, 'two reasons' is not. */
const THINGS = /^ (?:\p{Ll}+ )?(?:\p{Ll}+[^sui\W]s|people|children|women|men)\b/u;
/** Tells when something was, not how much of it. */
const AGE = /^[ -]\p{L}+[ -](?:ago|old)\b/u;
/** A year, or what stands behind a name: 'Python 3', 'May 12', 'page 14'. */
const YEAR = /^(?:1[5-9]|20)\d\d$/;
const NAMED_BEFORE =
  /(?:\p{L} \p{Lu}\p{L}*|^(?:January|February|March|April|May|June|July|August|September|October|November|December)|\b(?:page|section|article|chapter|episode|case|number|no\.|version|title|rule|part|slide|line|form|room|type|age|aged|born|phone|dial|press)) $/u;
/** What stands between the figures of a range or of a longer figure: 'three to four', 'five point eight'. */
const JOINS = /^(?:%| ?\p{L}+(?: points)?)?,?(?: ?(?:to|or|and|of|point|[-–]))? ?$/u;

const signOf = (text: string) => text.match(/[$€£]|%| percent/)?.[0].trim() ?? '';

function figures(text: string, chance: Chance): Slot[] {
  const all = [...text.matchAll(FIGURE)].map(({ 0: said, index: from }) => {
    const after = text.slice(from + said.length);
    return { said, from, to: from + said.length, after, sign: signOf(said + after.slice(0, 8)) };
  });
  return all.flatMap(({ said, from, to, after, sign }, at): Slot[] => {
    const before = text.slice(0, from);
    const isOfSomething =
      UNIT.test(after) || /^[$€£]/.test(said) || (/^\d/.test(said) && THINGS.test(after));
    if (!isOfSomething || AGE.test(after)) return [];
    if (YEAR.test(said) || NAMED_BEFORE.test(before) || text.split(said).length > 2) return [];
    // 'Up 12% to $340 million' is no range.
    const isJoined = [all[at - 1], all[at + 1]].some((other) => {
      if (other === undefined || (sign && other.sign && sign !== other.sign)) return false;
      return JOINS.test(text.slice(Math.min(to, other.to), Math.max(from, other.from)));
    });
    const others = isJoined ? [] : otherFigures(said, sign, chance);
    const isNew = others.length === 3 && !others.some((other) => text.includes(other));
    return isNew ? [{ from, to, others }] : [];
  });
}

/**
 * Returns three figures as round as this one; none if it is too small or too large for three on each side, since
 * chance decides how many are smaller.
 */
function otherFigures(said: string, sign: string, chance: Chance): string[] {
  const below = Math.floor(chance.next() * 4);
  const word = NUMBER_WORDS.indexOf(said.toLowerCase());
  if (word >= 0) {
    if (word < 3 || word > NUMBER_WORDS.length - 4) return [];
    const others = NUMBER_WORDS.slice(word - below, word - below + 4).filter(
      (_, at) => at !== below,
    );
    return /^\p{Lu}/u.test(said) ? others.map(capitalised) : others;
  }
  const [, currency = '', whole = '', fraction = ''] = /^(\D?)([\d,]+)(\.\d+)?$/.exec(said) ?? [];
  const value = Number(whole.replaceAll(',', '') + fraction);
  const decimals = Math.max(0, fraction.length - 1);
  const zeros = /(?<=\d)0*$/.exec(whole.replaceAll(',', ''))?.[0].length ?? 0;
  const round = decimals > 0 ? 10 ** -decimals : 10 ** zeros;
  const unit = round > 1 && value < 4 * round ? round / 2 : round;
  const isShare = ['%', 'percent'].includes(sign) && value < 100;
  const room = isShare ? Math.min(value, 100 - value) : value;
  const step = unit * Math.max(1, Math.floor(((0.2 + 0.1 * chance.next()) * room) / unit));
  if (value <= 3 * step || (isShare && value + 3 * step >= 100)) return [];
  return [0, 1, 2, 3]
    .filter((place) => place !== below)
    .map((place) => value + (place - below) * step)
    .map((other) => {
      const [digits = '', rest] = other.toFixed(decimals).split('.');
      const grouped = whole.includes(',') ? digits.replace(/\B(?=(?:\d{3})+$)/g, ',') : digits;
      return currency + (rest === undefined ? grouped : `${grouped}.${rest}`);
    });
}

/** Of several pairs with a word, the first is the one meant. */
const OPPOSITES = new Map(
  OPPOSITE_WORDS.toReversed().flatMap(([one, other]) => [
    [other, one] as const,
    [one, other] as const,
  ]),
);
/** After and before these a word has another meaning: 'as long as', 'how many', 'no more', 'more or less'. */
const FIXED_BEFORE =
  /(?:\b(?:(?:i|we|you)(?:['’](?:m|re)| am| are)|as|or|how|no|not|so|too|any|at|at an?|in|for|once|even|far|never|last|this|next|had|work|works|worked|working|the (?:more|less)[^,]*, the)|['’]d|-) $/i;
const FIXED_AFTER = /^(?:-| (?:or|as|of all|luck|morning|thing|time|for you|enough|part|deal)\b)/i;
/** Negations: reversing a word beside one would confuse. 'Never' itself may be reversed. */
const DENIES = /\b(?:not|no|none|nobody|nothing|without|unless|\p{L}+n['’]t)\b/iu;

function opposites(text: string): Slot[] {
  if (DENIES.test(text)) return [];
  const words: string[] = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return [...text.matchAll(/(?:^[A-Z]|\b[a-z])[a-z]{2,}\b(?!['’])/g)].flatMap((match): Slot[] => {
    const [said, from] = [match[0].toLowerCase(), match.index];
    const [before, after] = [text.slice(0, from), text.slice(from + said.length)];
    const other = OPPOSITES.get(said);
    if (other === undefined || FIXED_AFTER.test(after)) return [];
    if (FIXED_BEFORE.test(before.slice(-60))) return [];
    // 'Simple for simple things', and 'more before, less after'.
    if (words.filter((word) => word === said || word === other).length > 1) return [];
    return [{ from, to: from + said.length, others: [from === 0 ? capitalised(other) : other] }];
  });
}
