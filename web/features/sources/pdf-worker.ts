/** Reads one PDF in a worker, which the page ends once it has the text or a time-out. */
import { PdfError, type PdfFault, type PdfText, readPdfDocument } from './pdf-document.ts';

/** The worker's messages. */
export type PdfReply =
  | { type: 'page'; page: number; pages: number }
  | { type: 'text'; read: PdfText }
  | { type: 'fault'; fault: PdfFault };

const reply = (message: PdfReply) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  readPdfDocument(new Uint8Array(data), (page, pages) => reply({ type: 'page', page, pages })).then(
    (read) => reply({ type: 'text', read }),
    (error: unknown) =>
      reply({ type: 'fault', fault: error instanceof PdfError ? error.fault : 'broken' }),
  );
});
