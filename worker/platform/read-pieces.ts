import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** As the standard has it; the Workers' types lack its second parameter. */
interface PieceReader {
  read(
    view: Uint8Array<ArrayBuffer>,
    options: { min: number },
  ): Promise<{ done: boolean; value?: Uint8Array }>;
  cancel(reason?: unknown): Promise<void>;
}

export type BytesReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>;

const PIECE_BYTES = 64 * 1024;

/**
 * Reads what comes first at once, and the rest in pieces of some size: every crumb by itself would
 * come in a buffer that may be a thousand times as large.
 */
export function readPieces(body: ReadableStream<Uint8Array>): BytesReader {
  const reader: PieceReader = body.getReader({ mode: 'byob' });
  let min = 1;
  let isOver = false;
  return {
    async read() {
      if (isOver) return { done: true, value: undefined };
      const { done, value } = await reader.read(new Uint8Array(PIECE_BYTES), { min });
      min = PIECE_BYTES;
      isOver = done;
      return value?.length ? { done: false, value } : { done: true, value: undefined };
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/** What gzip's files begin with, and no text. */
export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/**
 * Unpacks what `reader` gives from `first` on, piece by piece: the next one is unpacked when the last
 * was taken. The platform's DecompressionStream unpacks whatever it is given at once, a thousand
 * times its size.
 *
 * @param maxPackedBytes after which `onTooLarge` says what to throw: packed nothing has a size, too
 */
export function unpack(
  first: Uint8Array,
  reader: BytesReader,
  maxPackedBytes: number,
  onTooLarge: () => Error,
): BytesReader {
  const packed = async function* () {
    let bytes = 0;
    let next: { done: boolean; value?: Uint8Array | undefined } = { done: false, value: first };
    while (!next.done && next.value) {
      bytes += next.value.length;
      if (bytes > maxPackedBytes) throw onTooLarge();
      yield next.value;
      next = await reader.read();
    }
  };
  const source = Readable.from(packed(), { objectMode: false, highWaterMark: PIECE_BYTES });
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  // What goes wrong on either side reaches whoever reads.
  source.on('error', (error) => gunzip.destroy(error));
  const pieces: AsyncIterator<Uint8Array> = source.pipe(gunzip)[Symbol.asyncIterator]();
  return {
    async read() {
      const { done = false, value } = await pieces.next();
      return done ? { done: true, value: undefined } : { done: false, value };
    },
    async cancel(reason) {
      source.destroy();
      gunzip.destroy();
      await reader.cancel(reason);
    },
  };
}
