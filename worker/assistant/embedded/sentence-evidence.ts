/** Sentences as the evidence of what is said of them. */
import type { Evidence, Statement } from '../evidence.ts';
import type { Sentence } from '../retrieval/sentences.ts';
import type { TranscriptIndex } from '../retrieval/transcript-index.ts';

export function evidenceOf({ lines, sentences }: TranscriptIndex, sentence: Sentence): Evidence {
  const next = sentences[sentence.index + 1];
  // A turn begins with a line; within one the next sentence may begin in the middle of it.
  const last =
    next === undefined ? lines.length - 1 : next.line - (next.turn === sentence.turn ? 0 : 1);
  const count = Math.max(1, last - sentence.line + 1);
  return {
    lineIds: Array.from({ length: count }, (_, step) => sentence.line + step),
    quotation: sentence.text,
  };
}

/** The sentence itself is what is stated. */
export function statementOf(index: TranscriptIndex, sentence: Sentence): Statement {
  return { text: '', evidence: [evidenceOf(index, sentence)] };
}
