/** Transcripts built to be slow, of any length. The assistant's work on each must stay bounded. */

const SECONDS = 4;

/** A different word for each number. */
const uniqueWord = (number: number) =>
  `w${number.toString(36).replace(/\d/g, (d) => 'ghijklmnop'[Number(d)] ?? '')}x`;

/** Repeats `make` with 0, 1, 2 … up to `length` characters. */
function fill(length: number, make: (index: number) => TranscriptLine): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  for (let chars = 0, index = 0; chars < length; index += 1) {
    const line = make(index);
    chars += line.text.length + (line.speaker?.length ?? 0) + 1;
    lines.push(line);
  }
  return lines;
}

const line = (index: number, text: string, speaker: string | null = null): TranscriptLine => ({
  start: index * SECONDS,
  end: (index + 1) * SECONDS,
  speaker,
  text,
});

/** By their difficulty. Each gets its approximate length. */
export const HOSTILE_TRANSCRIPTS: Record<string, (length: number) => TranscriptLine[]> = {
  'without punctuation': (length) =>
    fill(length, (index) =>
      line(index, `so we raised the price to ${index} euros and the hospitals stayed`),
    ),
  'without punctuation, in one line': (length) => [
    line(0, 'we raised the price and the hospitals stayed '.repeat(length / 45)),
  ],
  'where each word is another': (length) =>
    fill(length, (index) =>
      line(
        index,
        `${Array.from({ length: 9 }, (_, word) => uniqueWord(index * 9 + word)).join(' ')} is ${index}.`,
      ),
    ),
  'where each word is another, without punctuation': (length) =>
    fill(length, (index) =>
      line(index, Array.from({ length: 9 }, (_, word) => uniqueWord(index * 9 + word)).join(' ')),
    ),
  'where each line has its speaker': (length) =>
    fill(length, (index) =>
      line(index, `We sold ${index} loaves today.`, `Speaker ${uniqueWord(index)}`),
    ),
  'where two speak in turns of one word': (length) =>
    fill(length, (index) =>
      line(index, index % 2 ? 'Yes.' : 'No.', index % 2 ? 'Ada Quist' : 'Ben Ode'),
    ),
  // The signs are radicals, which occur in no word.
  'where some words come first, and then signs without an end': (length) =>
    fill(length, (index) =>
      line(index, index < 20 ? 'We raised the price for all hospitals.' : '⺀。⺁。⺂。'),
    ),
  'of much that can be asked about': (length) =>
    fill(length, (index) =>
      line(
        index,
        `In ${1900 + (index % 120)} the harbour of ${uniqueWord(index)} sold ${index + 340} loaves early because people should not wait long.`,
        index % 2 ? 'Ada Quist' : 'Ben Ode',
      ),
    ),
  'of punctuation alone': (length) => fill(length, (index) => line(index, '?! … — .')),
  'of long words, each many times': (length) => {
    const word = 'uncharacteristically'.repeat(20);
    return fill(length, (index) => line(index, `${word} ${word} ${word}.`));
  },
  'of one word without an end': (length) => [line(0, 'a'.repeat(length))],
  'of the same sentence over and over': (length) =>
    fill(length, (index) =>
      line(index, 'We raised the price to 4,200 euros because of the hospitals.'),
    ),
  'of figures': (length) =>
    fill(length, (index) =>
      line(index, `In ${1900 + (index % 120)}, ${index} of ${index + 7} were ${index}%.`),
    ),
  'of names': (length) =>
    fill(length, (index) =>
      line(
        index,
        `Ada ${uniqueWord(index)} met Ben ${uniqueWord(index + 1)} in New ${uniqueWord(index + 2)}.`,
      ),
    ),
  'of quotations and brackets': (length) =>
    fill(length, (index) => line(index, '“(‘["(“‘(“ a ”)]')),
};

/** The same as a WebVTT file. */
export function asWebVtt(lines: TranscriptLine[]): string {
  const cueTime = (seconds: number) =>
    [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
  const cues = lines.map(
    ({ start, end, speaker, text }) =>
      `${cueTime(start ?? 0)}.000 --> ${cueTime(end ?? 0)}.000\n${speaker ? `<v ${speaker}>` : ''}${text}\n`,
  );
  return `WEBVTT\n\n${cues.join('\n')}`;
}

import type { TranscriptLine } from '../../schema/wire/episodes.ts';
