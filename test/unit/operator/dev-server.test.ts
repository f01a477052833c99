/** What `npm run dev` serves: the web app's modules from disk, the API from the Worker. */
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type LoopbackServer,
  listenOnLoopback,
} from '../../../worker/operator/samples/loopback-server.ts';

let worker: LoopbackServer;
let dev: ViteDevServer;
let origin: string;

beforeAll(async () => {
  worker = await listenOnLoopback(
    createHttpServer((request, response) => response.end(`the Worker's ${request.url}`)),
  );
  process.env.WORKER_ORIGIN = worker.origin;
  dev = await createServer({
    configFile: join(import.meta.dirname, '../../../vite.config.ts'),
    mode: 'loopback',
    logLevel: 'silent',
    server: { port: 0, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  await dev.listen();
  origin = new URL(dev.resolvedUrls?.local[0] ?? '').origin;
});

afterAll(async () => {
  delete process.env.WORKER_ORIGIN;
  await dev.close();
  await worker.close();
});

const get = async (path: string, destination: string) =>
  (await fetch(origin + path, { headers: { 'Sec-Fetch-Dest': destination } })).text();

test('the modules of web/api come from disk, the calls of the API from the Worker', async () => {
  expect(await get('/api/client.ts', 'script')).toContain('export');
  expect(await get('/api/health', 'empty')).toBe("the Worker's /api/health");
  expect(await get('/api/podcasts/1/cover', 'image')).toBe("the Worker's /api/podcasts/1/cover");
});
