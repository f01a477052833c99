/**
 * `npm run bench`: compares the Worker's throughput with a bare Hono route's in the same workerd, and prints
 * its size and startup time. Prints ratios, because machines differ; run by hand, never by the tests.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare';
import { atMost } from '../support/at-most.ts';
import { bundleProduct, bundleWorker } from './bundle.ts';
import { seedBench } from './seed.ts';
import { VARS } from './vars.ts';

const SECONDS = 5;
const ROUNDS = 3;
const CONNECTIONS = 20;
const STARTS = 7;

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const vars = { ...VARS, ALLOW_LOOPBACK: false };

const shared = {
  compatibilityDate: '2026-10-20',
  compatibilityFlags: ['nodejs_compat'] as string[],
  modules: true as const,
};

const product = (scriptPath: string): V4WorkerOptions => ({
  ...shared,
  name: 'dripcast',
  scriptPath,
  bindings: vars,
  d1Databases: ['DB'],
  r2Buckets: ['TRANSCRIPTS'],
  durableObjects: { CHAT_SESSIONS: { className: 'ChatSession', useSQLite: true } },
  queueProducers: { REFRESH_QUEUE: 'refresh', INSIGHT_QUEUE: 'insights' },
  unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
});

const bare = (scriptPath: string): V4WorkerOptions => ({
  ...shared,
  name: 'bare',
  scriptPath,
  kvNamespaces: [],
  unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
});

/** Requests per second, the median of several rounds. Every answer must be 200. */
async function throughput(url: URL, headers: Record<string, string>): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const result = await autocannon({
      url: url.href,
      headers,
      connections: CONNECTIONS,
      duration: SECONDS,
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url.pathname} did not answer`);
    rounds.push(result.requests.average);
  }
  return median(rounds);
}

async function measureThroughput(productScript: string, bareScript: string) {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ workers: [product(productScript), bare(bareScript)] }),
  );
  const cookie = await seedBench(await miniflare.getD1Database('DB', 'dripcast'));
  const ours = await miniflare.unsafeGetDirectURL('dripcast');
  const theirs = await miniflare.unsafeGetDirectURL('bare');
  for (const path of ['/api/podcasts', '/api/user', '/api/user/insights']) {
    const reply = await fetch(new URL(path, ours), { headers: { cookie } });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    const body = await reply.text();
    await fetch(new URL(path, theirs), { method: 'PUT', body });
    const constant = await throughput(new URL(path, theirs), {});
    const real = await throughput(new URL(path, ours), { cookie });
    console.log(
      `GET ${path.padEnd(20)} ${String(body.length).padStart(7)} bytes  ${real.toFixed(0)} /s, bare ${constant.toFixed(0)} /s, ratio ${(real / constant).toFixed(2)}`,
    );
  }
  await miniflare.dispose();
}

async function startMs(options: V4WorkerOptions): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const before = performance.now();
    const miniflare = new Miniflare(convertV4MiniflareOptions({ workers: [options] }));
    const url = await miniflare.unsafeGetDirectURL(options.name);
    await (await fetch(new URL('/api/none', url))).text();
    times.push(performance.now() - before);
    await miniflare.dispose();
  }
  return median(times);
}

const productScript = bundleProduct();
const bareScript = bundleWorker('bare', '--minify');

console.log(`Throughput, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s`);
await measureThroughput(productScript, bareScript);

const gzipped = gzipSync(readFileSync(productScript)).length;
console.log(`Bundle: ${(gzipped / 1_024).toFixed(0)} kB gzipped (at most 1,024)`);
atMost(1_024, 'kB', gzipped / 1_024, 'bundle');

const [oursMs, bareMs] = [await startMs(product(productScript)), await startMs(bare(bareScript))];
console.log(
  `Start to first answer: ${oursMs.toFixed(0)} ms, bare ${bareMs.toFixed(0)} ms, ratio ${(oursMs / bareMs).toFixed(2)}`,
);
