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

/** Unpacks what `reader` gives from `first` on. */
export function unpack(first: Uint8Array, reader: BytesReader): BytesReader {
  const packed = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(first),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return packed.pipeThrough(new DecompressionStream('gzip')).getReader();
}
