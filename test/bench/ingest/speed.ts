import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFeed } from '../../support/read-feed.ts';
import type { CorpusFile } from './collect.ts';
import { CONTENDERS, type Contender } from './contenders.ts';

/** With smaller ones, the startup of a reader would dominate. */
const MIN_BYTES = 50_000;
const WARM_UPS = 3;
const PASSES = 9;
const ROUNDS = 5;

/** As a refresh does: reads every item, and the description of the ten that are stored. */
const AS_A_REFRESH: Contender = {
  name: 'dripcast, as a refresh reads',
  read: ({ bytes, ...source }) => ({
    items: readFeed(bytes, source, { described: 10 }).items.map(({ guid }) => ({
      id: guid,
      enclosures: [],
      descriptions: [],
    })),
  }),
};
const READERS: readonly Contender[] = [...CONTENDERS, AS_A_REFRESH];

/**
 * Prints MB of feed per second of CPU time, because other programs affect the clock, and the ratio to
 * rss-parser, round by round, over files that all of them can read. Each runs in its own process, so that
 * none pays for another's garbage.
 */
export async function measureSpeed(files: readonly CorpusFile[]): Promise<void> {
  const readable = await readByAll(
    files.filter(({ bytes, path }) => bytes.length >= MIN_BYTES && !path.endsWith('.json')),
  );
  if (readable.length === 0) return console.log('  no feed large enough');
  const megabytes = readable.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  console.log(`  ${readable.length} feeds, ${megabytes.toFixed(1)} MB, median of ${ROUNDS} rounds`);
  const paths = readable.map(({ path }) => path);
  const rates = new Map(READERS.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, all] of rates) {
      const args = [join(import.meta.dirname, 'speed.ts'), name, ...paths];
      all.push(Number(execFileSync(process.execPath, args, { encoding: 'utf8' })));
    }
  }
  const base = rates.get('rss-parser') ?? [];
  for (const [name, all] of rates) {
    const ratios = all.map((rate, round) => rate / (base[round] ?? Number.NaN));
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    console.log(
      `  ${name}: ${median(all).toFixed(1)} MB/s, ${median(ratios).toFixed(2)} × rss-parser (${least.toFixed(2)} to ${most.toFixed(2)})`,
    );
  }
}

/** MB per second of CPU time; the median of several passes. */
async function rateOf(reader: Contender, files: readonly Uint8Array[]): Promise<number> {
  const bytes = files.reduce((sum, { length }) => sum + length, 0);
  const rates: number[] = [];
  for (let pass = -WARM_UPS; pass < PASSES; pass += 1) {
    const start = process.cpuUsage();
    for (const file of files) await reader.read(source(file));
    const { user, system } = process.cpuUsage(start);
    if (pass >= 0) rates.push(bytes / (user + system));
  }
  return median(rates);
}

async function readByAll(files: readonly CorpusFile[]): Promise<CorpusFile[]> {
  const readable: CorpusFile[] = [];
  for (const file of files) {
    const counts = await Promise.all(CONTENDERS.map((one) => countOf(one, file.bytes)));
    if (counts.every((items) => items > 0)) readable.push(file);
  }
  return readable;
}

async function countOf(contender: Contender, bytes: Uint8Array): Promise<number> {
  try {
    return (await contender.read(source(bytes))).items.length;
  } catch {
    return 0;
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const source = (bytes: Uint8Array) => ({
  bytes,
  contentType: null,
  url: 'http://example.org/feed',
});

if (import.meta.main) {
  const [, , name, ...paths] = process.argv;
  const reader = READERS.find((one) => one.name === name);
  if (reader === undefined) throw new Error(`no reader of the name ${name}`);
  const files = paths.map((path) => readFileSync(path));
  console.log(await rateOf(reader, files));
}
