import { describe, expect, it } from 'vitest';
import { lines, read } from './reading.ts';

describe('JSON of speech recognition services', () => {
  const said = ['Hello', 'there,', 'you', 'two', 'now.'];
  const spans = said.map((text, index) => ({ text, start: index / 2, end: index / 2 + 0.4 }));
  const sentence = [[0, 2.4, null, 'Hello there, you two now.']];
  const by = (speaker: string) => [[0, 2.4, speaker, 'Hello there, you two now.']];

  it.each<[string, unknown, unknown[]]>([
    [
      'words alone',
      { words: spans.map(({ text, start, end }) => ({ word: text, start, end })) },
      sentence,
    ],
    [
      'milliseconds',
      {
        words: spans.map(({ text, start, end }) => ({ text, start: start * 1e3, end: end * 1e3 })),
        utterances: null,
      },
      sentence,
    ],
    [
      'channels and alternatives',
      {
        results: {
          channels: [
            {
              alternatives: [
                {
                  transcript: 'hello there you two now',
                  words: spans.map((one) => ({
                    word: one.text.toLowerCase(),
                    punctuated_word: one.text,
                    start: one.start,
                    end: one.end,
                    speaker: 0,
                  })),
                },
                { transcript: 'yellow bear' },
              ],
            },
          ],
        },
      },
      by('Speaker 0'),
    ],
    [
      'items with punctuation between them',
      {
        results: {
          transcripts: [{ transcript: 'Hello there, you two now.' }],
          items: spans.flatMap(({ text, start, end }) => {
            const [, word = '', mark] = /^(\w+)(\W?)$/.exec(text) ?? [];
            const sound = {
              start_time: String(start),
              end_time: String(end),
              alternatives: [{ content: word }],
            };
            return mark ? [sound, { alternatives: [{ content: mark }] }] : [sound];
          }),
        },
      },
      sentence,
    ],
    [
      'seconds with their unit, in several results',
      {
        results: [spans.slice(0, 2), spans.slice(2)].map((some) => ({
          alternatives: [
            {
              transcript: 'x',
              words: some.map(({ text, start, end }) => ({
                word: text,
                startTime: `${start}s`,
                endTime: `${end}s`,
              })),
            },
          ],
        })),
      },
      sentence,
    ],
    [
      'monologues',
      {
        monologues: [
          {
            speaker: 1,
            elements: spans.map(({ text, start, end }) => ({
              value: text,
              ts: start,
              end_ts: end,
            })),
          },
        ],
      },
      by('Speaker 1'),
    ],
    ['durations', [{ text: 'Hi.', start: 0.1, duration: 1.2 }], [[0.1, 1.3, null, 'Hi.']]],
    [
      'pairs of clocks',
      {
        transcription: [{ timestamps: { from: '00:00:01,000', to: '00:00:02,500' }, text: ' Hi.' }],
      },
      [[1, 2.5, null, 'Hi.']],
    ],
    [
      'names beside numbers',
      [{ start: '00:00:01.000', end: '00:00:02.000', speaker: '1', voice: 'Ada', text: 'Hi.' }],
      [[1, 2, 'Ada', 'Hi.']],
    ],
    [
      'names of numbered speakers',
      [{ start: 1, end: 2, speaker: 0, speaker_name: 'Ada', text: 'Hi.' }],
      [[1, 2, 'Ada', 'Hi.']],
    ],
    [
      'names in a list of speakers',
      {
        speakers: [{ id: 0, name: 'Ada' }],
        monologues: [{ speaker: 0, elements: [{ value: 'Hi.', ts: 1, end_ts: 2 }] }],
      },
      [[1, 2, 'Ada', 'Hi.']],
    ],
    [
      'chunks with pairs of seconds',
      { text: ' Hi. Ho.', chunks: [{ timestamp: [0, 1.5], text: ' Hi.' }] },
      [[0, 1.5, null, 'Hi.']],
    ],
    [
      'timestamps as clocks',
      [{ value: 'Hi.', timestamp: '00:00:01,250', end_timestamp: '00:00:02,500' }],
      [[1.25, 2.5, null, 'Hi.']],
    ],
    [
      'sentences',
      [{ sentence: 'Hi.', startTime: '00:05', endTime: '00:07', speaker_name: 'Ada' }],
      [[5, 7, 'Ada', 'Hi.']],
    ],
    [
      'ids of speakers',
      [{ text: 'Hi.', start: 1, end: 2, speaker_id: 'x_0' }],
      [[1, 2, 'x_0', 'Hi.']],
    ],
    [
      'ids of speakers whom the turn names',
      {
        monologues: [{ speaker: 'Ada', words: [{ text: 'Hi.', start: 1, end: 2, speaker_id: 0 }] }],
      },
      [[1, 2, 'Ada', 'Hi.']],
    ],
    [
      'a text alone',
      { text: 'Hi there. That is all.' },
      [[null, null, null, 'Hi there. That is all.']],
    ],
    [
      'texts alone',
      ['Hi.', 'Ho.'],
      [
        [null, null, null, 'Hi.'],
        [null, null, null, 'Ho.'],
      ],
    ],
  ])('is read: %s', (_, json, expected) => {
    expect(lines(JSON.stringify(json))).toEqual(expected);
  });

  it.each([
    [{ language: 'en' }, 'en'],
    [{ language_code: 'en_us' }, 'en-us'],
    [{ result: { language: 'de' } }, 'de'],
    [{ language: 'english' }, null],
  ])('has a language tag: %j', (named, language) => {
    expect(read(JSON.stringify({ ...named, text: 'Hi.' })).language).toBe(language);
  });
});
