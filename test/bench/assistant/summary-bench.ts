/**
 * Compares answers to queries about meetings, and summaries of whole ones, with simple ways to make them.
 */

import {
  indexOf,
  type TranscriptIndex,
} from '../../../worker/assistant/retrieval/transcript-index.ts';
import { seededChance } from '../../../worker/platform/seeded-random.ts';
import { ask, episodeOf, quotationsIn, quotedLines } from './assistant-under-test.ts';
import type { Meeting } from './qmsum.ts';
import { meanRouge, type Rouge, rouge } from './rouge.ts';

/**
 * The number of words of each answer to a specific query, and of each summary of a whole meeting.
 */
const ANSWER_WORDS = 60;
const SUMMARY_WORDS = 130;

export type Scores = { name: string; score: Rouge }[];

export async function measureAnswers(meetings: Meeting[]): Promise<Scores> {
  const all = new Map<string, Rouge[]>();
  const add = (name: string, text: string, reference: string) =>
    all.set(name, [...(all.get(name) ?? []), rouge(text, reference)]);
  for (const meeting of meetings) {
    const index = indexOf(meeting.lines);
    const ranked = textRank(index);
    for (const { query, answer } of meeting.specific) {
      add('chat answer as given', plain(await ask(episodeOf(meeting.lines), query)), answer);
      addBaselines(add, index, ranked, query, ANSWER_WORDS, answer);
    }
  }
  return [...all].map(([name, scores]) => ({ name, score: meanRouge(scores) }));
}

/** Percentages of answers whose first quotation, or any, is from the turns that the reference rests on. */
export async function measureQuoted(
  meetings: Meeting[],
): Promise<{ queries: number; first: number; any: number }> {
  const counts = { queries: 0, first: 0, any: 0 };
  for (const { lines, specific } of meetings) {
    for (const { query, gold } of specific.filter((one) => one.gold.size > 0)) {
      const isRight = (quoted: number[]) => quoted.some((line) => gold.has(line));
      const quoted = await quotedLines(episodeOf(lines), query);
      counts.queries++;
      if (isRight(quoted[0] ?? [])) counts.first++;
      if (quoted.some(isRight)) counts.any++;
    }
  }
  const { queries, first, any } = counts;
  return { queries, first: (100 * first) / queries, any: (100 * any) / queries };
}

export async function measureSummaries(meetings: Meeting[]): Promise<Scores> {
  const all = new Map<string, Rouge[]>();
  const add = (name: string, text: string, reference: string) =>
    all.set(name, [...(all.get(name) ?? []), rouge(text, reference)]);
  for (const meeting of meetings) {
    const index = indexOf(meeting.lines);
    const ranked = textRank(index);
    for (const { query, answer } of meeting.general) {
      const given = await ask(episodeOf(meeting.lines), 'Summarise this in eight sentences');
      add('summary in eight sentences', quotationsIn(given).join(' '), answer);
      addBaselines(add, index, ranked, query, SUMMARY_WORDS, answer);
    }
  }
  return [...all].map(([name, scores]) => ({ name, score: meanRouge(scores) }));
}

function addBaselines(
  add: (name: string, text: string, reference: string) => void,
  index: TranscriptIndex,
  ranked: number[],
  seed: string,
  words: number,
  answer: string,
): void {
  const order = index.sentences.map((_, i) => i);
  add('lead', taken(index, order, words), answer);
  add('random', taken(index, seededChance(seed).shuffle(order), words), answer);
  add('TextRank', taken(index, ranked, words), answer);
}

/** Returns the first sentences of an order that together have about this many words, in transcript order. */
function taken(index: TranscriptIndex, order: number[], words: number): string {
  const chosen: number[] = [];
  let used = 0;
  for (const i of order) {
    if (used >= words) break;
    chosen.push(i);
    used += index.sentences[i]?.words ?? 0;
  }
  return chosen
    .sort((a, b) => a - b)
    .map((j) => index.sentences[j]?.text ?? '')
    .join(' ');
}

/** TextRank: sentences ranked by PageRank over their shared words, relative to their lengths. */
function textRank(index: TranscriptIndex): number[] {
  const bags = index.stems.map((stems) => new Set(stems));
  const weights: Map<number, number>[] = bags.map(() => new Map());
  for (const places of index.postings.values()) {
    for (const a of places) {
      for (const b of places) {
        if (a !== b) weights[a]?.set(b, (weights[a]?.get(b) ?? 0) + 1);
      }
    }
  }
  const size = (i: number) => Math.log(1 + (bags[i]?.size ?? 0));
  const totals = weights.map((row, a) => {
    let sum = 0;
    for (const [b, common] of row) {
      const weight = common / (size(a) + size(b) || 1);
      row.set(b, weight);
      sum += weight;
    }
    return sum;
  });
  let ranks = bags.map(() => 1);
  for (let round = 0; round < 15; round++) {
    const next = ranks.map(() => 0.15);
    weights.forEach((row, a) => {
      const share = (0.85 * (ranks[a] ?? 0)) / (totals[a] || 1);
      for (const [b, weight] of row) next[b] = (next[b] ?? 0) + share * weight;
    });
    ranks = next;
  }
  return ranks
    .map((rank, i) => ({ rank, at: i }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ at }) => at);
}

/** Removes Markdown and citations. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[\d[\d:]*\]/g, '')
    .replace(/[*“”>]/g, '')
    .replace(/\\(.)/g, '$1');
}
