import { expect, test } from 'vitest';
import { SOURCE_MAX_CHARS } from '../../../schema/limits.ts';
import {
  type PdfFault,
  type PdfText,
  readPdfDocument,
} from '../../../web/features/sources/pdf-document.ts';
import { noteOn } from '../../../web/features/sources/read-pdf.ts';
import { linesDown, pdfOf } from '../../support/pdf.ts';

const read = (...[parts]: Parameters<typeof pdfOf>) =>
  readPdfDocument(new Uint8Array(pdfOf(parts)), () => {});

const faultOf = (reading: Promise<PdfText>) =>
  reading.then(
    () => null,
    (error: { fault?: PdfFault }) => error.fault,
  );

const WRAPPED = [
  'Most small clinics raise their prices in January, when rents and wages rise,',
  'and many patients expect it. A clinic in Leeds raised the price in April and',
  'lost only two patients.',
];

test('lines become paragraphs, a page ends one, and the metadata gives title and author', async () => {
  const found = await read({
    title: 'What a clinic (small) charges',
    author: 'Mara Lind',
    pages: [
      [
        { text: 'Prices', x: 72, y: 800, size: 20 },
        ...linesDown(WRAPPED),
        ...linesDown(
          [
            'The owner wrote to every patient six weeks before. She explained that the',
            'rent had risen by nine percent.',
          ],
          { top: 708 },
        ),
      ],
      linesDown(['Annual discounts ruin the margin.']),
    ],
  });
  expect(found).toEqual({
    title: 'What a clinic (small) charges',
    author: 'Mara Lind',
    text: [
      'Prices',
      WRAPPED.join(' '),
      'The owner wrote to every patient six weeks before. She explained that the rent had risen by nine percent.',
      'Annual discounts ruin the margin.',
    ].join('\n\n'),
    pages: 2,
    readPages: 2,
    emptyPages: 0,
  });
});

test('running headers and page numbers are left out, and broken words are whole again', async () => {
  const { text } = await read({
    pages: [1, 2, 3, 4].map((page) => [
      { text: `Clinic Report 2026, part ${page}`, x: 72, y: 820, size: 8 },
      ...linesDown([
        `Paragraph ${page} says that every clinic needs a great deal of prepa-`,
        'ration.',
      ]),
      { text: `${page} / 4`, x: 290, y: 30, size: 8 },
    ]),
  });
  expect(text.split('\n\n')).toEqual(
    [1, 2, 3, 4].map(
      (page) => `Paragraph ${page} says that every clinic needs a great deal of preparation.`,
    ),
  );
});

test('a text that is longer than a source ends with a whole page, and says so', async () => {
  const words = 'word '.repeat(299);
  const pages = [...'abcdefghijklmnopqrst'].map((letter) =>
    linesDown(
      [...'abcdefghij'].map((line) => `${letter}${line} ${words}end.`),
      { size: 0.5 },
    ),
  );
  const found = await read({ pages });
  expect(found.text.length).toBeLessThanOrEqual(SOURCE_MAX_CHARS);
  expect(found.readPages).toBe(13);
  expect(noteOn(found)).toBe('Only pages 1 to 13 of 20 fit: a source can have 200,000 characters.');
});

test('a scan, a protected file and a broken one are refused, each for its reason', async () => {
  expect(await faultOf(read({ pages: [[], []] }))).toBe('scanned');
  expect(await faultOf(read({ pages: [linesDown(['Secret'])], isProtected: true }))).toBe(
    'protected',
  );
  const nonsense = new Uint8Array(Buffer.from('%PDF-1.7\nnothing of the kind'));
  expect(await faultOf(readPdfDocument(nonsense, () => {}))).toBe('broken');
  expect(await faultOf(readPdfDocument(new Uint8Array(4), () => {}))).toBe('broken');
});

test('a scan with the same line on every page is one, and its pages have no text', async () => {
  const stamp = { text: 'Lent by the library of Leeds', x: 72, y: 30, size: 8 };
  expect(await faultOf(read({ pages: Array.from({ length: 4 }, () => [stamp]) }))).toBe('scanned');
  const found = await read({ pages: [[...linesDown(['Only this.']), stamp], [stamp], [stamp]] });
  expect(found).toMatchObject({ text: 'Only this.', emptyPages: 2 });
});

test('pages without text are counted', async () => {
  const found = await read({ pages: [linesDown(['Only this.']), [], []] });
  expect(found.emptyPages).toBe(2);
  expect(noteOn(found)).toBe('2 of the 3 pages have no text. They may be pictures.');
});

test('titles that programs made up are not kept', async () => {
  const pages = [linesDown(['Text'])];
  for (const title of ['Microsoft Word - notes.docx', 'untitled', 'report.pdf']) {
    expect((await read({ pages, title })).title).toBe('');
  }
});

test('a file that is cut anywhere gives text or a reason', async () => {
  const whole = new Uint8Array(pdfOf({ pages: [linesDown(WRAPPED), linesDown(WRAPPED)] }));
  for (let end = 0; end < whole.length; end += 97) {
    const outcome = await readPdfDocument(whole.slice(0, end), () => {}).then(
      ({ text }) => text !== '',
      (error: { fault?: PdfFault }) => error.fault !== undefined,
    );
    expect(outcome, `cut at ${end}`).toBe(true);
  }
});
