import type { TranscriptLine } from '../../../../schema/wire/episodes.ts';
import type { Paragraph } from './transcript-layout.ts';

/** The part of a sentence that is in one paragraph. */
export interface SaidSentence {
  /** In seconds; within a line, estimated from the position in its text. */
  start: number;
  /** Its range in the paragraph's text. */
  from: number;
  to: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const known = new WeakMap<Paragraph, SaidSentence[]>();

/**
 * A paragraph's sentences with their times; none if its lines have no times. Computed when the
 * paragraph is played, because the whole transcript would take longer than a frame.
 */
export function sentencesOf(paragraph: Paragraph, lines: readonly TranscriptLine[]) {
  const before = known.get(paragraph);
  if (before) return before;
  const sentences: SaidSentence[] = [];
  for (const { segment, index } of segmenter.segment(paragraph.text)) {
    const start = timeAt(paragraph, lines, index);
    const length = segment.trimEnd().length;
    if (start !== null && length > 0) sentences.push({ start, from: index, to: index + length });
  }
  known.set(paragraph, sentences);
  return sentences;
}

/** When the character at `offset` is said. */
function timeAt(
  paragraph: Paragraph,
  lines: readonly TranscriptLine[],
  offset: number,
): number | null {
  const placed = paragraph.lines.findLast((line) => line.offset <= offset);
  const line = placed && lines[placed.index];
  if (!placed || !line || line.start === null) return null;
  const end = line.end ?? lines[placed.index + 1]?.start ?? line.start;
  const share = Math.min(1, (offset - placed.offset) / Math.max(1, placed.text.length));
  return line.start + share * Math.max(0, end - line.start);
}

/** The index of the last item that has started at `seconds`, in an ascending list; -1 before the first. */
export function lastBegun(starts: readonly { start: number }[], seconds: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle]?.start ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The paragraphs that have a time, ascending, for looking one up. */
export function timedParagraphs(paragraphs: readonly Paragraph[]) {
  return paragraphs
    .flatMap(({ start }, place) => (start === null ? [] : [{ start, place }]))
    .sort((a, b) => a.start - b.start);
}

/** The sentence said at `seconds`, and its paragraph; null before the first. */
export function sentenceAt(
  timed: ReturnType<typeof timedParagraphs>,
  paragraphs: readonly Paragraph[],
  lines: readonly TranscriptLine[],
  seconds: number,
): { place: number; sentence: SaidSentence } | null {
  const place = timed[lastBegun(timed, seconds)]?.place;
  const paragraph = place === undefined ? undefined : paragraphs[place];
  if (place === undefined || !paragraph) return null;
  const sentences = sentencesOf(paragraph, lines);
  const sentence = sentences[Math.max(0, lastBegun(sentences, seconds))];
  return sentence ? { place, sentence } : null;
}
