/**
 * `npm run bench:chat`: measures the time from a question to the first checked statement through socket and
 * HTTP, compared with the first line of the same stand-in model read directly, and with an object that makes
 * the same calls and nothing else. Also measures the first questions about an episode, idle sockets, and a
 * four-hour transcript. Prints ratios, because machines differ; run by hand, never by the tests.
 */
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startModelServer } from '../support/model-server.ts';
import { bundleProduct } from './bundle.ts';
import { direct, openSocket, overHttp } from './chat/first-chunk.ts';
import { talkOf } from './chat/material.ts';
import { workerdBytes } from './chat/memory.ts';
import {
  type Conversation,
  type Product,
  startIdleObjects,
  startPassThrough,
  startProduct,
} from './chat/product.ts';

/** Takes 300 ms to begin and writes a line every 100 ms. */
const MODEL = 'paced:bench';
/** Conversations at once, and how often each asks. */
const LOADS = [
  { atOnce: 1, rounds: 30 },
  { atOnce: 20, rounds: 4 },
  { atOnce: 100, rounds: 5 },
];
const AN_HOUR_WORDS = 10_000;
const FOUR_HOURS_WORDS = 40_000;
const IDLE_SOCKETS = 1_000;
const OPENED_AT_ONCE = 25;
/** An unused object hibernates after ten seconds. */
const ASLEEP_AFTER_MS = 15_000;

/**
 * Where the local runtime keeps D1, R2 and the rate limiters: in memory, if possible. On a disk, each call
 * to them holds up the thread that all conversations share, even a read of D1; deployed, they are elsewhere.
 */
const MEMORY = '/dev/shm';
if (existsSync(MEMORY)) process.env.TMPDIR = MEMORY;

const script = bundleProduct();
const models = await startModelServer();

