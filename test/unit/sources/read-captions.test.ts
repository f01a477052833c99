/** Captions that are added as a text: what is said in them. */
import { describe, expect, test } from 'vitest';
import { withoutPauses } from '../../../worker/platform/pauses.ts';
import { linesOf, paragraphsOf } from '../../../worker/sources/paragraphs.ts';
import { readCaptionsInSteps } from '../../../worker/sources/read-captions.ts';
import { asSpoken } from '../../../worker/transcripts/spoken-text.ts';

const read = (text: string) => withoutPauses(readCaptionsInSteps(text));

const clock = (seconds: number, point: string) =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}${point}000`;
const vtt = (cues: readonly string[]) =>
  `WEBVTT\n\n${cues
    .map((text, at) => `${clock(at * 2, '.')} --> ${clock(at * 2 + 2, '.')}\n${text}\n`)
    .join('\n')}`;
const srt = (cues: readonly string[]) =>
  cues
    .map((text, at) => `${at + 1}\n${clock(at * 2, ',')} --> ${clock(at * 2 + 2, ',')}\n${text}\n`)
    .join('\n');

const CUES = [
  'Most clinics raise',
  'their prices in <i>January</i>.',
  'One waited &amp; lost nobody.',
];
const SAID = 'Most clinics raise their prices in January. One waited & lost nobody.';

describe('captions', () => {
  test.each([
    ['WebVTT', vtt(CUES)],
    ['SubRip', srt(CUES)],
    ['SubRip of Windows, after a byte order mark', `\ufeff${srt(CUES).replaceAll('\n', '\r\n')}`],
    ['SubRip without numbers', srt(CUES).replace(/^\d+\n/gm, '')],
    [
      'WebVTT with a title, notes, styles and settings',
      vtt(CUES)
        .replace('WEBVTT\n', 'WEBVTT - A talk\nLanguage: en\n\nNOTE by hand\n\nSTYLE\n::cue {}\n')
        .replaceAll(/(--> \S+)/g, '$1 line:90% align:start'),
    ],
  ])('in %s are what is said in them', (_, text) => {
    expect(read(text)).toBe(SAID);
  });

  test('that roll say each line once', () => {
    const lines = [
      'most clinics raise',
      'their prices',
      'in January',
      'one waited',
      'and lost nobody',
    ];
    const cues = lines.map((line, at) => (at === 0 ? line : `${lines[at - 1]}\n${line}`));
    expect(read(vtt(cues))).toBe(lines.join(' '));
  });

  test('of a conversation keep who speaks, in each paragraph, so that it is read as one', () => {
    const long = Array.from({ length: 30 }, (_, at) => `<v Otto>Sentence ${at} is about salt.`);
    const text = read(
      vtt(['<v Mia>What is gluten?', ...long, '<v Mia>And yeast?', '<v Otto>Yes.']),
    );
    const paragraphs = text.split('\n\n');
    expect(paragraphs.map((paragraph) => paragraph.split(': ')[0])).toEqual([
      ...['Mia', 'Otto', 'Otto', 'Mia', 'Otto'],
    ]);
    expect(paragraphs[1]).toMatch(/^Otto: Sentence 0 .* salt\.$/);
    const spoken = asSpoken(linesOf(paragraphsOf(text)));
    expect(spoken.map(({ speaker }) => speaker)).toEqual(['Mia', 'Otto', 'Otto', 'Mia', 'Otto']);
  });

  test('of one person name them once', () => {
    const cues = Array.from({ length: 60 }, (_, at) => `<v Otto>Sentence ${at} is about salt.`);
    const paragraphs = read(vtt(cues)).split('\n\n');
    expect(paragraphs.length).toBeGreaterThan(2);
    expect(paragraphs.filter((paragraph) => paragraph.includes('Otto'))).toHaveLength(1);
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/\.$/);
  });

  test('without full stops are cut, too', () => {
    const cues = Array.from({ length: 200 }, (_, at) => `word ${at} without an end`);
    const paragraphs = read(vtt(cues)).split('\n\n');
    expect(paragraphs.length).toBeGreaterThan(3);
    for (const { length } of paragraphs) expect(length).toBeLessThan(1_100);
  });

  test('that say more than a source may have are refused', () => {
    const cues = Array.from({ length: 1_500 }, (_, at) => `${at} ${'words '.repeat(25)}.`);
    expect(() => read(vtt(cues))).toThrow(
      /^What is said in these captions has 2\d\d,\d{3} characters\. A source can have at most 200,000\.$/,
    );
  });

  test('without words that are longer than a source may be are refused', () => {
    expect(() => read(vtt(Array.from({ length: 9_000 }, () => '')))).toThrow('at most 200,000');
  });
});

describe('as they are stay', () => {
  test.each([
    ['a text', 'One.\n\nTwo.'],
    ['a text about captions', `Captions look like this:\n\n${srt(CUES)}\nThat is all.`],
    ['a text about their format', 'WEBVTT is a format.\n\nIt has cues.'],
    ['a list with times', '1\n10:30 we open\n2\n18:00 we close'],
    ['captions without words', `${vtt(['', ' '])}`],
    ['captions that are nested too deep', vtt(['<b>'.repeat(20_000)])],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(read(text)).toBe(text);
  });
});
