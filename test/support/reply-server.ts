/** A server on loopback that answers the web app's calls with given replies. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { vi } from 'vitest';

export interface Reply {
  status?: number;
  /** Sent as JSON, or as it is if it is a string. */
  body: unknown;
  /** The reply waits for it. */
  after?: Promise<unknown>;
}

export interface ReceivedCall {
  /** Method and path: `POST /api/quiz/generate`. */
  call: string;
  /** The parsed JSON body; null if there was none. */
  body: unknown;
  /** The header `Content-Type` of a call without a body, if there was one. */
  contentType?: string;
  /** The header `Idempotency-Key`, if there was one. */
  idempotencyKey?: string;
  /** The header `If-Match`, if there was one. */
  ifMatch?: string;
  /** The caller did not wait for the reply. */
  isHungUp?: boolean;
}

/** After a 401, the app sends a call again within this time, which must not reach the next test's server. */
const SENT_AGAIN_MS = 600;

/**
 * Starts a server whose replies are taken in turn; the last one is repeated. The app's relative
 * addresses reach it until `vi.unstubAllGlobals()`.
 *
 * @param replies by method and path; other calls get a 404
 */
export async function startReplyServer(replies: Record<string, Reply[]>) {
  const received: ReceivedCall[] = [];
  let hasRefused = false;
  const server = createServer(async (request, response) => {
    const call = `${request.method} ${request.url}`;
    const sent = Buffer.concat(await request.toArray()).toString();
    const arrived: ReceivedCall = { call, body: sent === '' ? null : JSON.parse(sent) };
    const {
      'content-type': contentType,
      'idempotency-key': key,
      'if-match': tag,
    } = request.headers;
    if (sent === '' && contentType !== undefined) arrived.contentType = contentType;
    if (typeof key === 'string') arrived.idempotencyKey = key;
    if (tag !== undefined) arrived.ifMatch = tag;
    received.push(arrived);
    response.on('close', () => {
      if (!response.writableEnded) arrived.isHungUp = true;
    });
    const queue = replies[call] ?? [{ status: 404, body: { error: 'Not found' } }];
    const reply = queue.length > 1 ? queue.shift() : queue[0];
    const { status = 200, body, after } = reply ?? { body: null };
    await after;
    hasRefused ||= status === 401;
    const isText = typeof body === 'string';
    response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json' });
    response.end(isText ? body : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    realFetch(new URL(input, origin), init),
  );
  return {
    /** What arrived so far. */
    received,
    async stop() {
      if (hasRefused) await delay(SENT_AGAIN_MS);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
