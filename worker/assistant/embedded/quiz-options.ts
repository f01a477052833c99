/** Wrong answers that might be right: of the same kind, and not said where the right one is. */
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { topicStems, wordsOf } from '../retrieval/words.ts';
import { isLike } from './choose-sentences.ts';
import { type Blank, lowerFirst } from './quiz-blanks.ts';
import type { Chance } from './seeded-random.ts';

const WRONG_OPTIONS = 3;
/** Sentences on each side of the cited one in which no wrong option may stand. */
const NEARBY = 8;

/** Three wrong options; null where no three plausible ones are to be had. */
export function wrongOptions(
  blank: Blank,
  index: TranscriptIndex,
  pool: Blank[],
  chance: Chance,
): string[] | null {
  const nearby = wordsNear(index, blank.sentence.index);
  const taken: string[] = [blank.answer];
  for (const candidate of candidates(blank, index, pool, chance)) {
    if (taken.length > WRONG_OPTIONS) break;
    const plain = wordsOf(candidate).join(' ');
    if (plain === '' || nearby.includes(` ${plain} `)) continue;
    if (taken.some((other) => isTooClose(other, candidate))) continue;
    taken.push(candidate);
  }
  return taken.length > WRONG_OPTIONS ? taken.slice(1) : null;
}

/** The words of the passage cited and of the sentences about it. */
function wordsNear(index: TranscriptIndex, at: number): string {
  const passage = index.passages.find(({ from, to }) => from <= at && at < to);
  const from = Math.max(0, Math.min(passage?.from ?? at, at - NEARBY));
  const said = index.sentences.slice(from, Math.max(passage?.to ?? at, at + NEARBY + 1));
  return ` ${wordsOf(said.map(({ text }) => text).join(' ')).join(' ')} `;
}

function* candidates(
  blank: Blank,
  index: TranscriptIndex,
  pool: Blank[],
  chance: Chance,
): Generator<string> {
  const same = pool.filter(
    ({ group, sentence }) => group === blank.group && sentence !== blank.sentence,
  );
  const ranked = chance
    .shuffle(same)
    .map((other) => ({ other, fit: likeness(blank, other) }))
    .sort((a, b) => b.fit - a.fit);
  if (blank.kind === 'figure') {
    const near = ranked.filter(({ fit }) => fit > 0.45).slice(0, 2);
    for (const { other } of near) yield other.answer;
    yield* figuresLike(blank.answer, chance);
    return;
  }
  for (const { other } of ranked) if (other.kind === blank.kind) yield other.answer;
  if (blank.kind === 'name') {
    for (const other of chance.shuffle(pool)) if (other.kind === 'name') yield other.answer;
    for (const name of chance.shuffle(index.speakers)) yield name;
  }
  if (blank.kind === 'cause') yield* wholeSentences(blank, index, chance);
  if (blank.kind === 'completion') {
    const tails = chance.shuffle(pool.filter(({ kind }) => kind === 'completion'));
    for (const other of tails) yield other.answer;
    // Where so little was said that every end stands nearby: the right opening, another's end.
    const [opening = ''] = blank.answer.split(' ');
    for (const { answer, sentence } of tails) {
      if (sentence !== blank.sentence) yield answer.replace(/^\S+/, opening);
    }
  }
}

/** How alike two answers are in size: of figures their value, of words their number. */
function likeness(one: Blank, other: Blank): number {
  if (one.kind === 'figure') {
    const [a, b] = [amountOf(one.answer), amountOf(other.answer)];
    return a === null || b === null ? 0.5 : Math.min(a, b) / Math.max(a, b, 1e-9);
  }
  const [a, b] = [one.answer.length, other.answer.length];
  return Math.min(a, b) / Math.max(a, b);
}

/** A whole sentence can stand after 'because' as well as a clause can. */
function* wholeSentences(blank: Blank, index: TranscriptIndex, chance: Chance): Generator<string> {
  const words = blank.answer.split(/\s+/).length;
  for (const { text, words: count, whole } of chance.shuffle(index.sentences)) {
    if (!whole || count < 5 || Math.abs(count - words) > 6 || !/^[A-Z].*[a-z]\.$/.test(text))
      continue;
    if (!/^(?:The|A|An|It|You|We|They|There|Most|People|Your|Many)\b/.test(text)) continue;
    yield lowerFirst(text.slice(0, -1));
  }
}

const NUMBER_WORDS = `two three four five six seven eight nine ten eleven twelve thirteen fourteen
  fifteen sixteen seventeen eighteen nineteen twenty`.split(/\s+/);
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Figures near this one, written as it is: '7,200 euros' gives '5,400 euros'. */
function* figuresLike(answer: string, chance: Chance): Generator<string> {
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(answer)?.[0];
  if (digits === undefined) {
    const first = /^\p{L}+/u.exec(answer)?.[0] ?? '';
    const list = NUMBER_WORDS.includes(first.toLowerCase()) ? NUMBER_WORDS : TENS;
    const at = list.indexOf(first.toLowerCase());
    const near = list.filter((_, place) => Math.abs(place - at) <= 4 && place !== at);
    const capital = /^\p{Lu}/u.test(answer);
    for (const word of chance.shuffle(near.length > 0 ? near : list)) {
      yield answer.replace(first, capital ? word.charAt(0).toUpperCase() + word.slice(1) : word);
    }
    return;
  }
  const value = Number(digits.replaceAll(',', ''));
  const isYear = /^(?:1[5-9]|20)\d\d$/.test(answer);
  const steps = isYear ? [-11, -7, -4, -2, 3, 6, 9] : [0.5, 0.6, 0.75, 1.25, 1.5, 2, 3, 4, 5];
  for (const step of chance.shuffle(steps)) {
    const other = isYear ? value + step : roundLike(value * step, digits);
    if (
      other <= 0 ||
      other === value ||
      (/%|per ?cent/i.test(answer) && value <= 100 && other > 100)
    )
      continue;
    yield answer.replace(digits, writtenLike(other, digits));
  }
}

/** As many significant digits as the original shows, so that no option stands out. */
function roundLike(value: number, digits: string): number {
  const decimals = digits.split('.')[1]?.length ?? 0;
  const significant = digits.replace(/[,.]/g, '').replace(/0+$/, '').length;
  const size = Math.floor(Math.log10(Math.max(value, 1e-9))) + 1;
  const place = Math.max(-decimals, size - Math.max(significant, 2));
  const unit = 10 ** place;
  return Number((Math.round(value / unit) * unit).toFixed(decimals));
}

function writtenLike(value: number, digits: string): string {
  const decimals = digits.split('.')[1]?.length ?? 0;
  const [whole = '', rest] = value.toFixed(decimals).split('.');
  const grouped = digits.includes(',') ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',') : whole;
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

function amountOf(answer: string): number | null {
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(answer)?.[0];
  if (digits === undefined) return null;
  const scale = /million/i.test(answer)
    ? 1e6
    : /billion/i.test(answer)
      ? 1e9
      : /thousand/i.test(answer)
        ? 1e3
        : 1;
  return Number(digits.replaceAll(',', '')) * scale;
}

/** The same words, one within the other, or nearly the same. */
function isTooClose(one: string, other: string): boolean {
  const [a, b] = [` ${wordsOf(one).join(' ')} `, ` ${wordsOf(other).join(' ')} `];
  if (a.includes(b) || b.includes(a)) return true;
  const [first, second] = [topicStems(one), topicStems(other)];
  return first.length > 2 && second.length > 2 && isLike(first, second);
}
