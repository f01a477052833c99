/**
 * Alters a sentence so that it says something else: a figure, how many or how often, a word with
 * an opposite, a negation, or cause and effect. Every altered copy reads as well as the original.
 */
import { capitalised, isStopWord } from '../retrieval/words.ts';
import { CONTRARIES } from './contraries.ts';
import type { Chance } from './seeded-random.ts';

/** A place in a sentence and its fillings: first the original, then others. */
export interface Slot {
  kind: 'figure' | 'extent' | 'contrary' | 'negation' | 'exchange';
  from: number;
  to: number;
  said: string;
  others: string[];
  /** Whether the original is a negation. */
  isNegated?: boolean;
}

const UNIT = String.raw`(?:\s?(?:%|percent|basis points|percentage points|points?|million|billion|trillion|thousand|k\b|dollars|euros|pounds|cents|years?|months?|weeks?|days?|hours?|minutes?|seconds?|people|employees|customers|patients|users|members|countries|stores|plants|miles|degrees|grams|milligrams|mg|times|megabytes|gigabytes|lines|square feet))`;
const FIGURE = new RegExp(
  String.raw`(?<![\p{L}\d.,:/#-])(?<!\b(?:page|pages|section|article|chapter|episode|case|number|no\.|version|title|rule|part|slide|line|form|python|amendment|room|footnote|of|in|on|since|by) )([$€£]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[$€£]?\d+(?:\.\d+)?)(?=${UNIT}|[$€£]|\b)(?![\d:/-]|(?:st|nd|rd|th)\b|\.\d)`,
  'giu',
);
const NUMBER_WORDS =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety'.split(
    ' ',
  );
const WORD_FIGURE = new RegExp(String.raw`\b(${NUMBER_WORDS.join('|')})(?=${UNIT}\b)`, 'giu');
const MONEY_OR_UNIT = new RegExp(`^${UNIT}`, 'iu');
/** Counted things: '180 metres', '340 loaves'. */
const COUNTED =
  /^ (?!(?:and|or|of|to|in|at|on|by|is|was|are|were|the|that|from|for|with|as|but|when|which|who|this|if)\b)\p{Ll}{3,}/u;
const YEAR = /^(?:1[5-9]|20)\d\d$/;
const MONTH_BEFORE =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|born|aged?|birthday|phone|dial|press) $/i;

/**
 * Returns the places of a sentence that can be altered, at most three of each kind.
 *
 * @param isTerm whether two words are one term, which no word of it may leave: 'high school'
 */
export function slotsIn(
  text: string,
  chance: Chance,
  isTerm: (words: string) => boolean = () => false,
): Slot[] {
  return [
    ...figureSlots(text, chance),
    ...extentSlots(text),
    ...contrarySlots(text, isTerm),
    ...negationSlot(text),
    ...exchangeSlot(text),
  ];
}

/** Characters between two altered places: 'a big success' must not become 'a small failure'. */
const BETWEEN = 10;

/** Returns a place with four fillings, or a reversal beside another place; null if there are none. */
export function chosenSlots(slots: Slot[], chance: Chance): Slot[] | null {
  const [content] = chance.shuffle(slots.filter(({ others }) => others.length === 3));
  const reversals = slots.filter(({ others }) => others.length === 1);
  const denied = reversals.filter(({ kind }) => kind === 'negation');
  const [reversal, ...rest] = reversals.filter(({ kind }) => kind !== 'negation');
  const isApart = ({ from, to }: Slot) =>
    reversal !== undefined &&
    (reversal.kind === 'exchange' || to + BETWEEN < reversal.from || reversal.to + BETWEEN < from);
  if (content === undefined) {
    const other = [...rest, ...denied].find(isApart);
    return reversal && other ? [reversal, other] : null;
  }
  return reversal && isApart(content) && chance.next() < 0.6 ? [reversal, content] : [content];
}

/** Returns four texts, the original first. */
export function copies(text: string, [one, two]: Slot[]): string[] {
  if (one === undefined) return [];
  if (two === undefined) return [text, ...one.others.map((word) => filled(text, [[one, word]]))];
  const [first = '', second = ''] = [one.others[0], two.others[0]];
  const altered = filled(text, [[two, second]]);
  const both =
    one.kind === 'exchange'
      ? (exchanged(altered) ?? text)
      : filled(text, [
          [one, first],
          [two, second],
        ]);
  return [text, altered, filled(text, [[one, first]]), both];
}

/** Returns the text with other fillings. */
export function filled(text: string, fillings: [Slot, string][]): string {
  let filledText = text;
  for (const [slot, word] of fillings.toSorted((a, b) => b[0].from - a[0].from)) {
    const before = filledText
      .slice(0, slot.from)
      .replace(/\b(a)n? $/i, /^(?:[aeiou]|8|1[18]\b)/i.test(word) ? '$1n ' : '$1 ');
    filledText = before + word + filledText.slice(slot.to);
  }
  return filledText;
}

