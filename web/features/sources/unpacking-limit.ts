/**
 * Bounds what pdf.js unpacks at once: a PDF of 1 MB may have a page of 1 GB. A page of 400 MB took 970 MB of memory,
 * and takes 220 MB with the limit. pdf.js has no limit of its own, but whatever it unpacks comes out of a
 * `DecompressionStream` or goes into one `Uint8Array` that grows.
 */

/**
 * A page that places each of a source's 200,000 letters on its own has about 7 MB, and large fonts for
 * Chinese have 25 MB. Pictures are not unpacked for their text.
 */
const MAX_BYTES = 64_000_000;

export interface UnpackingLimit {
  /** Replace the platform's in a worker that reads a PDF. */
  globals: { Uint8Array: Uint8ArrayConstructor; DecompressionStream: typeof DecompressionStream };
  /** Whether anything was larger. pdf.js reads on without it. */
  isExceeded: () => boolean;
}

/** The limit of one worker. */
export function limitUnpacking(maxBytes = MAX_BYTES): UnpackingLimit {
  let isExceeded = false;
  const check = (bytes: number) => {
    if (bytes <= maxBytes) return;
    isExceeded = true;
    throw new RangeError('This is too large to be unpacked');
  };
  const Bytes = new Proxy(Uint8Array, {
    construct(target, values) {
      if (typeof values[0] === 'number') check(values[0]);
      return Reflect.construct(target, values);
    },
  });
  const Unpacking = new Proxy(DecompressionStream, {
    construct(target, values) {
      const { readable, writable } = Reflect.construct(target, values);
      let bytes = 0;
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          bytes += piece.byteLength;
          check(bytes);
          controller.enqueue(piece);
        },
      });
      return { readable: readable.pipeThrough(counted), writable };
    },
  });
  return {
    globals: { Uint8Array: Bytes, DecompressionStream: Unpacking },
    isExceeded: () => isExceeded,
  };
}
