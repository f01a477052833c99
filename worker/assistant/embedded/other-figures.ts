/** Finds the figures of a sentence that may be exchanged for others, so that it says something else and reads as well. */
import type { Chance } from '../../platform/seeded-random.ts';

/** A figure in a sentence, and three others that may stand there instead. */
export interface Slot {
  from: number;
  to: number;
  others: string[];
}

/** Not after an article, which would tell it: 'an 80 euro loan'. */
const FIGURE = /(?<![\p{L}\d.,:/#-])(?<!\ban? )[$€£]?\d+(?:,\d{3})*(?:\.\d+)?/giu;
/** It measures something: '40 lines' are by the way, and '40 years ago' tells when. */
const UNIT =
  /^(?:%| ?k\b| (?:percent|hundred|thousand|million|billion|dollars|euros|pounds|cents|miles|degrees|milligrams|basis points|years?|months?|weeks?|days?|hours?|times)\b)(?![ -](?:ago|old)\b)/u;
/** What stands between the figures of a range or of a longer figure: '3 to 4', '7 and a half'. */
const JOINS = /^(?:%| ?\p{L}+(?: points)?)?,?(?: ?(?:to|or|and|of|point|[-–]))? ?$/u;

/** Returns the figures of a sentence that can be exchanged. */
export function slotsIn(text: string, chance: Chance): Slot[] {
  const all = [...text.matchAll(FIGURE)].map(({ 0: said, index: from }) => {
    const after = text.slice(from + said.length);
    const sign = (said + after.slice(0, 8)).match(/[$€£]|%| percent/)?.[0].trim() ?? '';
    return { said, from, to: from + said.length, after, sign };
  });
  return all.flatMap(({ said, from, to, after, sign }, at): Slot[] => {
    const isMeasure = UNIT.test(after) || /^[$€£]/.test(said);
    if (!isMeasure || text.split(said).length > 2) return [];
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
  const [, currency = '', whole = '', fraction = ''] = /^(\D?)([\d,]+)(\.\d+)?$/.exec(said) ?? [];
  const value = Number(whole.replaceAll(',', '') + fraction);
  const decimals = Math.max(0, fraction.length - 1);
  const zeros = /(?<=\d)0*$/.exec(whole.replaceAll(',', ''))?.[0].length ?? 0;
  const round = 10 ** (decimals > 0 ? -decimals : zeros);
  const unit = round > 1 && value < 4 * round ? round / 2 : round;
  const isShare = ['%', 'percent'].includes(sign) && value < 100;
  const room = isShare ? Math.min(value, 100 - value) : value;
  const step = unit * Math.max(1, Math.floor(((0.2 + 0.1 * chance.next()) * room) / unit));
  if (value <= 3 * step || (isShare && value + 3 * step >= 100)) return [];
  const below = Math.floor(chance.next() * 4);
  const form = new Intl.NumberFormat('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: whole.includes(','),
  });
  return [0, 1, 2, 3]
    .filter((place) => place !== below)
    .map((place) => currency + form.format(value + (place - below) * step));
}
