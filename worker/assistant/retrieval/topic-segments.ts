/**
 * Cuts a transcript into parts where its vocabulary changes: the most probable cut under a language
 * model of each part, found by dynamic programming (Utiyama and Isahara, ACL 2001).
 */
import { createPauseMeter } from '../../platform/pauses.ts';
import type { TranscriptIndex } from './transcript-index.ts';

/** A part may begin with a turn after so many words, and within a turn after so many. */
const MIN_WORDS_BEFORE_TURN = 40;
const MIN_WORDS_WITHIN_TURN = 90;
/** Of a long transcript fewer places are tried. */
const MAX_PLACES = 400;
/** Shorter parts aren't chapters. */
const MIN_PART_WORDS = 200;
/** No part has more of a transcript, unless that is short. */
const MAX_SHARE = 0.4;
const MAX_WORDS = 4_000;

/** In nats, tuned on half of the transcripts with headings: what each part costs, as a multiple of the log of all words. */
const PART_COST = 2;
/** If too many or too few parts come out, each costs so many times more or less. */
const COST_STEP = 1.3;
/** What a place gains with a new turn, and with a question there. */
const TURN_GAIN = 2.5;
const QUESTION_GAIN = 5;

/** So many tokens take as long as a character that is read. */
const TOKENS = 10;

/** How many parts there may be; short ones if there would be fewer. */
interface Count {
  min: number;
  max: number;
}

/** Returns the first sentence of each part but the first, ascending, in steps. */
export function* findSegments(
  index: TranscriptIndex,
  { min, max }: Count,
): Generator<void, number[]> {
  const { sentences } = index;
  const places = boundariesIn(index);
  const wordsBefore = [0];
  for (const { words } of sentences) wordsBefore.push((wordsBefore.at(-1) ?? 0) + words);
  const all = wordsBefore.at(-1) ?? 0;
  const shortest = Math.min(MIN_PART_WORDS, all / (2 * min));
  const longest = Math.max(MAX_WORDS, all * MAX_SHARE);
  const { tokens, tokensBefore, distinct } = tokensOf(index);
  const logs = Float64Array.from({ length: tokens.length + 2 }, (_, count) => Math.log(count));
  /** The cost of a part by its first place, then by its number of places. */
  const costs: Float64Array[] = [];
  const counts = new Int32Array(distinct);
  const isTimeToPause = createPauseMeter();
  for (let from = 0; from + 1 < places.length; from++) {
    const first = places[from] ?? 0;
    const row: number[] = [];
    counts.fill(0);
    let [size, gained] = [0, 0];
    for (let to = from + 1; to < places.length; to++) {
      const last = places[to] ?? 0;
      const words = (wordsBefore[last] ?? 0) - (wordsBefore[first] ?? 0);
      if (words > longest && row.length > 0) break;
      const end = tokensBefore[last] ?? 0;
      for (let i = tokensBefore[places[to - 1] ?? 0] ?? 0; i < end; i++) {
        const token = tokens[i] ?? 0;
        const count = counts[token] ?? 0;
        // Of count × log(count + 1), by which a word is cheaper the more often it is said.
        gained += (count + 1) * (logs[count + 2] ?? 0) - count * (logs[count + 1] ?? 0);
        counts[token] = count + 1;
        size++;
      }
      // Punctuation has no words, and no logarithm.
      const cost = size * Math.log(Math.max(1, size + distinct)) - gained;
      row.push(words < shortest ? Number.POSITIVE_INFINITY : cost);
    }
    costs.push(Float64Array.from(row));
    if (isTimeToPause(size / TOKENS)) yield;
  }
  const gains = places.map((place) => gainAt(index, place));
  let partCost = PART_COST * Math.log(Math.max(2, tokens.length));
  let cuts = cheapest(costs, gains, partCost);
  for (; cuts.length + 1 < min && partCost > 1; cuts = cheapest(costs, gains, partCost))
    partCost /= COST_STEP;
  for (; cuts.length + 1 > max; cuts = cheapest(costs, gains, partCost)) partCost *= COST_STEP;
  return cuts.map((i) => places[i] ?? 0);
}

/** The sentences that a part may begin with, and the end. */
function boundariesIn({ sentences }: TranscriptIndex): number[] {
  const all = sentences.reduce((sum, { words }) => sum + words, 0);
  const scale = Math.max(1, all / MAX_PLACES / MIN_WORDS_BEFORE_TURN);
  const places = [0];
  let words = 0;
  for (let index = 1; index < sentences.length; index++) {
    words += sentences[index - 1]?.words ?? 0;
    const opensTurn = sentences[index]?.turn !== sentences[index - 1]?.turn;
    const minWords = opensTurn ? MIN_WORDS_BEFORE_TURN : MIN_WORDS_WITHIN_TURN;
    if (words < minWords * scale) continue;
    places.push(index);
    words = 0;
  }
  return [...places, sentences.length];
}

/** Numbers the topic stems, in transcript order, and counts those before each sentence. */
function tokensOf({ stems }: TranscriptIndex) {
  const numbers = new Map<string, number>();
  const tokens: number[] = [];
  const tokensBefore = [0];
  for (const inSentence of stems) {
    for (const stem of inSentence) {
      const number = numbers.get(stem) ?? numbers.size;
      numbers.set(stem, number);
      tokens.push(number);
    }
    tokensBefore.push(tokens.length);
  }
  return { tokens, tokensBefore, distinct: numbers.size };
}

function gainAt({ sentences }: TranscriptIndex, place: number): number {
  if (place === 0 || sentences[place]?.turn === sentences[place - 1]?.turn) return 0;
  const asks = sentences.slice(place, place + 3).some(({ text }) => text.endsWith('?'));
  return TURN_GAIN + (asks ? QUESTION_GAIN : 0);
}

/** The cheapest way through all places; returns those where a part begins, without the first. */
function cheapest(costs: readonly Float64Array[], gains: number[], partCost: number): number[] {
  const best = new Float64Array(costs.length + 1).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(costs.length + 1);
  best[0] = 0;
  for (const [start, row] of costs.entries()) {
    const before = (best[start] ?? 0) + partCost - (gains[start] ?? 0);
    for (const [index, cost] of row.entries()) {
      const end = start + index + 1;
      if (before + cost >= (best[end] ?? 0)) continue;
      best[end] = before + cost;
      from[end] = start;
    }
  }
  const cuts: number[] = [];
  for (let i = from[costs.length] ?? 0; i > 0; i = from[i] ?? 0) cuts.unshift(i);
  return cuts;
}
