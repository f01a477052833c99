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
      'recognized phrases, the best of several readings',
      {
        duration: 'PT1M5S',
        combinedRecognizedPhrases: [{ channel: 0, display: 'Hi. Ho.' }],
        recognizedPhrases: [
          {
            ...{ speaker: 1, offset: 'PT0.5S', duration: 'PT2.25S', offsetInTicks: 5e6 },
            nBest: [
              { display: 'Hi.', words: [{ word: 'hi', offset: 'PT0.5S' }] },
              { display: 'I.' },
            ],
          },
          { speaker: 2, offset: 'PT1M3S', duration: 'PT2S', nBest: [{ display: 'Ho.' }] },
        ],
      },
      [
        [0.5, 2.75, 'Speaker 1', 'Hi.'],
        [63, 65, 'Speaker 2', 'Ho.'],
      ],
    ],
    [
      'phrases with durations in milliseconds',
      {
        combinedPhrases: [{ text: 'Hi. Ho.' }],
        phrases: [
          { speaker: 1, offset: 80, durationMilliseconds: 1920, text: 'Hi.' },
          { speaker: 2, offset: 2200, durationMilliseconds: 1500, text: 'Ho.' },
        ],
      },
      [
        [0.08, 2, 'Speaker 1', 'Hi.'],
        [2.2, 3.7, 'Speaker 2', 'Ho.'],
      ],
    ],
    [
      'combined phrases alone',
      { combinedRecognizedPhrases: [{ display: 'Hi.' }] },
      [[null, null, null, 'Hi.']],
    ],
    [
      'offsets of characters, which are no times',
      {
        sentences: [
          { text: 'Hi.', offset: 0 },
          { text: 'Ho.', offset: 4 },
        ],
      },
      [
        [null, null, null, 'Hi.'],
        [null, null, null, 'Ho.'],
      ],
    ],
    [
      'offsets in samples',
      {
        speech: {
          transcripts: [
            { start_offset: 16_000, end_offset: 40_000, transcript: 'Hi.', speaker_id: 7 },
            { start_offset: 48_000, end_offset: 64_000, transcript: 'Ho.', speaker_id: 8 },
          ],
          speakers: [{ id: 7, speaker_name: 'Ada' }, { id: 8 }],
        },
      },
      [
        [1, 2.5, 'Ada', 'Hi.'],
        [3, 4, 'Speaker 8', 'Ho.'],
      ],
    ],
    [
      'speakers listed apart from the words',
      {
        results: {
          speaker_labels: {
            segments: [
              {
                items: spans.map(({ start }) => ({
                  start_time: `${start}`,
                  speaker_label: 'spk_0',
                })),
              },
            ],
          },
          items: spans.map(({ text, start, end }) => ({
            ...{ start_time: `${start}`, end_time: `${end}`, alternatives: [{ content: text }] },
          })),
        },
      },
      by('spk_0'),
    ],
    [
      'words listed again with their speakers',
      {
        results: [{}, { speakerTag: 2 }].map((tag) => ({
          alternatives: [
            {
              words: spans.map(({ text, start, end }) => ({
                ...{ word: text, startTime: `${start}s`, endTime: `${end}s`, ...tag },
              })),
            },
          ],
        })),
      },
      by('Speaker 2'),
    ],
    [
      'offsets and labels',
      {
        results: [
          {
            alternatives: [
              {
                words: spans.map(({ text, start, end }) => ({
                  ...{ word: text, startOffset: `${start}s`, endOffset: `${end}s` },
                  speakerLabel: '1',
                })),
              },
            ],
          },
        ],
      },
      by('Speaker 1'),
    ],
    [
      'seconds and nanoseconds',
      [{ word: 'Hi.', startTime: { seconds: '1', nanos: 5e8 }, endTime: { seconds: 2 } }],
      [[1.5, 2, null, 'Hi.']],
    ],
    [
      'offsets in milliseconds',
      { transcription: [{ offsets: { from: 500, to: 2_000 }, text: ' Hi.' }] },
      [[0.5, 2, null, 'Hi.']],
    ],
    [
      'turns without known times',
      {
        turns: [
          { start: 0, stop: 0, speaker: 'Ada', text: 'Hi.' },
          { start: 0, stop: 0, speaker: 'Ben', text: 'Ho.' },
        ],
      },
      [
        [null, null, 'Ada', 'Hi.'],
        [null, null, 'Ben', 'Ho.'],
      ],
    ],
    [
      'turns with a stop',
      { turns: [{ start: 1, stop: 2.5, speaker: 'Ada', text: 'Hi.' }] },
      [[1, 2.5, 'Ada', 'Hi.']],
    ],
    [
      'numbered speakers as text',
      [{ start: 1, end: 2, speaker: '1', text: 'Hi.' }],
      [[1, 2, 'Speaker 1', 'Hi.']],
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
