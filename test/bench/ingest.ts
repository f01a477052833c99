/**
 * `npm run bench:ingest`: measures how well and how fast real feeds and transcripts are read
 * (`DRIPCAST_CORPORA`). `-- --faults` lists those that are read wrongly.
 */

import { FeedError } from '../../worker/feeds/feed-error.ts';
import { TranscriptError } from '../../worker/transcripts/read/transcript-error.ts';
import { readFeed } from '../support/read-feed.ts';
import { readTranscript } from '../support/transcripts-at-once.ts';
import { breakings } from './ingest/break-feeds.ts';
import { type CorpusFile, filesOf } from './ingest/collect.ts';
import { CONTENDERS } from './ingest/contenders.ts';
import { expectationOf, type FeedCase } from './ingest/expectations.ts';
import { measureMemory, measureTogether } from './ingest/measure-memory.ts';
import { FIELDS, faultIn, judge, type Verdict } from './ingest/score-feeds.ts';
import { scoreTranscripts } from './ingest/score-transcripts.ts';
import { measureSpeed } from './ingest/speed.ts';

const showFaults = process.argv.includes('--faults');

const files = filesOf('feeds-');
const cases = files.map(expectationOf).filter((one) => one !== null);
const wellFormed = cases.filter((one) => one.isWellFormed);
const illFormed = cases.filter((one) => !one.isWellFormed);

console.log(
  `\nFeeds read right, of ${cases.length} in the corpora with an expectation that asks something`,
);
await table('well-formed', wellFormed);
await table('ill-formed', illFormed);
for (const { name, apply } of breakings) {
  await table(
    `made ill-formed: ${name}`,
    wellFormed.flatMap((one) => apply(one) ?? []),
  );
}

console.log('\nThe same by what is asked');
await tableOfFields(cases);
await table('in another encoding than UTF-8', cases.filter(isEncoded));

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
      const fault = faultIn(await judge(contender, one));
      if (fault === null) right += 1;
      else if (showFaults && contender.name === 'dripcast')
        console.log(`    ${one.path}: ${fault}`);
    }
    shares.push(`${contender.name} ${((100 * right) / some.length).toFixed(1)} %`);
  }
  console.log(`  ${title} (${some.length}): ${shares.join(', ')}`);
}

async function tableOfFields(some: readonly FeedCase[]): Promise<void> {
  const verdicts = new Map<string, Verdict[]>();
  for (const contender of CONTENDERS) {
    const all: Verdict[] = [];
    for (const one of some) all.push(await judge(contender, one));
    verdicts.set(contender.name, all);
  }
  for (const field of FIELDS) {
    const shares: string[] = [];
    let asked = 0;
    for (const [name, all] of verdicts) {
      const answers = all.filter((verdict) => verdict.has(field));
      asked = answers.length;
      const right = answers.filter((verdict) => verdict.get(field) === null).length;
      shares.push(`${name} ${((100 * right) / asked).toFixed(1)} %`);
    }
    console.log(`  ${field} (${asked}): ${asked === 0 ? 'none' : shares.join(', ')}`);
  }
}

/** Whether the document says, or its first bytes show, that it is not in UTF-8. */
function isEncoded({ bytes, contentType }: FeedCase): boolean {
  const head = Buffer.from(bytes.subarray(0, 400)).toString('latin1').replaceAll('\0', '');
  const named =
    /encoding=["']([\w-]+)/.exec(head)?.[1] ?? /charset=([\w-]+)/.exec(contentType ?? '')?.[1];
  const hasMark = /^(?:\xfe\xff|\xff\xfe)/.test(head);
  return hasMark || !/^(?:utf-?8|us-ascii)$/i.test(named ?? 'utf-8');
}

/**
 * Returns those that were read. Any error but a refusal is a crash of the product, and ends the benchmark.
 */
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
