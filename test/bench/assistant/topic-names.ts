/**
 * Compares the names of an episode's parts with those that people gave to the same parts of meetings.
 */
import { topicStems } from '../../../worker/assistant/language/words.ts';
import { nameSegments } from '../../../worker/assistant/retrieval/topics.ts';
import { indexOf } from '../../../worker/assistant/retrieval/transcript-index.ts';
import { withoutPauses } from '../../../worker/platform/pauses.ts';
import type { Meeting } from './qmsum.ts';

export interface NameFigures {
  parts: number;
  /** The percentage of parts whose first phrase has a word of the name that people gave. */
  first: number;
  /** The same for either of the two phrases. */
  any: number;
}

/** Shorter parts are too short to be chapters. */
const MIN_WORDS = 150;

/** Leaves out parts that don't contain any word of their name, since no phrase could match it. */
export function measureNames(meetings: Meeting[]): NameFigures {
  let [count, first, any] = [0, 0, 0];
  for (const { lines, parts } of meetings) {
    const index = indexOf(lines);
    const { sentences, stems } = index;
    const sentenceAt = (line: number) => {
      const at = sentences.findIndex((sentence) => sentence.line >= line);
      return at < 0 ? sentences.length : at;
    };
    const cut = parts.map((part) => ({
      stems: topicStems(part.name),
      from: sentenceAt(part.from),
      to: sentenceAt(part.to),
    }));
    const edges = [...new Set(cut.flatMap(({ from, to }) => [from, to]))]
      .filter((at) => at > 0 && at < sentences.length)
      .sort((a, b) => a - b);
    const named = withoutPauses(nameSegments(index, edges, new Set()));
    for (const part of cut) {
      const words = sentences
        .slice(part.from, part.to)
        .reduce((sum, sentence) => sum + sentence.words, 0);
      const said = new Set(stems.slice(part.from, part.to).flat());
      const wanted = part.stems.filter((stem) => said.has(stem));
      if (words < MIN_WORDS || wanted.length === 0) continue;
      const phrases = named.find(({ from }) => from === part.from)?.phrases ?? [];
      const hits = phrases.map((phrase) =>
        topicStems(phrase).some((stem) => wanted.includes(stem)),
      );
      count++;
      if (hits[0]) first++;
      if (hits.some(Boolean)) any++;
    }
  }
  const percent = (hit: number) => (100 * hit) / Math.max(1, count);
  return { parts: count, first: percent(first), any: percent(any) };
}
