import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** As in the standard; the Workers' types lack the second parameter. */
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
 * Returns the first bytes at once and the rest in larger chunks, because every small chunk would occupy
 * a buffer up to a thousand times its size.
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

/** The magic number of gzip, which no text starts with. */
export function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

/**
 * Decompresses `reader` from `first` on, chunk by chunk as it is read. The platform's
 * DecompressionStream would expand everything at once, up to a thousand times its size.
 *
 * @param maxPackedBytes above this, throws the error of `onTooLarge`, because compressed data may also
 * decompress to nothing forever
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
  // An error on either side reaches the reader.
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
