/** Quotes as Markdown: the transcript's words exactly, their speaker and their time. */
import { clock } from '../retrieval/citation.ts';
import type { Sentence } from '../retrieval/sentences.ts';

/** Text with everything escaped that Markdown or HTML would read as more than its words. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*[\]<>~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(
      /^(\s*)([#+-]|\d+[.)])(?=\s)/,
      (_, space: string, mark: string) => `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}`,
    );
}

/** Sentences that follow one another, as one quotation, with an ellipsis where one was cut. */
export function quoted(sentences: Sentence[]): string {
  return `“${escapeMarkdown(joined(sentences))}”`;
}

/** The words of sentences that follow one another. */
function joined(sentences: Sentence[]): string {
  const text = sentences.map((sentence) => sentence.text).join(' ');
  const first = sentences[0];
  const last = sentences[sentences.length - 1];
  const opens = first !== undefined && !first.whole && /^\p{Ll}/u.test(text) ? '… ' : '';
  const closes = last !== undefined && !last.whole && !/[.?!…]$/.test(text) ? ' …' : '';
  return opens + text + closes;
}

/** The citation of a sentence with the space before it; '' in a transcript without times. */
export function cited(sentence: Sentence | undefined): string {
  return sentence?.start == null ? '' : ` ${clock(sentence.start)}`;
}

/** A speaker's name as Markdown; what to call nobody in particular otherwise. */
export function named(speaker: string | null, nobody = 'The episode'): string {
  return speaker === null || speaker.trim() === '' ? nobody : escapeMarkdown(speaker.trim());
}

/** Gives a finished text word by word, as a model would. */
export async function* inPieces(text: string, signal?: AbortSignal): AsyncGenerator<string> {
  for (const piece of text.match(/\s*\S+\s*/g) ?? []) {
    if (signal?.aborted === true) return;
    yield piece;
    // Lets whoever reads send what came, and stop us, before the next piece.
    await Promise.resolve();
  }
}
