/** Transcripts built to be slow, of any length. The assistant's work on each must stay bounded. */

const SECONDS = 4;

/** A different word for each number. */
const uniqueWord = (number: number) =>
  `w${number.toString(36).replace(/\d/g, (d) => 'ghijklmnop'[Number(d)] ?? '')}x`;

/** Repeats `make` with 0, 1, 2 … up to `length` characters. */
function fill(length: number, make: (at: number) => TranscriptLine): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  for (let chars = 0, at = 0; chars < length; at += 1) {
    const line = make(at);
    chars += line.text.length + (line.speaker?.length ?? 0) + 1;
    lines.push(line);
  }
  return lines;
}

const line = (at: number, text: string, speaker: string | null = null): TranscriptLine => ({
  start: at * SECONDS,
  end: (at + 1) * SECONDS,
  speaker,
  text,
});

/** By their difficulty. Each gets its approximate length. */
export const HOSTILE_TRANSCRIPTS: Record<string, (length: number) => TranscriptLine[]> = {
  'without punctuation': (length) =>
    fill(length, (at) =>
      line(at, `so we raised the price to ${at} euros and the hospitals stayed`),
    ),
  'without punctuation, in one line': (length) => [
    line(0, 'we raised the price and the hospitals stayed '.repeat(length / 45)),
  ],
  'where each word is another': (length) =>
    fill(length, (at) =>
      line(
        at,
        `${Array.from({ length: 9 }, (_, word) => uniqueWord(at * 9 + word)).join(' ')} is ${at}.`,
      ),
    ),
  'where each word is another, without punctuation': (length) =>
    fill(length, (at) =>
      line(at, Array.from({ length: 9 }, (_, word) => uniqueWord(at * 9 + word)).join(' ')),
    ),
  'where each line has its speaker': (length) =>
    fill(length, (at) => line(at, `We sold ${at} loaves today.`, `Speaker ${uniqueWord(at)}`)),
  'where two speak in turns of one word': (length) =>
    fill(length, (at) => line(at, at % 2 ? 'Yes.' : 'No.', at % 2 ? 'Ada Quist' : 'Ben Ode')),
  // The signs are radicals, which occur in no word.
  'where some words come first, and then signs without an end': (length) =>
    fill(length, (at) =>
      line(at, at < 20 ? 'We raised the price for all hospitals.' : '⺀。⺁。⺂。'),
    ),
  'of much that can be asked about': (length) =>
    fill(length, (at) =>
      line(
        at,
        `In ${1900 + (at % 120)} the harbour of ${uniqueWord(at)} sold ${at + 340} loaves early because people should not wait long.`,
        at % 2 ? 'Ada Quist' : 'Ben Ode',
      ),
    ),
  'of punctuation alone': (length) => fill(length, (at) => line(at, '?! … — .')),
  'of long words, each many times': (length) => {
    const word = 'uncharacteristically'.repeat(20);
    return fill(length, (at) => line(at, `${word} ${word} ${word}.`));
  },
  'of one word without an end': (length) => [line(0, 'a'.repeat(length))],
  'of the same sentence over and over': (length) =>
    fill(length, (at) => line(at, 'We raised the price to 4,200 euros because of the hospitals.')),
  'of figures': (length) =>
    fill(length, (at) => line(at, `In ${1900 + (at % 120)}, ${at} of ${at + 7} were ${at}%.`)),
  'of names': (length) =>
    fill(length, (at) =>
      line(at, `Ada ${uniqueWord(at)} met Ben ${uniqueWord(at + 1)} in New ${uniqueWord(at + 2)}.`),
    ),
  'of quotations and brackets': (length) => fill(length, (at) => line(at, '“(‘["(“‘(“ a ”)]')),
};

/** The same as a WebVTT file. */
export function asWebVtt(lines: TranscriptLine[]): string {
  const clock = (seconds: number) =>
    [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
  const cues = lines.map(
    ({ start, end, speaker, text }) =>
      `${clock(start ?? 0)}.000 --> ${clock(end ?? 0)}.000\n${speaker ? `<v ${speaker}>` : ''}${text}\n`,
  );
  return `WEBVTT\n\n${cues.join('\n')}`;
}

import type { TranscriptLine } from '../../schema/wire/episodes.ts';