function figureSlots(text: string, chance: Chance): Slot[] {
  const slots: Slot[] = [];
  for (const match of text.matchAll(FIGURE)) {
    const said = match[1] ?? '';
    const after = text.slice(match.index + said.length);
    const hasUnit = /^[$€£]/.test(said) || MONEY_OR_UNIT.test(after) || COUNTED.test(after);
    // Only counts; not dates, page numbers and names.
    if (!hasUnit || YEAR.test(said) || MONTH_BEFORE.test(text.slice(0, match.index))) continue;
    if (isPartOfMore(text, match.index, said)) continue;
    const isPercent = /^ ?(?:%|percent\b)/i.test(after);
    const others = otherFigures(said, isPercent, chance).filter((other) => !text.includes(other));
    if (others.length === 3) {
      slots.push({
        kind: 'figure',
        from: match.index,
        to: match.index + said.length,
        said,
        others,
      });
    }
  }
  for (const match of text.matchAll(WORD_FIGURE)) {
    const said = match[1] ?? '';
    if (isPartOfMore(text, match.index, said)) continue;
    const index = NUMBER_WORDS.indexOf(said.toLowerCase());
    const low = Math.max(
      0,
      Math.min(NUMBER_WORDS.length - 4, index - Math.floor(chance.next() * 4)),
    );
    const others = NUMBER_WORDS.slice(low, low + 4).filter((word) => word !== said.toLowerCase());
    const alike = others.map((word) => (/^\p{Lu}/u.test(said) ? capitalised(word) : word));
    slots.push({
      kind: 'figure',
      from: match.index,
      to: match.index + said.length,
      said,
      others: alike.slice(0, 3),
    });
  }
  return slots.slice(0, 2);
}

const ANY_FIGURE = String.raw`(?:[$€£]?\d[\d.,]*|one|${NUMBER_WORDS.join('|')})`;
const AFTER = new RegExp(
  String.raw`^(?:${UNIT})? ?(?:or|and|-|–|a|per) ?${ANY_FIGURE}\b|^(?:${UNIT})? to an?\b|^ (?:and a half|out of|hundred|thousand|point)\b|^ ?-`,
  'iu',
);
const RANGE_AFTER = new RegExp(`^(${UNIT})? to (${ANY_FIGURE}(?:${UNIT})?)`, 'iu');
const BEFORE = new RegExp(
  String.raw`${ANY_FIGURE}(?:${UNIT})?(?:,? ?(?:to|or|and|-|–|point) ?|,? )$|\b(?:between|from|out of) $`,
  'iu',
);
const KIND = /[$€£]|%|percent/gi;

/** Whether a figure is one end of a range, part of a longer one or said twice, so that it can't change alone. */
function isPartOfMore(text: string, at: number, said: string): boolean {
  const after = text.slice(at + said.length);
  const [range, unit = '', end = ''] = RANGE_AFTER.exec(after) ?? [];
  const kindOf = (figure: string) => figure.match(KIND)?.join('') ?? '';
  // 'Up 12% to $340 million' is no range.
  const before = text.slice(Math.max(0, at - 40), at);
  const isRange = range !== undefined && kindOf(before.slice(-1) + said + unit) === kindOf(end);
  return isRange || AFTER.test(after) || BEFORE.test(before) || text.split(said).length > 2;
}

/** The ratios between the figures of a question. */
const STEPS = [0.6, 0.75, 0.85, 1.2, 1.35, 1.6];

/** Returns three figures as round as this one. Chance decides which of the four is the largest. */
function otherFigures(said: string, isPercent: boolean, chance: Chance): string[] {
  const [, sign = '', digits = ''] = /^([$€£]?)(.+)$/u.exec(said) ?? [];
  const value = Number(digits.replaceAll(',', ''));
  if (!Number.isFinite(value) || value === 0) return [];
  const limit = isPercent && value <= 100 ? 99.9 : Number.POSITIVE_INFINITY;
  const decimals = /\.(\d+)$/.exec(digits)?.[1]?.length ?? 0;
  const zeros = decimals > 0 ? 0 : (/0+$/.exec(digits.replaceAll(',', ''))?.[0].length ?? 0);
  const step = decimals > 0 ? 10 ** -decimals : 10 ** Math.min(zeros, String(value).length - 1);
  const below = Math.floor(chance.next() * 4);
  const found = new Set<string>();
  const add = (factor: number, direction: 1 | -1) => {
    const moved = Math.max(1, Math.round((Math.abs(factor - 1) * value) / step));
    for (let tries = 0; tries < 6; tries++) {
      const other = value + direction * step * (moved + tries * Math.max(1, moved));
      const written = write(other, digits, decimals);
      if (other > 0 && other < limit && written !== digits && !found.has(sign + written)) {
        found.add(sign + written);
        return;
      }
    }
  };
  const down = STEPS.filter((factor) => factor < 1);
  const up = STEPS.filter((factor) => factor > 1);
  for (let place = 0; place < 3; place++) {
    const isBelow = place < below;
    add((isBelow ? chance.shuffle(down)[0] : chance.shuffle(up)[0]) ?? 1.2, isBelow ? -1 : 1);
  }
  for (const factor of up) if (found.size < 3) add(factor, 1);
  for (const factor of down) if (found.size < 3) add(factor, -1);
  return [...found].slice(0, 3);
}

