import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import { findRepresentation } from './addresses.ts';
import { type LoopbackServer, listenOnLoopback } from './loopback-server.ts';
import { sendRepresentation, sendText } from './representation.ts';
import { loadShows } from './shows.ts';

const DEFAULT_PORT = 8_788;

export interface SamplerOptions {
  /** 0 lets the system choose one. */
  port: number;
  /** Replaces the clock for the feeds' dates. */
  now?: () => Date;
}

/**
 * Serves the five sample podcasts over plain HTTP until closed.
 *
 * @throws Error (rejects) where the port is taken or a script cannot be understood
 */
export async function startSampler(options: SamplerOptions): Promise<LoopbackServer> {
  const { port, now = () => new Date() } = options;
  const shows = loadShows();
  let origin = '';

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      sendText(request, response, 405, 'Method not allowed');
      return;
    }
    const path = request.url?.split('?')[0] ?? '/';
    const found = findRepresentation(shows, path, { origin, now: now() });
    if (found) await sendRepresentation(request, response, found);
    else sendText(request, response, 404, 'Not found');
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // After the first byte, the only possible failure is that the client disconnected.
      if (response.headersSent) response.destroy();
      else sendText(request, response, 500, String(error));
    });
  });
  const listening = await listenOnLoopback(server, port);
  origin = listening.origin;
  return listening;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  const sampler = await startSampler({ port: Number(values.port ?? DEFAULT_PORT) });
  console.log(`Sample podcasts on ${sampler.origin}`);
}
