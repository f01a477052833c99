/** ROUGE-1, -2 and -L (F1, stemmed, the longest common subsequence over sentences joined). */
import { stemmer } from 'stemmer';

export interface Rouge {
  one: number;
  two: number;
  l: number;
}

export function rouge(written: string, reference: string): Rouge {
  const [a, b] = [tokens(written), tokens(reference)];
  return {
    one: overlap(grams(a, 1), grams(b, 1)),
    two: overlap(grams(a, 2), grams(b, 2)),
    l: unionLcs(sentences(written), sentences(reference)),
  };
}

/** The mean of several scores, in percent. */
export function meanRouge(all: Rouge[]): Rouge {
  const mean = (of: (one: Rouge) => number) =>
    (100 * all.reduce((sum, one) => sum + of(one), 0)) / Math.max(1, all.length);
  return { one: mean(({ one }) => one), two: mean(({ two }) => two), l: mean(({ l }) => l) };
}

function tokens(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) =>
    word.length > 3 ? stemmer(word) : word,
  );
}

function sentences(text: string): string[][] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map(tokens)
    .filter((words) => words.length > 0);
}

function grams(words: string[], size: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index + size <= words.length; index++) {
    const gram = words.slice(index, index + size).join(' ');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function overlap(a: Map<string, number>, b: Map<string, number>): number {
  let common = 0;
  for (const [gram, count] of a) common += Math.min(count, b.get(gram) ?? 0);
  return f1(common, total(a), total(b));
}

/**
 * Summary-level ROUGE-L: for each sentence of the reference, all its words that any sentence contains in
 * order.
 */
function unionLcs(written: string[][], reference: string[][]): number {
  let hits = 0;
  const left = grams(written.flat(), 1);
  const leftReference = grams(reference.flat(), 1);
  for (const sentence of reference) {
    const union = new Set<number>();
    for (const other of written) for (const index of lcsPlaces(sentence, other)) union.add(index);
    for (const i of union) {
      const word = sentence[i] ?? '';
      if ((left.get(word) ?? 0) <= 0 || (leftReference.get(word) ?? 0) <= 0) continue;
      hits++;
      left.set(word, (left.get(word) ?? 0) - 1);
      leftReference.set(word, (leftReference.get(word) ?? 0) - 1);
    }
  }
  return f1(hits, written.flat().length, reference.flat().length);
}

/** The positions in `a` of a longest common subsequence with `b`. */
function lcsPlaces(a: string[], b: string[]): number[] {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      table[i * width + j] =
        a[i - 1] === b[j - 1]
          ? (table[(i - 1) * width + j - 1] ?? 0) + 1
          : Math.max(table[(i - 1) * width + j] ?? 0, table[i * width + j - 1] ?? 0);
    }
  }
  const places: number[] = [];
  let i = a.length;
  let j = b.length;
  while (i > 0 && j > 0) {
    if (a[i - 1] === b[j - 1]) {
      places.push(i - 1);
      i--;
      j--;
    } else if ((table[(i - 1) * width + j] ?? 0) >= (table[i * width + j - 1] ?? 0)) i--;
    else j--;
  }
  return places;
}

function total(counts: Map<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function f1(common: number, a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * common) / (a + b);
}
