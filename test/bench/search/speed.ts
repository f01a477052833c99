/**
 * Measures the cost of many long episodes: time compared with a primary-key lookup, bytes and rows.
 */

import { randomUUID } from 'node:crypto';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import type { SearchProduct, Spoken } from './product.ts';

const WORDS = 10_000;
const ASKED = 60;
const PODCAST_EPISODES = 100;

export async function measureSpeed(
  product: SearchProduct,
  { episodes, lines, random }: { episodes: number; lines: TranscriptLine[]; random: () => number },
): Promise<void> {
  const { ask } = product;
  const sizeBefore = await ask<number>('size', {});
  const rowsBefore = product.rowsWritten();
  let bytes = 0;
  const readers: string[] = [];
  let made = 0;
  while (made < episodes) {
    const spoken: Spoken[] = [];
    while (spoken.length < PODCAST_EPISODES && made + spoken.length < episodes) {
      const episode = makeEpisode(lines, random);
      bytes += episode.lines.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);
      spoken.push(episode);
    }
    readers.push(await product.plantPodcast(spoken));
    made += spoken.length;
    console.log(`  ${made} episodes`);
  }
  const grown = (await ask<number>('size', {})) - sizeBefore;
  const rows = product.rowsWritten() - rowsBefore;
  console.log(
    `${made} episodes of ${WORDS} words: ${(grown / bytes).toFixed(2)} bytes of index a byte of text ` +
      `(${(grown / 2 ** 20).toFixed(0)} MB), ${(rows / made).toFixed(0)} rows written an episode`,
  );

  const userId = readers[0] ?? '';
  const pickLine = () => lines[Math.floor(random() * lines.length)]?.text ?? '';
  const specific = Array.from({ length: ASKED }, () => {
    const words = pickLine().match(/[a-z]{6,}/gi) ?? ['remote', 'control'];
    return words.slice(0, 3).join(' ');
  });
  const common = ['the', 'people', 'think', 'yeah', 'know', 'going', 'time', 'that is what'];
  const often = Array.from({ length: ASKED }, (_, index) => common[index % common.length] ?? 'the');
  const lookup = await timesOf(specific, () => ask('lookup', { id: 1 }));
  const print = (name: string, times: number[]) => {
    const [p50, p95] = [at(times, 0.5), at(times, 0.95)];
    console.log(
      `${name}: p50 ${p50.toFixed(1)} ms, ${(p50 / at(lookup, 0.5)).toFixed(1)} look-ups; ` +
        `p95 ${p95.toFixed(1)} ms, ${(p95 / at(lookup, 0.95)).toFixed(1)} look-ups`,
    );
  };
  print('a look-up by primary key', lookup);
  const measure = async (name: string, queries: string[]) => {
    let read = 0;
    const times = await timesOf(queries, async (q) => {
      read += (await ask<{ rowsRead: number }>('search', { userId, q })).rowsRead;
    });
    print(name, times);
    console.log(`  ${Math.round(read / queries.length)} rows of the index read a search`);
    return read / queries.length;
  };
  const read = await measure('specific words', specific);
  await measure('common words', often);
  const typed = specific.map((q) => q.slice(0, 4));
  await measure('typing', typed);
  printCosts({ bytes: grown / made, written: rows / made, read });
}

const EPISODES_ON_PAPER = 100_000;
const SEARCHES_ON_PAPER = 1_000_000;
/** D1 in the Workers Paid plan, in dollars: https://developers.cloudflare.com/d1/platform/pricing/ */
const PRICES = {
  storage: { included: 5, each: 0.75 },
  read: { included: 25_000, each: 0.001 },
  written: { included: 50, each: 1 },
};

/** Prints the measured cost of one episode and one search, at published prices. */
function printCosts(one: { bytes: number; written: number; read: number }): void {
  const beyond = ({ included, each }: { included: number; each: number }, used: number) =>
    `$${(Math.max(0, used - included) * each).toFixed(2)}`;
  const gigabytes = (one.bytes * EPISODES_ON_PAPER) / 1e9;
  const read = (one.read * SEARCHES_ON_PAPER) / 1e6;
  const written = (one.written * EPISODES_ON_PAPER) / 1e6;
  console.log(
    `${EPISODES_ON_PAPER} episodes, ${SEARCHES_ON_PAPER} searches a month: ` +
      `${gigabytes.toFixed(1)} GB ${beyond(PRICES.storage, gigabytes)}, ` +
      `${read.toFixed(0)} million rows read ${beyond(PRICES.read, read)}, ` +
      `${written.toFixed(1)} million rows written once ${beyond(PRICES.written, written)}`,
  );
}

function makeEpisode(lines: TranscriptLine[], random: () => number): Spoken {
  const chosen: TranscriptLine[] = [];
  let words = 0;
  while (words < WORDS) {
    // Copies blocks of twenty lines, so that words co-occur as in real conversations.
    const from = Math.floor(random() * Math.max(1, lines.length - 20));
    for (const line of lines.slice(from, from + 20)) {
      if (words >= WORDS) break;
      chosen.push({ ...line, start: chosen.length * 5, end: chosen.length * 5 + 5 });
      words += line.text.split(' ').length;
    }
  }
  return { id: randomUUID(), lines: chosen };
}

async function timesOf(queries: string[], ask: (q: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (const q of queries) {
    const before = performance.now();
    await ask(q);
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b);
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
