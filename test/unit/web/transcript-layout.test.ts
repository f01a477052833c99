import { describe, expect, test } from 'vitest';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import {
  layOutTranscript,
  lineAt,
  searchTranscript,
  sentenceEnd,
} from '../../../web/features/chat/transcript/transcript-layout.ts';

function said(text: string, start: number | null = null, speaker: string | null = null) {
  return { text, start, end: null, speaker } satisfies TranscriptLine;
}

describe('layOutTranscript', () => {
  test('joins captions of one speaker into a paragraph with their offsets', () => {
    const [paragraph, ...others] = layOutTranscript([said('One two', 0), said('three.', 2)]);
    expect(others).toEqual([]);
    expect(paragraph).toMatchObject({ text: 'One two three.', start: 0 });
    expect(paragraph?.lines.map(({ offset }) => offset)).toEqual([0, 8]);
  });

  test('starts a paragraph with another speaker, or when it gets too long', () => {
    const long = 'word '.repeat(90).trim();
    const paragraphs = layOutTranscript([
      said('Hello.', 0, 'Ada'),
      said('Hello yourself.', 1, 'Ben'),
      said(long, 2, 'Ben'),
      said(long, 3, 'Ben'),
    ]);
    expect(paragraphs.map(({ speaker, isNewSpeaker }) => [speaker, isNewSpeaker])).toEqual([
      ['Ada', true],
      ['Ben', true],
      ['Ben', false],
    ]);
  });
});

describe('lineAt', () => {
  const lines = [said('a', 0.4), said('b', 12.6), said('no time'), said('c', 30)];

  test.each([
    [0, 0],
    [12, 1],
    [29, 1],
    [30, 3],
    [9_999, 3],
  ])('the line at %i s is line %i', (seconds, index) => {
    expect(lineAt(lines, seconds)).toBe(index);
  });

  test('without times there is no place', () => {
    expect(lineAt([said('a'), said('b')], 5)).toBe(-1);
  });
});

test('a highlighted sentence extends to its end, not to another speaker', () => {
  const lines = [
    said('It begins', 0, 'Ada'),
    said('and it ends.”', 1, 'Ada'),
    said('Then more', 2, 'Ada'),
    said('from somebody else', 3, 'Ben'),
  ];
  expect(sentenceEnd(lines, 0)).toBe(1);
  expect(sentenceEnd(lines, 2)).toBe(2);
});

test("a search ignores case, accents and line breaks, and doesn't interpret patterns", () => {
  const paragraphs = layOutTranscript([said('Cash flow. (Cash', 0), said('flow?) Ça va', 1)]);
  const found = (query: string) => searchTranscript(paragraphs, query).map(({ from }) => from);
  expect(found('CASH  flow')).toEqual([0, 12]);
  expect(found('flow?)')).toEqual([17]);
  expect(found('ça')).toEqual([0, 12, 24]);
  expect(found('c')).toEqual([]);
  expect(found('.*')).toEqual([]);
});

test('a search finds letters however they are spelt, and marks them as they are written', () => {
  const text = 'Søren lives in Łódź, Straße 7… with Zoe\u0308.';
  const paragraphs = layOutTranscript([said(text, 0)]);
  const found = (query: string) =>
    searchTranscript(paragraphs, query).map(({ from, to }) => text.slice(from, to));
  expect(found('soren')).toEqual(['Søren']);
  expect(found('LODZ')).toEqual(['Łódź']);
  expect(found('strasse 7')).toEqual(['Straße 7']);
  expect(found('Straße')).toEqual(['Straße']);
  expect(found('zoe')).toEqual(['Zoe\u0308']);
  expect(found('..')).toEqual(['…']);
});

describe('a source', () => {
  const lines = [1, 2, 2, 4].map((paragraph, index) => ({ ...said(`Line ${index}.`), paragraph }));

  test('keeps its paragraphs', () => {
    const paragraphs = layOutTranscript(lines);
    expect(paragraphs.map(({ number, text }) => [number, text])).toEqual([
      [1, 'Line 0.'],
      [2, 'Line 1. Line 2.'],
      [4, 'Line 3.'],
    ]);
  });

  test('is cited by whole paragraphs, the last one if the text has become shorter', () => {
    expect(lineAt(lines, 2)).toBe(1);
    expect(sentenceEnd(lines, 1)).toBe(2);
    expect(lineAt(lines, 3)).toBe(3);
    expect(lineAt(lines, 99)).toBe(3);
  });
});
