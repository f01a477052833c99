/** Asks which figure a sentence gives, among others that might stand there. */
import type { Chance } from '../../platform/seeded-random.ts';
import { figuresIn, TENS, UNITS } from '../check/figures.ts';
import { bareText } from '../duplicate-questions.ts';
import { capitalised, topicStems } from '../language/words.ts';
import type { EpisodeAnalysis } from './episode-analysis.ts';
import { saidIn } from './quiz-endings.ts';
import type { DraftQuestion, OptionSentence } from './quiz-questions.ts';

/** The most words of an option. */
export const MAX_OPTION_WORDS = 30;

/** With fewer topic words before a figure, the beginning doesn't say what a question is about. */
const MIN_GIVEN_TOPIC_WORDS = 2;

/** Asks for each figure of a sentence that can be exchanged, among others. */
export function figureQuestions(
  { index, episode }: EpisodeAnalysis,
  { sentence, text, words, by }: OptionSentence,
  chance: Chance,
): DraftQuestion[] {
  if (words > MAX_OPTION_WORDS) return [];
  const optionOf = (end: string) => ({ text: end, bare: bareText(end), sentence });
  // The reader sees the title, which may tell: 'Seventy-two hours after a data breach'.
  const titled = figuresIn(episode.title).map(({ value }) => value);
  return figureSlots(text, chance).flatMap(({ from, to, others, isDuration }): DraftQuestion[] => {
    const [given, right] = [text.slice(0, from), text.slice(from)];
    const about = given.trim();
    const ends = others.map((other) => other + text.slice(to));
    const isTold = figuresIn(right).some(({ value }) => titled.includes(value));
    const isSaid = ends.some((end) => saidIn(index).has(bareText(given + end)));
    if (isTold || isSaid || topicStems(given).length < MIN_GIVEN_TOPIC_WORDS) return [];
    return [
      {
        kind: isDuration ? 'duration' : 'figure',
        question: `“${about} …” Which figure does ${by} give?`,
        about,
        ...optionOf(right),
        distractors: () => ends.map(optionOf),
      },
    ];
  });
}

/** A figure in a sentence, and three that may stand there instead. */
interface FigureSlot {
  from: number;
  to: number;
  others: string[];
  /** How long something takes or took, which is often said by the way. */
  isDuration: boolean;
}

const IN_DIGITS = String.raw`[$€£]?\d+(?:,\d{3})*(?:\.\d+)?`;
const IN_WORDS = String.raw`(?:(?:${TENS.join('|')})(?:[- ](?:${UNITS.slice(1, 10).join('|')}))?|${UNITS.join('|')})(?![\p{L}-])`;
const FIGURE = new RegExp(String.raw`(?<![\p{L}\d.,:/#-])(?:${IN_DIGITS}|${IN_WORDS})`, 'giu');
/** An article gives the figure away: 'an 80 euro loan'. 'Nought point eight' and 'a hundred and two' are one figure. */
const NOT_AFTER = /\b(?:an?|point|hundred(?: and)?|thousand(?: and)?) $/i;
/** It is a measurement: '40 lines' is incidental, and '40 years ago' a date. */
const UNIT =
  /^(?:%| ?k\b| (?:percent|hundred|thousand|million|billion|dollars|euros|pounds|cents|miles|degrees|milligrams|basis points|years?|months?|weeks?|days?|hours?|minutes?|times)\b)(?![ -](?:ago|old)\b)/u;
const DURATION = /^ (?:years?|months?|weeks?|days?|hours?|minutes?)\b/u;
/** What stands between the figures of a range or of a longer figure: '3 to 4', '7 and a half'. */
const JOINS = /^(?:%| ?\p{L}+(?: points)?)?,?(?: ?(?:to|or|and|of|point|[-–]))? ?$/u;

/** Returns the figures of a sentence that can be exchanged. */
export function figureSlots(text: string, chance: Chance): FigureSlot[] {
  const all = [...text.matchAll(FIGURE)].map(({ 0: said, index: from }) => {
    const after = text.slice(from + said.length);
    const sign = (said + after.slice(0, 8)).match(/[$€£]|%| percent/)?.[0].trim() ?? '';
    return { said, from, to: from + said.length, after, sign };
  });
  return all.flatMap(({ said, from, to, after, sign }, at): FigureSlot[] => {
    const isMeasure = UNIT.test(after) || /^[$€£]/.test(said);
    if (!isMeasure || text.split(said).length > 2) return [];
    if (NOT_AFTER.test(text.slice(0, from))) return [];
    // 'Up 12% to $340 million' is no range.
    const isJoined = [all[at - 1], all[at + 1]].some((other) => {
      if (other === undefined || (sign && other.sign && sign !== other.sign)) return false;
      return JOINS.test(text.slice(Math.min(to, other.to), Math.max(from, other.from)));
    });
    const others = isJoined ? [] : otherFigures(said, sign, chance);
    const isNew = others.length === 3 && !others.some((other) => text.includes(other));
    return isNew ? [{ from, to, others, isDuration: DURATION.test(after) }] : [];
  });
}

/**
 * Returns three figures as round as this one; none if it is too small or too large for three on each side, since
 * chance decides how many are smaller.
 */
function otherFigures(said: string, sign: string, chance: Chance): string[] {
  const inWords = /\d/.test(said) ? undefined : figuresIn(said)[0]?.value;
  const [, currency = '', whole = '', fraction = ''] =
    /^(\D?)([\d,]+)(\.\d+)?$/.exec(`${inWords ?? said}`) ?? [];
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
  // 'One years' would stand out.
  if (value - below * step === 1) return [];
  const form = new Intl.NumberFormat('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: whole.includes(','),
  });
  return [0, 1, 2, 3]
    .filter((place) => place !== below)
    .map((place) => value + (place - below) * step)
    .map((other) => (inWords === undefined ? currency + form.format(other) : wordsFor(other, said)))
    .filter((other) => other !== '');
}

/** A whole number below 100 in words, written as this one; '' for others. */
function wordsFor(value: number, like: string): string {
  const tens = TENS[Math.floor(value / 10) - 2] ?? '';
  const unit = value < 20 || value % 10 > 0 ? (UNITS[value < 20 ? value : value % 10] ?? '') : '';
  const words =
    value < 100 ? [tens, unit].filter(Boolean).join(like.includes(' ') ? ' ' : '-') : '';
  return /^\p{Lu}/u.test(like) ? capitalised(words) : words;
}
