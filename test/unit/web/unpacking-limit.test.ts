import { afterEach, expect, test, vi } from 'vitest';
import { readPdfDocument } from '../../../web/features/sources/pdf-document.ts';
import { limitUnpacking } from '../../../web/features/sources/unpacking-limit.ts';
import { linesDown, pdfOf } from '../../support/pdf.ts';

const LIMIT = 1_000_000;

afterEach(() => vi.unstubAllGlobals());

/** Reads a PDF with one page that has to be unpacked so often, and then has this many bytes. */
async function readPacked(packed: { times: number; bytes: number }) {
  const data = new Uint8Array(pdfOf({ pages: [linesDown(['Hello.'])], packed }));
  const { globals, isExceeded } = limitUnpacking(LIMIT);
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const text = await readPdfDocument(data, () => {}).then(
    (read) => read.text,
    ({ fault }: { fault?: string }) => fault,
  );
  return { text, isExceeded: isExceeded() };
}

// pdf.js unpacks the first by the platform's DecompressionStream, and what is packed again by itself.
test.each([1, 2])(
  'a page packed %d times is read up to the limit, and no further',
  async (times) => {
    expect(await readPacked({ times, bytes: LIMIT / 2 })).toEqual({
      text: 'Hello.',
      isExceeded: false,
    });
    expect(await readPacked({ times, bytes: LIMIT * 2 })).toEqual({
      text: 'scanned',
      isExceeded: true,
    });
  },
);

test('a stream fails where it goes beyond the limit', async () => {
  const { globals, isExceeded } = limitUnpacking(LIMIT);
  const pack = new Blob([new Uint8Array(LIMIT * 3)]).stream();
  const packed = pack.pipeThrough(new CompressionStream('deflate'));
  let bytes = 0;
  const unpacked = packed.pipeThrough(new globals.DecompressionStream('deflate'));
  const reading = (async () => {
    for await (const piece of unpacked) bytes += piece.byteLength;
  })();
  await expect(reading).rejects.toThrow('too large');
  expect(bytes).toBeLessThanOrEqual(LIMIT);
  expect(isExceeded()).toBe(true);
});
