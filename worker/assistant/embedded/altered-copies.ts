/**
 * Alters a sentence so that it says something else: a figure, a word with an opposite, a negation, or
 * cause and effect. Every altered copy reads as well as the original.
 */
import { CONTRARIES } from './contraries.ts';
import type { Chance } from './seeded-random.ts';

/** A place in a sentence and its fillings: first the original, then others. */
export interface Slot {
  kind: 'figure' | 'contrary' | 'negation' | 'exchange';
  from: number;
  to: number;
  said: string;
  others: string[];
  /** Whether the original is a negation. */
  isNegated?: boolean;
}

const UNIT = String.raw`(?:\s?(?:%|percent|basis points|percentage points|points?|million|billion|trillion|thousand|k\b|dollars|euros|pounds|cents|years?|months?|weeks?|days?|hours?|minutes?|seconds?|people|employees|customers|patients|users|members|countries|stores|plants|miles|degrees|grams|milligrams|mg|times|megabytes|gigabytes|lines|loaves|square feet|barrels))`;
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

/** Returns the places of a sentence that can be altered, at most two of each kind. */
export function slotsIn(text: string, chance: Chance): Slot[] {
  return [
    ...figureSlots(text, chance),
    ...contrarySlots(text),
    ...negationSlot(text),
    ...exchangeSlot(text),
  ];
}

function figureSlots(text: string, chance: Chance): Slot[] {
  const slots: Slot[] = [];
  for (const match of text.matchAll(FIGURE)) {
    const said = match[1] ?? '';
    const after = text.slice(match.index + said.length);
    const hasUnit = /^[$€£]/.test(said) || MONEY_OR_UNIT.test(after) || COUNTED.test(after);
    // Only counts; not dates, page numbers and names.
    if (!hasUnit || YEAR.test(said) || MONTH_BEFORE.test(text.slice(0, match.index))) continue;
    const others = otherFigures(said, chance);
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

/** The ratios between the figures of a question. */
const STEPS = [0.6, 0.75, 0.85, 1.2, 1.35, 1.6];

/** Returns three figures as round as this one. Chance decides which of the four is the largest. */
function otherFigures(said: string, chance: Chance): string[] {
  const [, sign = '', digits = ''] = /^([$€£]?)(.+)$/u.exec(said) ?? [];
  const value = Number(digits.replaceAll(',', ''));
  if (!Number.isFinite(value) || value === 0) return [];
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
      if (other > 0 && written !== digits && !found.has(sign + written)) {
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
  return [...found].slice(0, 3);
}

function write(value: number, like: string, decimals: number): string {
  const plain = value.toFixed(decimals);
  if (!like.includes(',')) return plain;
  const [whole = '', fraction] = plain.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

const CONTRARY = new Map(
  CONTRARIES.flatMap(
    ([one, other]) =>
      [
        [one, other],
        [other, one],
      ] as const,
  ),
);
/** After these the word has another meaning: 'as long as', 'how many', 'no more', 'more or less'. */
const FIXED_BEFORE =
  /\b(?:as|or|how|no|so|too|any|at|once|set|end|come|came|show|look|make|made|pick|sign|follow|what's) $/i;
const FIXED_AFTER = /^(?: or | as\b| of all\b| york\b| time\b| to date\b|-)/i;

function contrarySlots(text: string): Slot[] {
  const slots: Slot[] = [];
  for (const match of text.matchAll(/\b[a-z]{2,}\b/g)) {
    const [said] = match;
    const other = CONTRARY.get(said);
    if (other === undefined || other.includes(' ')) continue;
    if (FIXED_BEFORE.test(text.slice(Math.max(0, match.index - 12), match.index))) continue;
    if (FIXED_AFTER.test(text.slice(match.index + said.length))) continue;
    slots.push({
      kind: 'contrary',
      from: match.index,
      to: match.index + said.length,
      said,
      others: [other],
    });
  }
  return slots.slice(0, 2);
}

const CAN_BE_NEGATED =
  /\b(is|are|was|were|can|could|will|would|should|must|does|do|did|has|have)(n['’]t| not)?\b(?= (?!not\b|never\b|\w+ing to\b|to\b|you\b|we\b|they\b|it\b|he\b|she\b|i\b)\p{L}+)|\b(can['’]t|cannot|won['’]t)\b/iu;
const NEEDS_MORE = /^(?:do|does|did|has|have)$/i;

function negationSlot(text: string): Slot[] {
  const match = CAN_BE_NEGATED.exec(text);
  if (match === null || match.index === 0) return [];
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
/** How a clause with a subject begins; a name counts by its capital. 'Because of' begins none. */
const SUBJECT =
  /^(?:[Tt]he|[Aa]n?|I|[Ww]e|[Yy]ou|[Tt]hey|[Pp]eople|[Ii]t|[Hh]e|[Ss]he|[Oo]ur|[Mm]y|[Yy]our|[Tt]heir|\p{Lu}\p{L}+|\p{L}+s) /u;

/** Swaps cause and effect, if both are complete clauses. */
function exchangeSlot(text: string): Slot[] {
  const [said, effect = '', cause = '', end = ''] = CAUSE.exec(text) ?? [];
  if (said === undefined || !SUBJECT.test(effect) || !SUBJECT.test(cause)) return [];
  const other = `${capitalised(cause)} because ${uncapitalised(effect)}${end}`;
  return [{ kind: 'exchange', from: 0, to: text.length, said, others: [other] }];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function uncapitalised(text: string): string {
  return /^(?:I\b|\p{Lu}\p{L}* \p{Lu})/u.test(text)
    ? text
    : text.charAt(0).toLowerCase() + text.slice(1);
}
