/** Runs the real product, which a case can kill, with fake outside servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { savePodcasts } from '../../worker/operator/catalogue-entries.ts';
import { listenOnLoopback } from '../../worker/operator/samples/loopback-server.ts';
import { type ApiReader, registerOverHttp } from '../support/api-reader.ts';
import { startModelServer } from '../support/model-server.ts';
import { type Served, startPodcastHost } from '../support/podcast-host.ts';
import { type Product, startProduct } from '../support/product.ts';

export interface FaultBench {
  product: Product;
  readonly stateDir: string;
  model: ModelGate;
  /** Sets what a path of the outside host answers. Returns its URL. */
  serve(path: string, served: Served): Promise<string>;
  /** Kills all processes of the product with SIGKILL. */
  crash(): Promise<void>;
  /** Starts it again with the same state. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A proxy in front of the model server: a case says how the model behaves, or holds every request.
 */
interface ModelGate {
  scenario: string;
  isHolding: boolean;
  /** The requests being held. */
  readonly held: number;
  readonly origin: string;
  close(): Promise<void>;
}

async function startModelGate(): Promise<ModelGate> {
  const behind = await startModelServer();
  let held = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (gate.isHolding) {
      held += 1;
      response.on('close', () => {
        held -= 1;
      });
      return;
    }
    const asked: object = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const reply = await fetch(`${behind.origin}${request.url}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...asked, model: gate.scenario }),
    });
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    try {
      for await (const piece of reply.body ?? []) response.write(piece);
      response.end();
    } catch {
      // The model broke off, so the proxy does, too.
      response.destroy();
    }
  });
  const { origin, close } = await listenOnLoopback(server);
  const gate = {
    scenario: 'answers:faults',
    isHolding: false,
    get held() {
      return held;
    },
    origin,
    async close() {
      await close();
      await behind.close();
    },
  };
  return gate;
}

/** @param port uses this port and the next */
export async function startBench(port: number): Promise<FaultBench> {
  const stateDir = await mkdtemp(join(tmpdir(), 'dripcast-faults-'));
  const host = await startPodcastHost();
  const model = await startModelGate();
  const vars = {
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: `${model.origin}/v1`,
    AI_MODEL: 'behind-the-gate',
    AI_TIMEOUT_MS: '3000',
    // Longer than a machine stalls, because there are good hosts among the bad ones.
    OUTBOUND_FIRST_BYTE_MS: '6000',
    OUTBOUND_TOTAL_MS: '15000',
    CATALOGUE_CACHE_SECONDS: '0',
  };
  const start = () => startProduct(port, stateDir, vars);
  const bench: FaultBench = {
    product: await start(),
    stateDir,
    model,
    async serve(path, served) {
      const url = `${host.origin}${path}`;
      await fetch(url, { method: 'PUT', body: JSON.stringify(served) });
      return url;
    },
    crash: () => bench.product.crash(),
    async restart() {
      bench.product = await start();
    },
    async close() {
      await bench.product.stop();
      await Promise.all([host.close(), model.close()]);
      await rm(stateDir, { recursive: true, force: true });
    },
  };
  return bench;
}

/** Adds feeds to the catalogue. Returns the podcasts' ids, by title. */
export async function addFeeds(
  bench: FaultBench,
  feeds: { title: string; feedUrl: string }[],
): Promise<Map<string, string>> {
  const unknown = { imageUrl: null, spotifyUrl: null, youtubeUrl: null, youtubeChannelId: null };
  const entries = feeds.map((feed) => ({
    ...unknown,
    ...feed,
    host: 'Nobody',
    description: 'Of the faults.',
    category: 'Law' as const,
  }));
  await savePodcasts({ isRemote: false, stateDir: bench.stateDir }, entries);
  const reader = await registerOverHttp(bench.product.origin);
  const podcasts = await reader.call<{ id: string; title: string }[]>('GET', '/api/podcasts');
  return new Map(podcasts.map(({ id, title }) => [title, id]));
}

/** Registers a reader who subscribes to a sample podcast and knows one of its episodes. */
export async function openSample(
  bench: FaultBench,
  title = 'Dripcast Sampler: Law',
): Promise<{ reader: ApiReader; path: string }> {
  const reader = await registerOverHttp(bench.product.origin);
  const podcasts = await reader.call<{ id: string; title: string }[]>('GET', '/api/podcasts');
  const id = podcasts.find((podcast) => podcast.title === title)?.id;
  await reader.call('POST', `/api/podcasts/${id}/subscribe`);
  const { episodes } = await reader.call<{ episodes: Record<string, { id: string }[]> }>(
    'POST',
    '/api/podcasts/fetch-recent',
  );
  return { reader, path: `/api/podcasts/episodes/${episodes[title]?.[0]?.id}` };
}

/**
 * Polls until `ask` returns what is expected.
 *
 * @returns after how many seconds; null if it took longer than `seconds`
 */
export async function until(seconds: number, look: () => Promise<boolean>): Promise<number | null> {
  const begun = Date.now();
  while (Date.now() - begun < seconds * 1_000) {
    if (await look()) return (Date.now() - begun) / 1_000;
    await delay(250);
  }
  return null;
}
