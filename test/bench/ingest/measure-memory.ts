/**
 * How much memory reading takes, in the runtime that the product runs in: the most that workerd held
 * over what it holds when idle. What nobody needs any more but was not collected yet counts, too; in
 * production less of that is let stand.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { PROJECT_DIR, WRANGLER } from '../../../worker/operator/database.ts';
import { VARS } from '../vars.ts';
import type { CorpusFile } from './collect.ts';
import { bytesOf, LARGE_FEEDS } from './large-feeds.ts';
import { LARGE_TRANSCRIPTS } from './large-transcripts.ts';

/** What a Worker may hold in production. */
const ISOLATE_MEGABYTES = 128;
const CONFIG = 'test/bench/memory-wrangler.toml';
const OUTDIR = join(PROJECT_DIR, '.cache/bench-bundle/memory');

interface Material {
  name: string;
  kind: 'feed' | 'transcript';
  contentType?: string | undefined;
  bytes(): Iterable<Uint8Array>;
}

/** Prints it for feeds and transcripts made as large as may be, and for the largest feed of these. */
export async function measureMemory(files: readonly CorpusFile[]): Promise<void> {
  execFileSync(
    process.execPath,
    [WRANGLER, 'deploy', '--dry-run', '--config', CONFIG, '--outdir', OUTDIR],
    { cwd: PROJECT_DIR, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const material: Material[] = [
    ...LARGE_FEEDS.map((feed) => ({ ...feed, kind: 'feed' as const, bytes: () => bytesOf(feed) })),
    ...largestOf(files),
    ...LARGE_TRANSCRIPTS.map(({ name, text }) => ({
      name,
      kind: 'transcript' as const,
      bytes: () => [Buffer.from(text())],
    })),
  ];
  const server = createServer((request, response) => {
    const one = material[Number(request.url?.slice(1))];
    if (one === undefined) return response.writeHead(404).end();
    response.setHeader('Content-Type', one.contentType ?? 'text/xml');
    Readable.from(one.bytes()).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (const [at, { name, kind }] of material.entries()) {
    const { said, megabytes } = await readInWorkerd(kind, `http://127.0.0.1:${port}/`, String(at));
    console.log(`  ${kind}, ${name}: ${megabytes.toFixed(0)} MB (${said})`);
    if (!(megabytes < ISOLATE_MEGABYTES)) process.exitCode = 1;
  }
  server.close();
}

function largestOf(files: readonly CorpusFile[]): Material[] {
  const [largest] = files.toSorted((a, b) => b.bytes.length - a.bytes.length);
  if (largest === undefined) return [];
  const size = (largest.bytes.length / 1e6).toFixed(1);
  const name = `the largest of the corpora, ${size} MB`;
  return [{ name, kind: 'feed', bytes: () => [largest.bytes] }];
}

/** Has one document read by a Worker that was just started. */
async function readInWorkerd(kind: Material['kind'], origin: string, path: string) {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          name: 'memory',
          compatibilityDate: '2026-10-20',
          compatibilityFlags: ['nodejs_compat'],
          modules: true,
          scriptPath: join(OUTDIR, 'memory-worker.js'),
          bindings: VARS,
          durableObjects: { HOST_LIMITERS: { className: 'HostLimiter', useSQLite: true } },
        },
      ],
    }),
  );
  const read = async (url: string): Promise<unknown> =>
    (await miniflare.dispatchFetch(`http://memory/?${kind}=${encodeURIComponent(url)}`)).json();
  await read(`${origin}none`);
  const pid = workerdPid();
  const idle = kilobytes(pid, 'VmRSS');
  // Forgets the most that was held so far.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const said = await read(`${origin}${path}`);
  const megabytes = (kilobytes(pid, 'VmHWM') - idle) / 1_024;
  await miniflare.dispose();
  return { said, megabytes };
}

/** The one child of this process. */
function workerdPid(): string {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
}

function kilobytes(pid: string, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
}
