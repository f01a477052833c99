/** What words mean: a vector for each of the most frequent stems, read from `word-vectors.bin`. */

export interface WordVectors {
  /** The row of each stem; rows stand in the order of how frequent their words are. */
  rows: ReadonlyMap<string, number>;
  dimensions: number;
  /** Row after row, each of length 1. */
  values: Float32Array;
}

/** Gives the file's bytes. The Worker has them in its bundle, Node on the disk. */
export type LoadWordVectors = () => Promise<ArrayBuffer>;

const HEADER_BYTES = 8;

/**
 * The file: length of the list of stems in bytes and the number of dimensions (32 bits each, little
 * endian), the stems in UTF-8 with a line feed between them, and a signed byte for each value.
 */
export function writeWordVectors(stems: string[], rows: Int8Array[]): Uint8Array {
  const list = new TextEncoder().encode(stems.join('\n'));
  const dimensions = rows[0]?.length ?? 0;
  const bytes = new Uint8Array(HEADER_BYTES + list.length + rows.length * dimensions);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, list.length, true);
  header.setUint32(4, dimensions, true);
  bytes.set(list, HEADER_BYTES);
  rows.forEach((row, at) => {
    bytes.set(new Uint8Array(row.buffer), HEADER_BYTES + list.length + at * dimensions);
  });
  return bytes;
}

export function readWordVectors(buffer: ArrayBuffer): WordVectors {
  const header = new DataView(buffer);
  const listBytes = header.getUint32(0, true);
  const dimensions = header.getUint32(4, true);
  const list = new TextDecoder().decode(new Uint8Array(buffer, HEADER_BYTES, listBytes));
  const stems = list.split('\n');
  const bytes = new Int8Array(buffer, HEADER_BYTES + listBytes, stems.length * dimensions);
  const values = new Float32Array(bytes.length);
  for (let from = 0; from < bytes.length; from += dimensions) {
    let squares = 0;
    for (let at = from; at < from + dimensions; at++) squares += (bytes[at] ?? 0) ** 2;
    const length = Math.sqrt(squares) || 1;
    for (let at = from; at < from + dimensions; at++) values[at] = (bytes[at] ?? 0) / length;
  }
  return { rows: new Map(stems.map((stem, row) => [stem, row])), dimensions, values };
}

/** Cosine of two rows, -1 to 1. */
export function likeness({ dimensions, values }: WordVectors, a: number, b: number): number {
  let sum = 0;
  for (let at = 0; at < dimensions; at++) {
    sum += (values[a * dimensions + at] ?? 0) * (values[b * dimensions + at] ?? 0);
  }
  return sum;
}
