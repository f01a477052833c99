/** Word vectors for frequent stems, read from `word-vectors.bin`. */

export interface WordVectors {
  /** The row of each stem, sorted by frequency. */
  rows: ReadonlyMap<string, number>;
  dimensions: number;
  /** Row after row, as signed bytes. */
  values: Int8Array;
  /** The length of each row. */
  lengths: Float32Array;
}

const HEADER_BYTES = 8;

/**
 * The file format: length of the stem list in bytes and number of dimensions (32 bits each, little
 * endian), the stems in UTF-8 separated by line feeds, and one signed byte per value.
 */
export function writeWordVectors(stems: string[], rows: Int8Array[]): Uint8Array {
  const list = new TextEncoder().encode(stems.join('\n'));
  const dimensions = rows[0]?.length ?? 0;
  const bytes = new Uint8Array(HEADER_BYTES + list.length + rows.length * dimensions);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, list.length, true);
  header.setUint32(4, dimensions, true);
  bytes.set(list, HEADER_BYTES);
  rows.forEach((row, index) => {
    bytes.set(new Uint8Array(row.buffer), HEADER_BYTES + list.length + index * dimensions);
  });
  return bytes;
}

/** Reads the file; the vectors share its buffer. */
export function readWordVectors(buffer: ArrayBuffer): WordVectors {
  const header = new DataView(buffer);
  const listBytes = header.getUint32(0, true);
  const dimensions = header.getUint32(4, true);
  const list = new TextDecoder().decode(new Uint8Array(buffer, HEADER_BYTES, listBytes));
  const stems = list.split('\n');
  const values = new Int8Array(buffer, HEADER_BYTES + listBytes, stems.length * dimensions);
  const lengths = Float32Array.from(stems, (_, row) => {
    let squares = 0;
    for (let index = row * dimensions; index < (row + 1) * dimensions; index++)
      squares += (values[index] ?? 0) ** 2;
    return Math.sqrt(squares) || 1;
  });
  return { rows: new Map(stems.map((stem, row) => [stem, row])), dimensions, values, lengths };
}

/** Returns the weighted sum of the stems' vectors with length 1; null if none is known. */
export function vectorOf(
  vectors: WordVectors,
  weighted: Iterable<[stem: string, weight: number]>,
): Float32Array | null {
  const { rows, dimensions, values, lengths } = vectors;
  const sum = new Float32Array(dimensions);
  let any = false;
  for (const [stem, weight] of weighted) {
    const row = rows.get(stem);
    if (row === undefined) continue;
    any = true;
    const scale = weight / (lengths[row] ?? 1);
    for (let index = 0; index < dimensions; index++)
      sum[index] = (sum[index] ?? 0) + scale * (values[row * dimensions + index] ?? 0);
  }
  return any ? unitVector(sum) : null;
}

/** In a loop: `Float32Array.from` with a function took a third of the time of an answer. */
export function unitVector(vector: Float32Array): Float32Array<ArrayBuffer> {
  const unit = new Float32Array(vector);
  const length = Math.sqrt(dotProduct(vector, vector)) || 1;
  for (let index = 0; index < unit.length; index++) unit[index] = (unit[index] ?? 0) / length;
  return unit;
}

/** Estimates the share of English words that a stem makes up, by its rank (Zipf); rare if unknown. */
export function frequencyOf({ rows }: WordVectors, stem: string): number {
  const rank = (rows.get(stem) ?? rows.size) + 3;
  return 1 / (rank * Math.log(rows.size + 1));
}

/** Cosine of two meanings, -1 to 1. */
export function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

/** Cosine of two stems, -1 to 1; 0 if one is unknown. */
export function cosineOf(
  { rows, dimensions, values, lengths }: WordVectors,
  one: string,
  other: string,
): number {
  const [a, b] = [rows.get(one), rows.get(other)];
  if (a === undefined || b === undefined) return 0;
  let sum = 0;
  for (let index = 0; index < dimensions; index++)
    sum += (values[a * dimensions + index] ?? 0) * (values[b * dimensions + index] ?? 0);
  return sum / ((lengths[a] ?? 1) * (lengths[b] ?? 1));
}

/**
 * How much a stem tells of a subject: common words tell nothing, and a rare one that is never said shows that an
 * episode is off topic. 1 without vectors.
 */
export const termSpecificity = (vectors: WordVectors | null, stem: string): number =>
  vectors === null ? 1 : Math.log(frequencyOf(vectors, stem)) ** 2;

const MIN_RARITY = 0.3;

/** How rare a stem is in English, from 0.3 for the most common ones to 1 for those that are unknown. */
export function rarityOf(vectors: WordVectors | null, stem: string): number {
  if (vectors === null) return 1;
  const { rows } = vectors;
  const row = rows.get(stem);
  if (row === undefined) return 1;
  return MIN_RARITY + (1 - MIN_RARITY) * (Math.log(row + 1) / Math.log(rows.size + 1)) ** 2;
}
