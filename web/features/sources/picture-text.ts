/** The text recognised in a picture, as paragraphs, and how certain it is. */
import { type LaidOutLine, paragraphsOfLines } from './laid-out-lines.ts';

/** The parts used here of a page that Tesseract recognised. */
export interface RecognisedBlock {
  paragraphs: {
    lines: {
      words: { text: string /** 0 to 100. */; confidence: number }[];
      baseline: { y0: number; y1: number };
      bbox: { x0: number; y0: number; x1: number; y1: number };
      rowAttributes?: { rowHeight: number };
    }[];
  }[];
}

export interface PictureText {
  text: string;
  words: number;
  /** Words that may be wrong, in their order. */
  uncertain: string[];
}

/** Below it, Tesseract's words are wrong more often than not. */
const UNCERTAIN = 60;
const HAS_WORD = /[\p{L}\p{N}]/u;

/**
 * Leaves out lines without a letter or digit: icons and rulers. Blocks are taken together: where lines
 * differ in length, Tesseract starts a new one within a sentence.
 */
export function textOfPicture(blocks: readonly RecognisedBlock[]): PictureText {
  const lines = blocks
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap((paragraph) => paragraph.lines)
    .filter((line) => line.words.some(({ text }) => HAS_WORD.test(text)));
  const words = lines.flatMap((line) => line.words).filter(({ text }) => HAS_WORD.test(text));
  return {
    text: paragraphsOfLines(lines.map(laidOut)).join('\n\n'),
    words: words.length,
    uncertain: words.filter(({ confidence }) => confidence < UNCERTAIN).map(({ text }) => text),
  };
}

function laidOut({
  words,
  bbox,
  baseline,
  rowAttributes,
}: RecognisedBlock['paragraphs'][number]['lines'][number]): LaidOutLine {
  return {
    text: words.map(({ text }) => text).join(' '),
    left: bbox.x0,
    right: bbox.x1,
    baseline: (baseline.y0 + baseline.y1) / 2,
    // A line's box depends on whether it has letters like g; its row doesn't.
    height: rowAttributes?.rowHeight || bbox.y1 - bbox.y0,
  };
}

/** How many words are named. */
const NAMED = 5;
/** With more, correcting the text isn't worth it. */
const MOSTLY = 0.4;

/** What the reader should know before they add the text. */
export function noteOnPicture({ words, uncertain }: PictureText): string {
  if (uncertain.length === 0) return 'Compare the text with the picture before you add it.';
  if (uncertain.length > words * MOSTLY) {
    return 'This picture is hard to read, and much of its text may be wrong. A larger or sharper one may help, or another language.';
  }
  const named = [...new Set(uncertain)].slice(0, NAMED).map((word) => `“${word}”`);
  const rest = uncertain.length > named.length ? ', for example' : ':';
  return `${uncertain.length} of ${words} words may be wrong${rest} ${named.join(', ')}. Compare them with the picture.`;
}
