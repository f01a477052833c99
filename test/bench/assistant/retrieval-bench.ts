/** Compares our ranking of passages with plain BM25, over the same passages. */

import { scoresOf } from './assistant-under-test.ts';
import { indexOver, type Meeting, turnPassages } from './qmsum.ts';

export interface RetrievalFigures {
  queries: number;
  hit1: number;
  hit5: number;
  mrr: number;
  recall5: number;
}

type Rank = (query: string) => number[] | Promise<number[]>;

/** Plain BM25 over speakers and words: lower case, no stop words; k1 1.2, b 0.75. */
export function bm25(meeting: Meeting): Rank {
  const documents = turnPassages(meeting.lines).map(({ from, to }) =>
    plainWords(
      meeting.lines
        .slice(from, to)
        .map(({ speaker, text }) => `${speaker ?? ''} ${text}`)
        .join(' '),
    ),
  );
  const counts = documents.map((words) => {
    const count = new Map<string, number>();
    for (const word of words) count.set(word, (count.get(word) ?? 0) + 1);
    return count;
  });
  const holding = new Map<string, number>();
  for (const count of counts) {
    for (const word of count.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  }
  const average = documents.reduce((sum, words) => sum + words.length, 0) / documents.length;
  return (query) =>
    counts.map((count, index) => {
      const length = 0.25 + (0.75 * (documents[index]?.length ?? 0)) / average;
      let score = 0;
      for (const word of plainWords(query)) {
        const times = count.get(word) ?? 0;
        const held = holding.get(word) ?? 0;
        const rare = Math.log(1 + (documents.length - held + 0.5) / (held + 0.5));
        score += (rare * times * 2.2) / (times + 1.2 * length);
      }
      return score;
    });
}

/** The product's ranking. */
export function ours(meeting: Meeting): Rank {
  const index = indexOver(meeting.lines, turnPassages(meeting.lines));
  return (query) => scoresOf(index, query);
}

export async function measureRetrieval(
  meetings: Meeting[],
  ranking: (meeting: Meeting) => Rank,
): Promise<RetrievalFigures> {
  const sums = { queries: 0, hit1: 0, hit5: 0, mrr: 0, recall5: 0 };
  for (const meeting of meetings) {
    const passages = turnPassages(meeting.lines);
    const rank = ranking(meeting);
    for (const { query, gold } of meeting.specific) {
      if (gold.size === 0) continue;
      const order = (await rank(query))
        .map((score, index) => ({ score, at: index }))
        .sort((a, b) => b.score - a.score || a.at - b.at)
        .map(({ at }) => at);
      const lines = order.map((index) => range(passages[index]));
      const first = lines.findIndex((held) => held.some((line) => gold.has(line)));
      sums.queries++;
      if (first === 0) sums.hit1++;
      if (first >= 0 && first < 5) sums.hit5++;
      if (first >= 0) sums.mrr += 1 / (first + 1);
      const wordsIn = (held: number[]) =>
        held
          .filter((line) => gold.has(line))
          .reduce((sum, line) => sum + (meeting.lines[line]?.text.split(' ').length ?? 0), 0);
      sums.recall5 += wordsIn(lines.slice(0, 5).flat()) / Math.max(1, wordsIn([...gold]));
    }
  }
  const percent = (sum: number) => (100 * sum) / Math.max(1, sums.queries);
  return {
    queries: sums.queries,
    hit1: percent(sums.hit1),
    hit5: percent(sums.hit5),
    mrr: percent(sums.mrr),
    recall5: percent(sums.recall5),
  };
}

function range(passage: { from: number; to: number } | undefined): number[] {
  if (passage === undefined) return [];
  return Array.from({ length: passage.to - passage.from }, (_, index) => passage.from + index);
}

function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
}
