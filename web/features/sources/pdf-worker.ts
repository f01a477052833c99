/** Reads one PDF in a worker, which the page ends once it has the text or a time-out. */
import { PdfError, type PdfFault, type PdfText, readPdfDocument } from './pdf-document.ts';
import { limitUnpacking } from './unpacking-limit.ts';

/** The worker's messages. */
export type PdfReply =
  | { type: 'page'; page: number; pages: number }
  | { type: 'text'; read: PdfText }
  | { type: 'fault'; fault: PdfFault };

const unpacking = limitUnpacking();
Object.assign(self, unpacking.globals);

const reply = (message: PdfReply) => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  readPdfDocument(new Uint8Array(data), (page, pages) => reply({ type: 'page', page, pages })).then(
    (read) => reply({ type: 'text', read }),
    (error: unknown) => reply({ type: 'fault', fault: faultOf(error) }),
  );
});

function faultOf(error: unknown): PdfFault {
  if (unpacking.isExceeded()) return 'too_large';
  return error instanceof PdfError ? error.fault : 'broken';
}
