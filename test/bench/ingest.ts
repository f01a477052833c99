/**
 * Figures on real feeds and transcripts: `node test/bench/ingest.ts [--faults]`. The corpora are
 * looked for under DRIPCAST_CORPORA, by collection.
 */
import { FeedError, readFeed } from '../../worker/feeds/read-feed.ts';
import { readTranscript, TranscriptError } from '../../worker/transcripts/read-transcript.ts';
import { breakings } from './ingest/break-feeds.ts';
import { type CorpusFile, filesOf } from './ingest/collect.ts';
import { CONTENDERS } from './ingest/contenders.ts';
import { expectationOf, type FeedCase } from './ingest/expectations.ts';
import { bundleMemoryWorker, measureMemory, measureTogether } from './ingest/measure-memory.ts';
import { faultOf } from './ingest/score-feeds.ts';
import { scoreTranscripts } from './ingest/score-transcripts.ts';
import { measureSpeed } from './ingest/speed.ts';

const showFaults = process.argv.includes('--faults');

const files = filesOf('feeds-');
const cases = files.map(expectationOf).filter((one) => one !== null);
const wellFormed = cases.filter((one) => one.isWellFormed);
const illFormed = cases.filter((one) => !one.isWellFormed);

console.log(`\nFeeds read right, of ${cases.length} with an expectation in the corpora`);
await table('well-formed', wellFormed);
await table('ill-formed', illFormed);
for (const { name, apply } of breakings) {
  await table(
    `made ill-formed: ${name}`,
    wellFormed.flatMap((one) => apply(one) ?? []),
  );
}

console.log(`\nEvery file of the feeds' collections is read or refused in words`);
const feeds = readEvery(files, FeedError, (file) =>
  readFeed(file.bytes, { contentType: null, url: 'http://example.org/feed' }),
);
console.log(`\nEvery file of the others is read as a transcript or refused in words`);
const others = ['transcripts-', 'youtube-', 'podcasts-', 'sec-'].flatMap((prefix) =>
  filesOf(prefix),
);
readEvery(others, TranscriptError, (file) =>
  readTranscript(file.bytes, { type: '', url: file.path }),
);

console.log('\nSpeed');
await measureSpeed(feeds);

console.log('\nMemory that reading feeds of 32 MB and transcripts of 4 MB takes in workerd');
bundleMemoryWorker();
await measureMemory(feeds);

console.log('\nThree at once, feeds of 7 MB and transcripts of 4 MB, in one isolate');
await measureTogether();

console.log('\nTranscripts read right');
scoreTranscripts(showFaults);

async function table(title: string, some: readonly FeedCase[]): Promise<void> {
  if (some.length === 0) return console.log(`  ${title}: none`);
  const shares: string[] = [];
  for (const contender of CONTENDERS) {
    let right = 0;
    for (const one of some) {
      const fault = await faultOf(contender, one);
      if (fault === null) right += 1;
      else if (showFaults && contender.name === 'dripcast')
        console.log(`    ${one.path}: ${fault}`);
    }
    shares.push(`${contender.name} ${((100 * right) / some.length).toFixed(1)} %`);
  }
  console.log(`  ${title} (${some.length}): ${shares.join(', ')}`);
}

/** Returns those that were read. Anything but a refusal ends the bench: it is a crash of the product's. */
function readEvery(
  some: readonly CorpusFile[],
  Refusal: typeof FeedError | typeof TranscriptError,
  read: (file: CorpusFile) => unknown,
): CorpusFile[] {
  const understood: CorpusFile[] = [];
  const refused: string[] = [];
  const slowest = { ms: 0, path: '' };
  for (const file of some) {
    const start = performance.now();
    try {
      read(file);
      understood.push(file);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push(`${error.message} ${file.path}`);
    }
    const ms = performance.now() - start;
    if (ms > slowest.ms) Object.assign(slowest, { ms, path: file.path });
  }
  console.log(`  ${understood.length} read, ${refused.length} refused`);
  if (showFaults) for (const one of refused) console.log(`    ${one}`);
  console.log(`  slowest ${slowest.ms.toFixed(0)} ms: ${slowest.path}`);
  return understood;
}
