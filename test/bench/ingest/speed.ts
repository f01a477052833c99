import type { CorpusFile } from './collect.ts';
import { CONTENDERS, type Contender } from './contenders.ts';

/** Smaller ones measure the start of a reader more than the reading. */
const MIN_BYTES = 50_000;
const WARM_UPS = 2;
const ROUNDS = 9;

/**
 * MB of feed read per second of CPU, so that what else the machine does makes no difference, and the
 * ratio to rss-parser, round by round, over files that all can read.
 */
export async function measureSpeed(files: readonly CorpusFile[]): Promise<void> {
  const large = files.filter(
    (file) => file.bytes.length >= MIN_BYTES && !file.path.endsWith('.json'),
  );
  const readable: CorpusFile[] = [];
  for (const file of large) {
    const all = await Promise.all(CONTENDERS.map((contender) => canRead(contender, file)));
    if (all.every((items) => items > 0)) readable.push(file);
  }
  const bytes = readable.reduce((sum, file) => sum + file.bytes.length, 0);
  const rates = new Map(CONTENDERS.map(({ name }) => [name, [] as number[]]));
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    for (const contender of CONTENDERS) {
      const start = process.cpuUsage();
      for (const file of readable) await contender.read(source(file));
      const { user, system } = process.cpuUsage(start);
      if (round >= 0) rates.get(contender.name)?.push(bytes / (user + system));
    }
  }
  const base = rates.get('rss-parser') ?? [];
  console.log(
    `  ${readable.length} feeds, ${(bytes / 1e6).toFixed(1)} MB, median of ${ROUNDS} rounds`,
  );
  for (const [name, all] of rates) {
    const ratios = all.map((rate, round) => rate / (base[round] ?? Number.NaN));
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    console.log(
      `  ${name}: ${median(all).toFixed(1)} MB/s, ${median(ratios).toFixed(2)} × rss-parser (${least.toFixed(2)} to ${most.toFixed(2)})`,
    );
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function canRead(contender: Contender, file: CorpusFile): Promise<number> {
  try {
    return (await contender.read(source(file))).length;
  } catch {
    return 0;
  }
}

function source({ bytes }: CorpusFile) {
  return { bytes, contentType: null, url: 'http://example.org/feed' };
}