function write(value: number, like: string, decimals: number): string {
  const plain = value.toFixed(decimals);
  if (!like.includes(',')) return plain;
  const [whole = '', fraction] = plain.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Built backwards, so that the first pair of a word counts. */
const CONTRARY = new Map(
  CONTRARIES.toReversed().flatMap(([one, other]): [string, string][] => [
    [other, one],
    [one, other],
  ]),
);
/** After these the word has another meaning: 'as long as', 'how many', 'no more', 'more or less'. */
const FIXED_BEFORE =
  /(?:\b(?:i|we|you)(?:['’](?:m|re)| am| are)|\b(?:as|or|how|no|not|so|too|any|at|at an?|in|for|once|set|end|come|came|show|look|make|made|pick|sign|follow|what['’]s|even|far|never|last|this|next|you|we|had|['’]d|work|works|worked|working|try|the (?:more|less)[^,]*, the)|-) $/i;
const FIXED_AFTER =
  /^(?:-| (?:or|as|of all|york|time|to date|luck|morning|thing|for you|enough|part|deal)\b)/i;

function contrarySlots(text: string, isTerm: (words: string) => boolean): Slot[] {
  const slots: Slot[] = [];
  const degree = DEGREE.exec(text);
  if (degree?.[1] !== undefined) {
    const [said, more] = degree;
    const others = [more === 'slightly' ? 'much' : 'slightly'];
    slots.push({
      kind: 'contrary',
      from: degree.index,
      to: degree.index + said.length,
      said,
      others,
    });
  }
  const words = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  for (const match of text.matchAll(/\b[a-z]{2,}\b(?!['’])/g)) {
    const [said] = match;
    const after = text.slice(match.index + said.length);
    const other = contraryOf(said, after);
    if (other === null) continue;
    // 'Most people' aren't 'the most diligent people'.
    if (said === 'most' && !/\bthe $/i.test(text.slice(0, match.index))) continue;
    if (FIXED_BEFORE.test(text.slice(Math.max(0, match.index - 60), match.index))) continue;
    if (FIXED_AFTER.test(after) || isTerm(`${said} ${/^ ([\p{L}-]+)/u.exec(after)?.[1]}`)) continue;
    // 'Simple for simple things', and 'more before, less after'.
    if (words.filter((word) => word === said || word === CONTRARY.get(said)).length > 1) continue;
    slots.push({
      kind: 'contrary',
      from: match.index,
      to: match.index + said.length,
      said,
      others: [other],
    });
  }
  return slots.slice(0, 3);
}

/** How many, how often: each list excludes its other members. */
const EXTENTS: [RegExp, string[]][] = [
  [
    /(?<!\b(?:of|than|at|a|the|very) )\b(all|most|none)(?= of (?:the|our|your|my|their|these|those) (?:\p{Ll}+ ){0,2}?\p{Ll}+[^sui\W]s\b)/giu,
    ['all', 'most', 'few', 'none'],
  ],
  [
    /(?<!\b(?:of|than|at|every|the|a|very|not|are|were|is|we|they|you|us|them|it|last|first) )\b(all|most)(?= (?!(?:the|of|our|your|my|their|these|those|his|her|this|that|as|is|are|was|were|sorts|kinds|times|ways) )(?:\p{Ll}+ )?(?:\p{Ll}+[^sui\W]s|people|children)\b)/giu,
    ['all', 'most', 'few', 'no'],
  ],
  [
    /(?<!(?:n['’]t|not|\p{L}['’]s|almost|nearly) )\b(always|usually|rarely|never)(?= (?!not\b)\p{Ll})/gu,
    ['always', 'usually', 'rarely', 'never'],
  ],
  [
    /(?<!(?:n['’]t|not|more|less|very|how|too|so) )\b(often)(?= (?!not\b)\p{Ll})/gu,
    ['always', 'often', 'rarely', 'never'],
  ],
];

function extentSlots(text: string): Slot[] {
  return EXTENTS.flatMap(([pattern, extents]) => {
    const [match, ...more] = text.matchAll(pattern);
    const said = match?.[1];
    if (match === undefined || said === undefined || more.length > 0) return [];
    const isCapital = /^\p{Lu}/u.test(said);
    const others = extents
      .filter((extent) => extent !== said.toLowerCase())
      .map((extent) => (isCapital ? capitalised(extent) : extent));
    return [
      { kind: 'extent' as const, from: match.index, to: match.index + said.length, said, others },
    ];
  });
}

/** 'Much bigger' and 'slightly bigger'. */
const DEGREE =
  /\b(much|far|significantly|substantially|considerably|slightly)(?= (?:\p{Ll}{2,}er\b|more\b|less\b|fewer\b|worse\b))/u;
const MANY_AFTER = /^ (?:\p{L}+ )?(?:\p{Ll}+[^sui\W]s|people|children|women|men)\b/u;

function contraryOf(said: string, after: string): string | null {
  if (said === 'more' && MANY_AFTER.test(after)) return 'fewer';
  return CONTRARY.get(said) ?? null;
}

const CAN_BE_NEGATED =
  /\b(is|are|was|were|can|could|will|would|should|must|does|do|did|has|have)(n['’]t| not)?\b(?= (?!not\b|never\b|\w+ing to\b|to\b|you\b|we\b|they\b|it\b|he\b|she\b|i\b)\p{L}+)|\b(can['’]t|cannot|won['’]t)\b/iu;
/** Something reversed beside a negation confuses. */
export const DENIES = /\b(?:not|never|no|none|nobody|nothing|without|unless|\p{L}+n['’]t)\b/iu;
const NEEDS_MORE = /^(?:do|does|did|has|have)$/i;

function negationSlot(text: string): Slot[] {
  const match = CAN_BE_NEGATED.exec(text);
  if (match === null || match.index === 0 || DENIES.test(text.replace(match[0], ''))) return [];
  const [said, verb = '', not = '', contracted = ''] = match;
  const isNegated = not !== '' || contracted !== '';
  // 'They have a plan' can't become 'They have not a plan'.
  if (!isNegated && NEEDS_MORE.test(verb)) return [];
  const plain = contracted !== '' ? (/^w/i.test(contracted) ? 'will' : 'can') : verb;
  const negated = plain.toLowerCase() === 'can' ? 'cannot' : `${verb} not`;
  const other = isNegated ? plain : negated;
  return [
    {
      kind: 'negation',
      from: match.index,
      to: match.index + said.length,
      said,
      others: [other],
      isNegated,
    },
  ];
}

const CAUSE =
  /^((?:\p{L}|['’]|[ ,-]|\d){12,110}?),? because ((?:\p{L}|['’]|[ ,%$.\d-]){12,110}?)([.!])$/u;
/** Stop words with which a subject begins. */
const SUBJECT =
  /^(?:the|an?|i|we|you|they|it|he|she|our|my|your|their|its|his|her|every|each|all|most|some|many|no|few|both|people|another|these|those|this|that)(?:['’]\p{L}+)? /iu;
const STARTS_WITH_NAME = /^(?:I\b|\p{Lu}\p{L}* \p{Lu})/u;
/** Ends that wait for more. */
const UNFINISHED =
  /\b(?:is|are|was|were|be|the|an?|of|to|and|or|but|that|in|on|at|for|with|from|by|because|so|if|like|as|than|i|we|say|says|said|saying)[.!]?$/i;

/** Whether a text is a clause with a subject of its own. */
export function isClause(text: string): boolean {
  const [first = ''] = /^[\p{L}\p{N}'’.-]+/u.exec(text) ?? [];
  if (UNFINISHED.test(text) || /(?:ing|ed|ly)$/.test(first)) return false;
  return (
    SUBJECT.test(text) || (first !== '' && !isStopWord(first.toLowerCase().replaceAll('’', "'")))
  );
}

/** Swaps cause and effect, if both are complete clauses. */
function exchanged(text: string): string | null {
  const [said, effect = '', cause = '', end = ''] = CAUSE.exec(text) ?? [];
  if (said === undefined || !isClause(effect) || !isClause(cause)) return null;
  // Whether another first word is a name isn't known.
  if (!SUBJECT.test(effect) && !STARTS_WITH_NAME.test(effect)) return null;
  return `${capitalised(cause)} because ${uncapitalised(effect)}${end}`;
}

function exchangeSlot(text: string): Slot[] {
  const other = exchanged(text);
  return other === null
    ? []
    : [{ kind: 'exchange', from: 0, to: text.length, said: text, others: [other] }];
}

function uncapitalised(text: string): string {
  return STARTS_WITH_NAME.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
