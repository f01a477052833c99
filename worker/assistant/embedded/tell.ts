/** Puts chosen sentences as quotations, each run with its speaker and its time. */
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';
import { cited, named, quoted } from './quote.ts';

/** Sentences by their places as paragraphs of quotation, in the order said. */
export function tell(index: TranscriptIndex, chosen: number[]): string {
  const groups = runsOf(index, chosen);
  return groups
    .map((group, at) => {
      const speaker = group[0]?.speaker ?? null;
      const before = groups[at - 1]?.[0]?.speaker;
      return `${leadIn(speaker, at, before)}: ${quoted(group)}${cited(group[0])}`;
    })
    .join('\n\n');
}

/** Runs of neighbouring sentences of one turn. */
function runsOf(index: TranscriptIndex, chosen: number[]): Sentence[][] {
  const runs: Sentence[][] = [];
  for (const at of [...new Set(chosen)].sort((a, b) => a - b)) {
    const sentence = index.sentences[at];
    if (sentence === undefined) continue;
    const last = runs.at(-1);
    const previous = last?.at(-1);
    if (last !== undefined && previous?.index === at - 1 && previous.turn === sentence.turn) {
      last.push(sentence);
    } else runs.push([sentence]);
  }
  return runs;
}

function leadIn(speaker: string | null, at: number, before: string | null | undefined): string {
  if (at === 0) return `${named(speaker)} says`;
  if (speaker === null) return at === 1 ? 'It goes on later' : 'And later still';
  if (speaker === before) return at === 1 ? `${named(speaker)} adds` : 'And later';
  return `${named(speaker)} says`;
}
