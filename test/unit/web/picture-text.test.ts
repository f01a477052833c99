import { expect, test } from 'vitest';
import { noteOnPicture, textOfPicture } from '../../../web/features/sources/picture-text.ts';
import { scaleOf } from '../../../web/features/sources/prepare-picture.ts';
import { kindOfFile } from '../../../web/features/sources/read-file.ts';

const line = (text: string, y: number, confidence = 95) => ({
  words: text.split(' ').map((word) => ({ text: word, confidence })),
  baseline: { y0: y, y1: y },
  bbox: { x0: 10, y0: y - 10, x1: 10 + text.length * 6, y1: y + 2 },
  rowAttributes: { rowHeight: 12 },
});

test('lines become paragraphs, and icons are left out', () => {
  const found = textOfPicture([
    {
      paragraphs: [
        { lines: [line('© | —', 10, 20)] },
        {
          lines: [
            line('A clinic in Leeds raised its price in April', 40),
            line('and lost two patients.', 56),
          ],
        },
      ],
    },
    { paragraphs: [{ lines: [line('Another block', 200)] }] },
  ]);
  expect(found).toEqual({
    text: 'A clinic in Leeds raised its price in April and lost two patients.\n\nAnother block',
    words: 15,
    uncertain: [],
  });
  expect(noteOnPicture(found)).toBe('Compare the text with the picture before you add it.');
});

test('uncertain words are counted and named', () => {
  const lines = [line('a clinic in Leeds raised the price', 10), line('irn Apnl', 26, 41)];
  expect(noteOnPicture(textOfPicture([{ paragraphs: [{ lines }] }]))).toBe(
    '2 of 9 words may be wrong: “irn”, “Apnl”. Compare them with the picture.',
  );
});

test('a picture of which little is certain is called hard to read', () => {
  const note = noteOnPicture(
    textOfPicture([{ paragraphs: [{ lines: [line('xq ww Zz', 10, 12)] }] }]),
  );
  expect(note).toContain('hard to read');
});

test('small pictures are enlarged, large ones made smaller, and none beyond what Tesseract takes', () => {
  expect(scaleOf(1280, 800)).toBe(2);
  expect(scaleOf(1170, 2532)).toBe(1);
  expect(scaleOf(8000, 6000)).toBeCloseTo(0.577, 2);
  expect(20_000 * scaleOf(20_000, 100)).toBeLessThanOrEqual(32_000);
});

test.each([
  ['talk.pdf', '', 'pdf'],
  ['talk', 'application/pdf', 'pdf'],
  ['saved.html', 'text/html', 'page'],
  ['SAVED.HTM', '', 'page'],
  ['saved', 'application/xhtml+xml', 'page'],
  ['notes.md', 'text/plain', 'markdown'],
  ['notes.txt', '', 'plain'],
  ['README', 'text/plain', 'plain'],
  ['talk.vtt', 'text/vtt', 'plain'],
  ['talk.en.SRT', '', 'plain'],
  ['talk', 'application/x-subrip', 'plain'],
  ['letter.rtf', 'text/rtf', null],
  ['feed.xml', 'text/xml', null],
  ['prices.csv', 'text/csv', null],
  ['image.png', 'image/png', 'picture'],
  ['IMG_1.JPG', '', 'picture'],
  ['drawing.svg', 'image/svg+xml', null],
  ['book.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', null],
  ['program.exe', '', null],
])('%s (%s) is read as %s', (name, type, kind) => {
  expect(kindOfFile({ name, type })).toBe(kind);
});
