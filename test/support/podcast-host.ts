/**
 * The fake outside world: an HTTP host on loopback that serves what a test puts there. Tests inside workerd
 * can only use HTTP, so it is also filled by HTTP: `PUT /path` with JSON sets what `GET /path` answers, and
 * `GET /path` with `X-Count: 1` returns how often it was requested. `GET /group` with `X-Most: 1` returns the
 * most concurrent requests below `/group/`.
 */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  type LoopbackServer,
  listenOnLoopback,
} from '../../worker/operator/samples/loopback-server.ts';

export interface Served {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** The body is compressed, but not declared so. */
  isPacked?: boolean;
  /** Sends the body in pieces of this many characters. */
  crumbs?: number;
  delayMs?: number;
  /** Answers only once the path is set again, and then with that. */
  isHeld?: boolean;
  /** Cuts the connection after this many characters of the body. */
  cutAfter?: number;
}

export async function startPodcastHost(): Promise<LoopbackServer> {
  const served = new Map<string, Served>();
  const counts = new Map<string, number>();
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  /** Emits the paths that are set. */
  const told = new EventEmitter();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    if (request.method === 'PUT') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      served.set(path, JSON.parse(Buffer.concat(chunks).toString('utf8')) as Served);
      counts.set(path, 0);
      told.emit(path);
      response.writeHead(204).end();
      return;
    }
    if (request.headers['x-count']) {
      response.end(String(counts.get(path) ?? 0));
      return;
    }
    const group = `/${path.split('/')[1]}`;
    if (request.headers['x-most']) {
      response.end(String(most.get(group) ?? 0));
      return;
    }
    open.set(group, (open.get(group) ?? 0) + 1);
    most.set(group, Math.max(most.get(group) ?? 0, open.get(group) ?? 0));
    response.on('close', () => open.set(group, (open.get(group) ?? 1) - 1));
    counts.set(path, (counts.get(path) ?? 0) + 1);
    if (served.get(path)?.isHeld) await once(told, path);
    const answer = served.get(path);
    if (!answer) {
      response.writeHead(404).end('Nothing here');
      return;
    }
    await delay(answer.delayMs ?? 0);
    const { ETag: etag, 'Last-Modified': modified } = answer.headers ?? {};
    const { 'if-none-match': knownTag, 'if-modified-since': knownSince } = request.headers;
    const isKnown = (etag && knownTag === etag) || (modified && knownSince === modified);
    if (isKnown) {
      response.writeHead(304, answer.headers ?? {}).end();
      return;
    }
    response.writeHead(answer.status ?? 200, answer.headers ?? {});
    if (answer.cutAfter !== undefined) {
      response.write(answer.body?.slice(0, answer.cutAfter) ?? '', () => response.destroy());
      return;
    }
    const { crumbs } = answer;
    for (let index = 0; crumbs && index < (answer.body ?? '').length; index += crumbs) {
      response.write(answer.body?.slice(index, index + crumbs));
    }
    if (crumbs) return response.end();
    const body = answer.isPacked ? gzipSync(answer.body ?? '') : (answer.body ?? '');
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  return listenOnLoopback(server);
}
