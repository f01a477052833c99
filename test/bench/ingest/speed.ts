import type { CorpusFile } from './collect.ts';
import { CONTENDERS, type Contender } from './contenders.ts';

/** Smaller ones measure the start of a reader more than the reading. */
const MIN_BYTES = 50_000;
const ROUNDS = 5;

/** MB of feed read per second, and the ratio to rss-parser, over files that all can read. */
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
  const best = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of CONTENDERS) {
      const start = performance.now();
      for (const file of readable) await contender.read(source(file));
      const rate = bytes / 1e6 / ((performance.now() - start) / 1000);
      best.set(contender.name, Math.max(rate, best.get(contender.name) ?? 0));
    }
  }
  const base = best.get('rss-parser') ?? Number.NaN;
  console.log(`  ${readable.length} feeds, ${(bytes / 1e6).toFixed(1)} MB, best of ${ROUNDS}`);
  for (const [name, rate] of best) {
    console.log(`  ${name}: ${rate.toFixed(1)} MB/s, ${(rate / base).toFixed(2)} × rss-parser`);
  }
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
