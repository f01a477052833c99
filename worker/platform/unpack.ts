export type BytesReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>;

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
