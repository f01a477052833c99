/// <reference path="../../../worker/transcripts/read/webvtt-parser.d.ts" />

import { describe, expect, test } from 'vitest';
import webvtt from 'webvtt-parser';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import {
  timedLines,
  toNamespaceJson,
  toSrt,
  toVtt,
} from '../../../worker/transcripts/file-formats.ts';
import { readTranscript } from '../../support/transcripts-at-once.ts';

const LINES: TranscriptLine[] = [
  { start: 0.25, end: 2.5, speaker: 'Ada & Co <host>', text: 'Is 3 < 4 --> yes? &amp; stays.' },
  { start: 2.5, end: null, speaker: 'Ada & Co <host>', text: 'It lasts until the next one.' },
  { start: 3_725.999_6, end: 3_725, speaker: null, text: '12' },
  { start: null, end: null, speaker: null, text: 'Without a time.' },
  { start: 3_730, end: null, speaker: 'Bo', text: 'Words in <b>angle brackets</b>.' },
];

/** What W3C's parser makes of a file, with its complaints. */
function parseVtt(text: string) {
  const parser = new webvtt.WebVTTParser({ '&amp;': '&', '&lt;': '<', '&gt;': '>' });
  return parser.parse(text, 'metadata');
}

/** SubRip, to the letter: a counter, two times, words, a blank line. */
const SRT_CUE =
  /^(\d+)\n(\d{2}:[0-5]\d:[0-5]\d,\d{3}) --> (\d{2}:[0-5]\d:[0-5]\d,\d{3})\n([^\n]+)\n(?:\n|$)/;

function parseSrt(text: string) {
  const cues: { counter: number; times: string[]; words: string }[] = [];
  for (let rest = text; rest !== ''; ) {
    const [all = '', counter, start = '', end = '', words = ''] = SRT_CUE.exec(rest) ?? [];
    if (all === '') throw new Error(`no SubRip from here on: ${rest.slice(0, 60)}`);
    cues.push({ counter: Number(counter), times: [start, end], words });
    rest = rest.slice(all.length);
  }
  return cues;
}

const read = (text: string, type: string) =>
  readTranscript(new TextEncoder().encode(text), { type, url: 'https://a.test/1' }).lines;

describe('a transcript as a file of another format', () => {
  test('is WebVTT that the W3C parser accepts without errors, whatever the words', () => {
    const { cues, errors } = parseVtt(toVtt(timedLines(LINES)));
    expect(errors).toEqual([]);
    expect(cues.map(({ startTime, endTime }) => [startTime, endTime])).toEqual(
      [
        [0.25, 2.5],
        [2.5, 3_726],
        [3_726, 3_730],
        [3_730, 3_730 + 'Words in <b>angle brackets</b>.'.length / 18],
      ].map(([start, end]) => [start, expect.closeTo(end ?? 0, 3)]),
    );
    expect(cues[0]?.tree.children).toEqual([
      expect.objectContaining({
        type: 'object',
        name: 'v',
        // The parser leaves an annotation's references as they are.
        value: 'Ada &amp; Co &lt;host&gt;',
        children: [expect.objectContaining({ value: 'Is 3 < 4 --> yes? &amp; stays.' })],
      }),
    ]);
    expect(cues[3]?.tree.children[0]).toMatchObject({
      children: [{ type: 'text', value: 'Words in <b>angle brackets</b>.' }],
    });
  });

  test('is SubRip with consecutive counters and times that never go back', () => {
    const cues = parseSrt(toSrt(timedLines(LINES)));
    expect(cues.map(({ counter }) => counter)).toEqual([1, 2, 3, 4]);
    expect(cues[0]).toMatchObject({
      times: ['00:00:00,250', '00:00:02,500'],
      words: 'Ada & Co <host>: Is 3 < 4 -> yes? &amp; stays.',
    });
    expect(cues[2]).toMatchObject({
      times: ['01:02:06,000', '01:02:10,000'],
      words: '12 Without a time.',
    });
    for (const { times } of cues) expect(times[0] ?? '').not.toBe(times[1]);
  });

  test.each([
    ['text/vtt', (lines: TranscriptLine[]) => toVtt(timedLines(lines))],
    ['application/x-subrip', (lines: TranscriptLine[]) => toSrt(timedLines(lines))],
    ['application/json', toNamespaceJson],
  ])('reads back the same: %s', (type, write) => {
    const lines = [
      { start: 1, end: 2.5, speaker: 'Ada Quist', text: 'We hired four people.' },
      { start: 2.5, end: 4, speaker: 'Bo Berg', text: 'Two of them came back.' },
    ];
    expect(read(write(lines), type)).toEqual(lines);
  });

  test('says who spoke where only every few minutes have a time', () => {
    const said = [
      [0, 'Ada', 'Hello, and welcome.'],
      [null, 'Ada', 'It is June.'],
      [null, 'Bo', 'Thanks.'],
      [300, 'Ada', 'Go on.'],
      [null, null, 'Applause'],
    ] as const;
    const lines = said.map(([start, speaker, text]) => ({ start, end: null, speaker, text }));
    const timed = timedLines(lines);
    expect(timed.map(({ speaker, text }) => [speaker, text])).toEqual([
      ['Ada', 'Hello, and welcome. It is June.'],
      ['Bo', 'Thanks.'],
      ['Ada', 'Go on.'],
      [null, 'Applause'],
    ]);
    expect(timed[0]).toMatchObject({ start: 0, end: timed[1]?.start });
    expect(timed[1]).toMatchObject({ end: 300 });
    expect(timed[1]?.start).toBeCloseTo((300 * 31) / 38);
    expect(read(toVtt(timed.slice(0, 3)), 'text/vtt').map(({ speaker }) => speaker)).toEqual([
      'Ada',
      'Bo',
      'Ada',
    ]);
  });

  test('without times there are no captions', () => {
    expect(timedLines([{ start: null, end: null, speaker: null, text: 'Words.' }])).toEqual([]);
  });
});