function percentile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** All ask at once, in several rounds; the first one warms up and isn't counted. */
async function measure(atOnce: number, rounds: number, ask: (who: number) => Promise<number>) {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const some = await Promise.all(Array.from({ length: atOnce }, (_, who) => ask(who)));
    if (round > 0) times.push(...some);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

type Figures = Awaited<ReturnType<typeof measure>>;

function printFirstChunk(atOnce: number, name: string, ours: Figures, theirs: Figures): void {
  const one = (key: 'p50' | 'p95') =>
    `${key} ${ours[key].toFixed(1).padStart(7)} ms (${(ours[key] / theirs[key]).toFixed(1)} ×)`;
  console.log(
    `  ${String(atOnce).padStart(3)} at once  ${name.padEnd(7)} ${one('p50')}  ${one('p95')}`,
  );
}

const most = Math.max(...LOADS.map(({ atOnce }) => atOnce));

/** All ask at once about an episode that nobody has asked about yet, so that its transcript has to be read. */
async function measureFirstQuestions({ url, converse }: Product): Promise<void> {
  const [first] = await converse(talkOf(AN_HOUR_WORDS), 1);
  if (!first) return;
  const alone = await overHttp(url, first);
  const all = await converse(talkOf(AN_HOUR_WORDS), most);
  const times = await Promise.all(all.map((one) => overHttp(url, one)));
  console.log(
    `The first questions about an episode, HTTP: 1 (and the first of the product) ${alone.toFixed(0)} ms, ` +
      `${most} at once p95 ${percentile(times, 0.95).toFixed(0)} ms`,
  );
}

async function measureFirstChunks({ url, converse }: Product): Promise<void> {
  const conversations = await converse(talkOf(AN_HOUR_WORDS), most);
  const at = (who: number): Conversation => {
    const conversation = conversations[who];
    if (!conversation) throw new Error('too few conversations');
    return conversation;
  };
  await overHttp(url, at(0));
  const requests = await fetch(`${models.origin}/requests/${MODEL}`);
  const [sent] = (await requests.json()) as unknown[];
  const body = JSON.stringify(sent);
  console.log(
    `Question to first checked statement, an hour's transcript; × is beside the model read directly (${(body.length / 1_024).toFixed(0)} kB asked)`,
  );
  const bare = await startPassThrough(models.origin, body);
  for (const { atOnce, rounds } of LOADS) {
    const alone = await measure(atOnce, rounds, () => direct(models.origin, body));
    printFirstChunk(atOnce, 'model', alone, alone);
    const http = await measure(atOnce, rounds, (who) => overHttp(url, at(who)));
    printFirstChunk(atOnce, 'HTTP', http, alone);
    const some = conversations.slice(0, atOnce);
    printFirstChunk(atOnce, 'socket', await measureSockets(url, some, rounds), alone);
    printFirstChunk(atOnce, 'bare', await measureSockets(bare.url, some, rounds), alone);
  }
  await bare.miniflare.dispose();
}

/** All ask at once, each over a socket. */
async function measureSockets(url: URL, conversations: Conversation[], rounds: number) {
  const sockets = await Promise.all(conversations.map((one) => openSocket(url, one)));
  const ask = (who: number) => sockets[who]?.ask() ?? Promise.reject(new Error('no socket'));
  const figures = await measure(conversations.length, rounds, ask);
  for (const { close } of sockets) close();
  return figures;
}

/** Opens a socket to each and lets them hibernate. Returns the bytes per socket. */
async function measureIdleSockets(
  name: string,
  url: URL,
  conversations: Conversation[],
): Promise<number> {
  // Loads everything first, because code isn't part of a socket's memory.
  const [first] = conversations;
  if (first) (await openSocket(url, first)).close();
  const before = workerdBytes();
  const sockets: Awaited<ReturnType<typeof openSocket>>[] = [];
  for (let index = 0; index < conversations.length; index += OPENED_AT_ONCE) {
    const some = conversations.slice(index, index + OPENED_AT_ONCE);
    sockets.push(...(await Promise.all(some.map((one) => openSocket(url, one)))));
  }
  const open = workerdBytes();
  await delay(ASLEEP_AFTER_MS);
  const asleep = workerdBytes();
  const each = (bytes: number) => (bytes - before) / sockets.length;
  console.log(
    `${sockets.length} idle sockets, ${name}: ${(each(open) / 1_024).toFixed(0)} kB each when opened, ` +
      `${(each(asleep) / 1_024).toFixed(0)} kB asleep (workerd ${(before / 2 ** 20).toFixed(0)} → ${(asleep / 2 ** 20).toFixed(0)} MB)`,
  );
  for (const { close } of sockets) close();
  return each(asleep);
}

async function measureFourHours(product: Product, name: string): Promise<void> {
  const lines = talkOf(FOUR_HOURS_WORDS);
  const [conversation] = await product.converse(lines, 1);
  if (!conversation) return;
  const { episodeId, cookie } = conversation;
  const path = new URL(`/api/podcasts/episodes/${episodeId}/insights`, product.url);
  const from = performance.now();
  await fetch(path, { method: 'POST', headers: { cookie } });
  for (;;) {
    const reply = await fetch(path, { headers: { cookie } });
    const { data }: { data: { status: string; error: string | null } } = await reply.json();
    if (data.status === 'done') break;
    if (data.status === 'failed') throw new Error(data.error ?? 'the insight failed');
    await delay(20);
  }
  const insightMs = performance.now() - from;
  const first = await overHttp(product.url, conversation);
  const second = await overHttp(product.url, conversation);
  console.log(
    `Four hours (${FOUR_HOURS_WORDS} words), ${name}: insight ${insightMs.toFixed(0)} ms from click to kept, ` +
      `first answer ${first.toFixed(0)} ms, the next ${second.toFixed(0)} ms`,
  );
}

const model = { kind: 'openai-compatible', origin: models.origin, name: MODEL } as const;
const withModel = await startProduct(script, model);
await measureFirstQuestions(withModel);
await measureFirstChunks(withModel);
await measureFourHours(withModel, 'stand-in model');
await withModel.miniflare.dispose();
const embedded = await startProduct(script, { kind: 'embedded' });
await measureFourHours(embedded, 'embedded');
await embedded.miniflare.dispose();
// A new one, because other cached data would hide what a socket takes.
const fresh = await startProduct(script, { kind: 'embedded' });
const planted = await fresh.converse(talkOf(AN_HOUR_WORDS), IDLE_SOCKETS);
const ours = await measureIdleSockets('each to its own conversation', fresh.url, planted);
await fresh.miniflare.dispose();
const bare = await startIdleObjects();
const least = await measureIdleSockets('each to an object that does nothing', bare.url, planted);
await bare.miniflare.dispose();
console.log(
  `  a conversation asleep weighs ${(ours / least).toFixed(2)} × an object that does nothing`,
);
await models.close();
