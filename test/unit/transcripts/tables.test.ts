import { describe, expect, test } from 'vitest';
import { lines } from './reading.ts';

const html = (rows: string[][], cell = 'td') =>
  `<table>${rows.map((row) => `<tr>${row.map((one) => `<${cell}>${one}</${cell}>`).join('')}</tr>`).join('')}</table>`;
const markdown = ([titles = [], ...rows]: string[][]) =>
  [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

describe('tables', () => {
  const titles = ['Time', 'Speaker', 'Text'];
  const rows = [
    ['00:01', 'Ada', 'Hello there.'],
    ['00:05', 'Ben', 'It is 10:30, I fear.'],
    ['1:00:09', '', 'Or later.'],
  ];
  const read = [
    [1, null, 'Ada', 'Hello there.'],
    [5, null, 'Ben', 'It is 10:30, I fear.'],
    [3609, null, 'Ben', 'Or later.'],
  ];

  test.each([
    ['HTML', `<h1>The bread</h1>${html([titles], 'th')}${html(rows)}`],
    [
      'HTML with titles on each page',
      html([titles, ...rows.slice(0, 1), titles, ...rows.slice(1)]),
    ],
    ['HTML without titles', html(rows)],
    ['HTML with times in brackets', html(rows.map(([time, ...rest]) => [`[${time}]`, ...rest]))],
    ['Markdown', `# The bread\n\n${markdown([titles, ...rows])}`],
    ['Markdown without titles', markdown([['', '', ''], ...rows])],
    ['TSV', [titles, ...rows].map((row) => row.join('\t')).join('\n')],
    ['semicolons', [titles, ...rows].map((row) => row.join(';')).join('\r\n')],
    ['CSV', [titles, ...rows].map((row) => row.map((one) => `"${one}"`).join(',')).join('\n')],
  ])('are read: %s', (_, text) => {
    expect(lines(text)).toEqual(read);
  });

  test.each<[string, string, unknown[]]>([
    [
      'a cell of several lines, with quotes',
      'Speaker Name,Start Time,End Time,Text\nAda,00:00:01.5,00:00:04,"Hello,\n""you""."\n',
      [[1.5, 4, 'Ada', 'Hello, "you".']],
    ],
    [
      'times with frames',
      '"Speaker Name","Start Time","End Time","Text"\r\n"Ada","00:00:00:00","00:00:05:12","Hello."',
      [[0, 5, 'Ada', 'Hello.']],
    ],
    [
      'milliseconds',
      'start\tend\ttext\n0\t4500\t"Hello" she said\n4500\t7000\tHi.',
      [
        [0, 4.5, null, '"Hello" she said'],
        [4.5, 7, null, 'Hi.'],
      ],
    ],
    [
      'words with separators',
      'Speaker;Start;End;Text\nAda;0.5;3;Hello.\nBen;3.5;6;Thanks; all of you; bye.',
      [
        [0.5, 3, 'Ada', 'Hello.'],
        [3.5, 6, 'Ben', 'Thanks; all of you; bye.'],
      ],
    ],
    [
      'a quotation that never ends',
      'Speaker,Text\nAda,"Hello.\nBen,Hi.',
      [
        [null, null, 'Ada', '"Hello.'],
        [null, null, 'Ben', 'Hi.'],
      ],
    ],
    [
      'labels of an editor',
      '0.000000\t4.500000\tHello.\n4.500000\t7.000000\tHi.',
      [
        [0, 4.5, null, 'Hello.'],
        [4.5, 7, null, 'Hi.'],
      ],
    ],
  ])('are read: %s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected);
  });

  const words = (text: string, type = '') => lines(text, type).map(([, , , said]) => said);

  test.each([
    ['other columns', '| Item | Price |\n|---|---|\n| Tea | 2 |'],
    ['columns without times or speakers', 'id,dialogue\n1,Hello\n2,Hi'],
    ['commas in prose', 'Time, she said, is text.\nWe all know, of course.'],
    ['a table within a text', 'See here.\n\n| Name | Text |\n|---|---|\n| a | b |'],
  ])('stay as they are: %s', (_, text) => {
    const whole = text.replace(/\s+/g, ' ');
    expect(words(text).join(' ')).toBe(whole);
  });

  test('a small table on a page of words is not the transcript', () => {
    const page = `<p>${'We talked about bread for a long time. '.repeat(5)}</p>${html([titles, ...rows])}`;
    expect(words(page, 'text/html')[0]).toMatch(/^We talked about bread/);
  });
});
