import { SOURCE_MAX_CHARS } from '../../../schema/limits.ts';
import { ReaderError } from '../../api/client.ts';
import type { PdfFault, PdfText } from './pdf-document.ts';
import type { PdfReply } from './pdf-worker.ts';
import type { ReadOptions, ReadSource } from './read-file.ts';
import { workerResult } from './worker-result.ts';

/** A book of a thousand pages with pictures has fewer. */
const MAX_BYTES = 50_000_000;

const LIMIT = SOURCE_MAX_CHARS.toLocaleString('en');

const FAULTS: Record<PdfFault, string> = {
  protected: 'This PDF is protected by a password. Save a copy without one, then choose that copy.',
  broken: "This file is damaged or isn't a PDF.",
  scanned:
    'This PDF has only scanned pages, or the same lines on each. Take a screenshot of the part you need and add that.',
  too_large: 'This PDF is small, but unpacks to more than can be read.',
  too_long: 'A page of this PDF has more text than a source can have.',
};

/** Reads the text of a PDF in a worker of its own, so that a bad one holds nothing up. */
export async function readPdf(
  file: File,
  { signal, onProgress }: ReadOptions,
): Promise<Omit<ReadSource, 'kind'>> {
  if (file.size > MAX_BYTES) throw new ReaderError('This PDF is too large. The limit is 50 MB.');
  onProgress({ stage: 'Opening the PDF...', share: null });
  const data = await file.arrayBuffer();
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const read = await workerResult(worker, {
    message: data,
    transfer: [data],
    signal,
    take: (reply: PdfReply) => {
      if (reply.type === 'text') return reply.read;
      if (reply.type === 'fault') throw new ReaderError(FAULTS[reply.fault]);
      // pdf.js finds itself in a worker, and greets the page, too.
      if (reply.type === 'page') {
        onProgress({ stage: 'Reading the PDF...', share: reply.page / reply.pages });
      }
      return undefined;
    },
    broken: 'The PDF reader did not load. Please try again.',
    tooSlow: 'This PDF takes too long to read.',
  });
  return { title: read.title, author: read.author, text: read.text, note: noteOn(read) };
}

/** What the reader should know of a text that isn't all there is; '' if it is. */
export function noteOn({ pages, readPages, emptyPages }: PdfText): string {
  const notes: string[] = [];
  if (readPages < pages) {
    notes.push(
      `Only pages 1 to ${readPages} of ${pages} fit: a source can have ${LIMIT} characters.`,
    );
  }
  if (emptyPages > 0) {
    notes.push(
      `${emptyPages} of the ${pages} pages ${emptyPages === 1 ? 'has' : 'have'} no text. They may be pictures.`,
    );
  }
  return notes.join(' ');
}
