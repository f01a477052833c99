/**
 * Measures how much memory reading takes in workerd: its peak, minus what it uses when idle. Uncollected
 * garbage counts, too; in production less of it accumulates.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { bundleWorker } from '../bundle.ts';
import { VARS } from '../vars.ts';
import type { CorpusFile } from './collect.ts';
import { bytesOf, LARGE_FEEDS } from './large-feeds.ts';
import { LARGE_TRANSCRIPTS } from './large-transcripts.ts';

/** A Worker's memory in production. */
const ISOLATE_MEGABYTES = 128;
/** Each has its own host, because no more than two requests to one host run at once. */
const HOSTS = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];
/** The most expensive feed of 7 MB and transcript of 4 MB. */
const TOGETHER = [
  'items of 4 KB',
  'items of a few words',
  'JSON of 7 MB',
  'JSON, nothing but objects',
  'JSON, nothing but numbers',
  'WebVTT, a cue for each word',
  'JSON, an object for each word',
  'json3, a segment for each word',
  'TTML',
];
const TOGETHER_BYTES = 7 * 1024 * 1024;
/** The heap sizes to try, smallest first. */
const HEAP_MEGABYTES = [32, 48, 64, 80, 96, 112];
const READ_MS = 60_000;
/** The Worker whose memory is measured. */
const SCRIPT = bundleWorker('memory');

interface Material {
  name: string;
  kind: 'feed' | 'transcript';
  contentType?: string | undefined;
  bytes(): Iterable<Uint8Array>;
}

/** Prints it for feeds and transcripts of the maximum size, and for the largest of these feeds. */
export async function measureMemory(files: readonly CorpusFile[]): Promise<void> {
  const material: Material[] = [
    ...LARGE_FEEDS.map((feed) => ({ ...feed, kind: 'feed' as const, bytes: () => bytesOf(feed) })),
    ...largestOf(files),
    ...LARGE_TRANSCRIPTS.map(({ name, text }) => ({
      name,
      kind: 'transcript' as const,
      bytes: () => [Buffer.from(text())],
    })),
  ];
  const hosts = await Promise.all(HOSTS.map((host) => serveAt(host, material)));
  for (const [at, { name, kind }] of material.entries()) {
    const [said, megabytes] = await processMemory(kind, `${hosts[0]?.origin}/${at}`);
    console.log(`  ${kind}, ${name}: ${megabytes.toFixed(0)} MB (${said})`);
    if (!(megabytes < ISOLATE_MEGABYTES)) process.exitCode = 1;
  }
  for (const host of hosts) host.close();
}

/**
 * Prints the smallest heap in which three large documents can be read at once, by three requests to one
 * isolate. V8 ends a process whose live objects exceed its heap. So garbage doesn't count, and everything
 * alive does, even for a moment.
 */
export async function measureTogether(): Promise<void> {
  const material: Material[] = [
    ...LARGE_FEEDS.map((feed) => ({
      ...{ name: feed.name, kind: 'feed' as const, contentType: feed.contentType },
      bytes: () => bytesOf({ ...feed, bytes: TOGETHER_BYTES }),
    })),
    ...LARGE_TRANSCRIPTS.map(({ name, text }) => ({
      ...{ name, kind: 'transcript' as const, bytes: () => [Buffer.from(text())] },
    })),
  ].filter(({ name }) => TOGETHER.includes(name));
  const hosts = await Promise.all(HOSTS.map((host) => serveAt(host, material)));
  for (const [at, { name, kind }] of material.entries()) {
    const urls = hosts.map(({ origin }) => `${origin}/${at}`);
    const fit = await leastHeap(kind, urls);
    console.log(`  three times ${kind}, ${name}: ${fit ?? 'do not fit'}`);
    if (fit === null) process.exitCode = 1;
  }
  for (const host of hosts) host.close();
}

async function leastHeap(kind: Material['kind'], urls: string[]): Promise<string | null> {
  for (const megabytes of HEAP_MEGABYTES) {
    const worker = startWorker(`--max-heap-size=${megabytes}`);
    try {
      const late = AbortSignal.timeout(READ_MS);
      const gone = new Promise<never>((_, reject) => {
        late.onabort = () => reject(late.reason);
      });
      const reading = Promise.all(urls.map((url) => worker.read(kind, url)));
      const [said] = await Promise.race([reading, gone]);
      return `fit into a heap of ${megabytes} MB (${said})`;
    } catch {
      // Too small: the process has ended.
    } finally {
      await worker.dispose().catch(() => {});
    }
  }
  return null;
}

async function serveAt(host: string, material: readonly Material[]) {
  const server = createServer((request, response) => {
    const one = material[Number(request.url?.slice(1))];
    if (one === undefined) return response.writeHead(404).end();
    response.setHeader('Content-Type', one.contentType ?? 'text/xml');
    Readable.from(one.bytes()).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://${host}:${port}`, close: () => server.close() };
}

function largestOf(files: readonly CorpusFile[]): Material[] {
  const [largest] = files.toSorted((a, b) => b.bytes.length - a.bytes.length);
  if (largest === undefined) return [];
  const size = (largest.bytes.length / 1e6).toFixed(1);
  const name = `the largest of the corpora, ${size} MB`;
  return [{ name, kind: 'feed', bytes: () => [largest.bytes] }];
}

/** @param v8Flags for the whole process */
function startWorker(v8Flags = '') {
  // Miniflare reads them from here alone, when it starts.
  process.env.MINIFLARE_WORKERD_V8_FLAGS = v8Flags;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          name: 'memory',
          compatibilityDate: '2026-10-20',
          compatibilityFlags: ['nodejs_compat'],
          modules: true,
          scriptPath: SCRIPT,
          bindings: VARS,
          durableObjects: { HOST_LIMITERS: { className: 'HostLimiter', useSQLite: true } },
        },
      ],
    }),
  );
  return {
    read: async (kind: Material['kind'], url: string): Promise<unknown> =>
      (await miniflare.dispatchFetch(`http://memory/?${kind}=${encodeURIComponent(url)}`)).json(),
    dispose: () => miniflare.dispose(),
  };
}

/** Lets a newly started Worker read one document. Returns the outcome, and megabytes. */
async function processMemory(kind: Material['kind'], url: string): Promise<[unknown, number]> {
  const worker = startWorker();
  await worker.read(kind, `${new URL(url).origin}/none`);
  const pid = workerdPid();
  const idle = kilobytes(pid, 'VmRSS');
  // Resets the peak.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const said = await worker.read(kind, url);
  const megabytes = (kilobytes(pid, 'VmHWM') - idle) / 1_024;
  await worker.dispose();
  return [said, megabytes];
}

/** The only child of this process. */
function workerdPid(): string {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
}

function kilobytes(pid: string, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
}
