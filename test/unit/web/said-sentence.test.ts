import { expect, test } from 'vitest';
import {
  lastBegun,
  sentenceAt,
  timedParagraphs,
} from '../../../web/features/chat/transcript/said-sentence.ts';
import { layOutTranscript } from '../../../web/features/chat/transcript/transcript-layout.ts';

const line = (start: number | null, end: number | null, text: string, speaker = 'Ines') => ({
  start,
  end,
  speaker,
  text,
});

const LINES = [
  line(0, 4, 'One sentence here. Another'),
  line(4, 8, 'one goes on.'),
  line(10, 14, 'Somebody else speaks.', 'Daniel'),
  line(null, null, 'Without a time.', 'Ines'),
];

function saidAt(seconds: number): string | null {
  const paragraphs = layOutTranscript(LINES);
  const said = sentenceAt(timedParagraphs(paragraphs), paragraphs, LINES, seconds);
  return said && (paragraphs[said.place]?.text.slice(said.sentence.from, said.sentence.to) ?? null);
}

test('the current sentence, even if it starts within a line and ends in the next', () => {
  expect(saidAt(-1)).toBeNull();
  expect(saidAt(0)).toBe('One sentence here.');
  expect(saidAt(2.8)).toBe('One sentence here.');
  expect(saidAt(3)).toBe('Another one goes on.');
  expect(saidAt(9)).toBe('Another one goes on.');
  expect(saidAt(10)).toBe('Somebody else speaks.');
  expect(saidAt(9_999)).toBe('Somebody else speaks.');
});

test('binary search finds the same as a linear search', () => {
  const starts = [0, 0, 3, 3.5, 8, 13].map((start) => ({ start }));
  for (let seconds = -1; seconds < 15; seconds += 0.25) {
    expect(lastBegun(starts, seconds)).toBe(starts.findLastIndex(({ start }) => start <= seconds));
  }
  expect(lastBegun([], 5)).toBe(-1);
});

test('there is no current sentence without times', () => {
  const lines = [line(null, null, 'No times.')];
  const paragraphs = layOutTranscript(lines);
  expect(sentenceAt(timedParagraphs(paragraphs), paragraphs, lines, 5)).toBeNull();
});
