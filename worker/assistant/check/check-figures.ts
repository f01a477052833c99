/** Checks figures and dates: each must occur in the evidence and count the same thing. */
import type { EvidenceContext } from './evidence-context.ts';
import { durationsIn, type Figure, figuresIn, isLasting, isQuantity } from './figures.ts';

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

/** Whether every figure and date of the text occurs near its evidence. */
export function areFiguresSupported(text: string, { nearby, quotation }: EvidenceContext): boolean {
  const ground = `${quotation} ${nearby}`;
  const meant = figuresIn(text).filter(isQuantity);
  // Most statements have no figure and no date; reading all around them would take most of the check.
  if (meant.length > 0) {
    const known = figuresIn(ground);
    const spans = durationsIn(ground);
    const isHeld = (figure: Figure) => isAmong(figure, known) || isLasting(figure, spans);
    if (!meant.every(isHeld)) return false;
  }
  if (RATIOS.some(({ claims, says }) => claims.test(text) && !says.test(ground))) return false;
  const dates = datesIn(text);
  if (dates.length === 0) return true;
  const heard = new Set(datesIn(ground));
  return dates.every((date) => heard.has(date));
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

function isAmong(figure: Figure, known: Figure[]): boolean {
  const same = known.filter(({ value }) => Math.abs(value - figure.value) < 1e-9);
  if (same.length === 0) return false;
  if (figure.unit === '') return true;
  if (same.some(({ unit }) => unit === figure.unit || unit === '')) return true;
  // The figure belongs to something else, and this thing has one of its own.
  const isCounted = known.some(({ unit }) => unit === figure.unit);
  return !isCounted;
}
