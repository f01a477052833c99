/**
 * How much memory the reading of feeds takes, in the runtime that the product runs in: the most that
 * workerd held over what it holds when idle. What nobody needs any more but was not collected yet
 * counts, too; in production less of that is let stand.
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

/** What a Worker may hold in production. */
const ISOLATE_MEGABYTES = 128;
const CONFIG = 'test/bench/memory-wrangler.toml';
const OUTDIR = join(PROJECT_DIR, '.cache/bench-bundle/memory');

/** Prints it for feeds made as large as may be, and for the largest of these. */
export async function measureMemory(files: readonly CorpusFile[]): Promise<void> {
  const largest = files.reduce((a, b) => (b.bytes.length > a.bytes.length ? b : a));
  execFileSync(
    process.execPath,
    [WRANGLER, 'deploy', '--dry-run', '--config', CONFIG, '--outdir', OUTDIR],
    { cwd: PROJECT_DIR, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const server = createServer((request, response) => {
    if (request.url === '/largest') return response.end(largest.bytes);
    const feed = LARGE_FEEDS[Number(request.url?.slice(1))];
    if (feed === undefined) return response.writeHead(404).end();
    response.setHeader('Content-Type', feed.contentType ?? 'text/xml');
    Readable.from(bytesOf(feed)).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}/`;
  const paths: [string, string][] = LARGE_FEEDS.map(({ name }, at) => [name, String(at)]);
  paths.push([
    `the largest of the corpora, ${(largest.bytes.length / 1e6).toFixed(1)} MB`,
    'largest',
  ]);
  for (const [name, path] of paths) {
    const { said, megabytes } = await readInWorkerd(origin, path);
    console.log(`  ${name}: ${megabytes.toFixed(0)} MB (${said})`);
    if (!(megabytes < ISOLATE_MEGABYTES)) process.exitCode = 1;
  }
  server.close();
}

/** Has one feed read by a Worker that was just started. */
async function readInWorkerd(origin: string, path: string) {
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
          durableObjects: { OUTSIDE_HOSTS: { className: 'OutsideHost', useSQLite: true } },
        },
      ],
    }),
  );
  const read = async (url: string): Promise<unknown> =>
    (await miniflare.dispatchFetch(`http://memory/?url=${encodeURIComponent(url)}`)).json();
  await read(origin);
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
