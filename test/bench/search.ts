/**
 * `npm run bench:search`: measures planted sentences, QMSum's queries put to all meetings at once, hostile
 * queries, a rebuild, and the cost of a thousand episodes (or as many as the first argument says) of ten
 * thousand words. Needs the corpora (`DRIPCAST_CORPORA`).
 */
import { randomUUID } from 'node:crypto';
import { HOSTILE_TEXTS } from '../support/hostile-queries.ts';
import { seeded } from '../support/sample.ts';
import { readMeetings } from './assistant/qmsum.ts';
import { bundleWorker } from './bundle.ts';
import { measureAsking } from './search/ask.ts';
import { startSearch } from './search/product.ts';
import { measureSpeed } from './search/speed.ts';

const EPISODES = Number(process.argv[2] ?? 1_000);
/** Uses one in this many of QMSum's queries. */
const STEP = Number(process.argv[3] ?? 1);
const PLANTED = 500;
const HOSTILE = 2_000;

const random = seeded(13);
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`;

const meetings = readMeetings();
const product = await startSearch(bundleWorker('search'));
const { ask } = product;

// Planted sentences: random words of the corpora, in a random place of a random meeting.
const vocabulary = [
  ...new Set(
    meetings.flatMap(({ lines }) =>
      lines.flatMap(({ text }) => text.toLowerCase().match(/[a-z]{4,12}/g) ?? []),
    ),
  ),
].sort();
const spoken = meetings.map(({ lines }, number) => ({
  id: randomUUID(),
  number,
  // The seconds are line numbers, so that a result tells where it is.
  lines: lines.map((line, index) => ({ ...line, start: index, end: index })),
}));
const planted = Array.from({ length: PLANTED }, () => {
  const episode = pick(spoken);
  const sentence = `${Array.from({ length: 6 }, () => pick(vocabulary)).join(' ')}.`;
  const at = Math.floor(random() * episode.lines.length);
  const line = episode.lines[at];
  if (line) line.text = `${line.text} ${sentence[0]?.toUpperCase()}${sentence.slice(1)}`;
  return { episodeId: episode.id, q: sentence.slice(0, -1), at };
});
const strangers = await product.plantStranger('The kumquat protocol is secret and nobody else’s.');
const reader = await product.plantPodcast(spoken);

let first = 0;
for (const { q, episodeId } of planted) {
  const { results } = await ask<Found>('search', { userId: reader, q });
  if (results[0]?.episodeId === episodeId) first += 1;
  else console.log(`  not first: ${q} → ${results[0]?.snippet ?? 'nothing'}`);
}
console.log(`planted sentences found first: ${first} of ${PLANTED}`);

interface Found {
  results: { id: string; episodeId: string; podcastTitle: string | null; snippet: string }[];
  didYouMean: string | null;
}
interface Plain {
  episodeId: string;
  lines: number[];
}

const tally = { queries: 0, oursFirst: 0, plainFirst: 0, oursFive: 0, plainFive: 0 };
const held = { ...tally };
let asked = 0;
for (const [number, { specific, heldOut }] of meetings.entries()) {
  const id = spoken[number]?.id;
  for (const { query, gold } of specific) {
    if (gold.size === 0 || asked++ % STEP !== 0) continue;
    const { results } = await ask<Found>('search', { userId: reader, q: `${query} ` });
    const plain = await ask<Plain[]>('plain', { q: query });
    const ours: Plain[] = [];
    for (const result of results.slice(0, 5)) {
      const lines = await ask<number[]>('lines', { id: result.id });
      ours.push({ episodeId: result.episodeId, lines });
    }
    const isRight = ({ episodeId, lines }: Plain) =>
      episodeId === id && lines.some((line) => gold.has(line));
    for (const sum of heldOut ? [tally, held] : [tally]) {
      sum.queries += 1;
      sum.oursFirst += ours[0]?.episodeId === id ? 1 : 0;
      sum.plainFirst += plain[0]?.episodeId === id ? 1 : 0;
      sum.oursFive += ours.some(isRight) ? 1 : 0;
      sum.plainFive += plain.some(isRight) ? 1 : 0;
    }
  }
}
for (const [name, sum] of [
  ['all', tally],
  ['held out', held],
] as const) {
  const { queries, oursFirst, plainFirst, oursFive, plainFive } = sum;
  console.log(
    `QMSum, ${name}: ${queries} queries over ${meetings.length} meetings; right meeting first ` +
      `${percent(oursFirst, queries)} (plain bm25 ${percent(plainFirst, queries)}); right passage ` +
      `in five ${percent(oursFive, queries)} (${percent(plainFive, queries)})`,
  );
}

let errors = 0;
let strangersRows = 0;
const characters = [...HOSTILE_TEXTS.join(''), ...'abc "()*:^-+{}\\\'%_😀契'];
for (let index = 0; index < HOSTILE; index++) {
  const made = Array.from({ length: 1 + Math.floor(random() * 60) }, () => pick(characters)).join(
    '',
  );
  const q = HOSTILE_TEXTS[index] ?? (index % 3 === 0 ? `kumquat protocol ${made}` : made);
  try {
    const { results, didYouMean } = await ask<Found>('search', { userId: reader, q });
    const isStrangers = results.some(({ snippet }) => snippet.includes('kumquat'));
    if (
      isStrangers ||
      (/kumquat(?!.*kumquat)/.test(q) === false && didYouMean?.includes('kumquat'))
    ) {
      strangersRows += 1;
    }
  } catch (error) {
    errors += 1;
    console.log(
      `  error for ${JSON.stringify(q)}: ${error instanceof Error ? error.message : error}`,
    );
  }
}
const own = await ask<Found>('search', { userId: strangers, q: 'kumquat' });
console.log(
  `${HOSTILE} hostile queries: ${errors} errors, ${strangersRows} strangers' rows ` +
    `(their owner finds ${own.results.length})`,
);

const before = await ask<string>('dump', {});
await product.rebuild(spoken.map(({ id }) => id));
const after = await ask<string>('dump', {});
console.log(
  `rebuild: ${before === after ? 'identical' : 'different'} (${after.split(' ').slice(1).join(' ')})`,
);

await measureAsking(product, { lines: meetings.flatMap(({ lines }) => lines), random });

await measureSpeed(product, {
  episodes: EPISODES,
  lines: meetings.flatMap(({ lines }) => lines),
  random,
});
await product.stop();
