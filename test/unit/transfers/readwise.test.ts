/** The table for Readwise, read back by somebody else's reader. */
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import {
  cell,
  readwiseHeader,
  readwiseRows,
} from '../../../worker/transfers/export/formats/readwise.ts';
import { hostileChunks } from '../../support/hostile-texts.ts';
import { aMoment, anEpisode, anInsight, EPISODE_ID, ORIGIN } from './things.ts';

const PLACE = `${ORIGIN}/podcasts?episode=${EPISODE_ID}&at=754`;

const readCsv = (csv: string): Record<string, string>[] =>
  parseCsv(csv, { columns: true, relax_quotes: false });

describe('Readwise', () => {
  test('has its seven columns', () => {
    const insight = anInsight('## Points\n\n- Prices rose. [12:34]\n- Then "fell", twice.', {
      tags: ['Big idea'],
      notes: 'Ask, Ada',
    });
    const csv = readwiseHeader() + [...readwiseRows(insight, anEpisode(), ORIGIN)].join('');
    expect(csv.split('\r\n')[0]).toBe('Highlight,Title,Author,URL,Note,Location,Date');
    expect(readCsv(csv)).toEqual([
      {
        Highlight: 'Points\n\n• Prices rose. [12:34]\n\n• Then "fell", twice.',
        Title: 'Raising prices',
        Author: 'Talk of Work',
        URL: PLACE,
        Note: '.Big-idea\nAsk, Ada',
        Location: '754',
        Date: '2026-11-02 10:00:00',
      },
    ]);
  });

  test('cuts what is longer than Readwise takes, and loses nothing', () => {
    const words = Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(' ');
    const rows = readCsv(
      readwiseHeader() + [...readwiseRows(anInsight(words), anEpisode(), ORIGIN)].join(''),
    );
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.every(({ Highlight = '' }) => Highlight.length <= 8_191)).toBe(true);
    expect(rows.map(({ Highlight }) => Highlight).join(' ')).toBe(words);
  });

  test('cuts a text without spaces between characters', () => {
    const rows = readCsv(
      readwiseHeader() +
        [...readwiseRows(anInsight(`a${'😀'.repeat(9_000)}`), anEpisode(), ORIGIN)].join(''),
    );
    expect(rows.map(({ Highlight }) => Highlight).join('')).toBe(`a${'😀'.repeat(9_000)}`);
    expect(rows.every(({ Highlight = '' }) => Highlight.length <= 8_191)).toBe(true);
  });

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '＝1+1',
    '\r\n=1',
    '\u200b=1',
    '|calc',
  ])('%j is no formula', (text) => expect(readCsv(`a\r\n${cell(text)}\r\n`)[0]?.a).toMatch(/^'/));

  test.each(hostileChunks('sec-'))(
    'hostile texts are cells and no formulas: $name',
    ({ texts }) => {
      for (const text of texts) {
        const episode = anEpisode({ title: text, podcastTitle: text });
        const csv =
          readwiseHeader() +
          [...readwiseRows(anInsight(text, { notes: text, tags: [text] }), episode, ORIGIN)].join(
            '',
          );
        for (const row of readCsv(csv)) {
          expect(Object.keys(row)).toHaveLength(7);
          for (const value of Object.values(row)) expect(value).not.toMatch(/^[\s\p{Cf}]*[=+\-@]/u);
        }
      }
    },
  );

  test('has a moment as a highlight at its place, also without a transcript', () => {
    const moment = aMoment('We raised *the* price.', { note: 'Ask Ada' });
    const read = (thing: typeof moment) =>
      readCsv(readwiseHeader() + [...readwiseRows(thing, anEpisode(), ORIGIN)].join(''))[0];
    expect(read(moment)).toMatchObject({
      Highlight: 'We raised *the* price.',
      URL: PLACE,
      Note: 'Ask Ada',
      Location: '754',
    });
    expect(read({ ...moment, text: '' })).toMatchObject({ Highlight: 'Moment at 12:34' });
  });
});
