import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseRange } from './range.ts';

/** Something that can be sent whole or in part. */
export interface Representation {
  type: string;
  etag: string;
  length: number;
  /** The bytes from `start` up to, not including, `end`. */
  read(start: number, end: number): Iterable<Buffer>;
}

/** A text, whose tag derives from its bytes. */
export function representText(type: string, text: string): Representation {
  const bytes = Buffer.from(text, 'utf8');
  return {
    type,
    etag: etagOf(bytes),
    length: bytes.length,
    read: (start, end) => [bytes.subarray(start, end)],
  };
}

/** A strong entity tag for anything that the seed determines. */
export function etagOf(seed: string | Buffer): string {
  return `"${createHash('sha256').update(seed).digest('base64url').slice(0, 22)}"`;
}

/** Answers a GET or HEAD with 200, 206, 304 or 416, depending on its conditions and range. */
export async function sendRepresentation(
  request: IncomingMessage,
  response: ServerResponse,
  found: Representation,
): Promise<void> {
  response.setHeader('ETag', found.etag);
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Accept-Ranges', 'bytes');
  if (matches(request.headers['if-none-match'], found.etag)) {
    response.writeHead(304).end();
    return;
  }
  const range = wantsRange(request, found.etag)
    ? parseRange(request.headers.range, found.length)
    : null;
  if (range === 'unsatisfiable') {
    response.setHeader('Content-Range', `bytes */${found.length}`);
    sendText(request, response, 416, 'Range not satisfiable');
    return;
  }
  const { start, end } = range ?? { start: 0, end: found.length };
  if (range) response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${found.length}`);
  response.setHeader('Content-Type', found.type);
  response.setHeader('Content-Length', end - start);
  response.writeHead(range ? 206 : 200);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  await pipeline(Readable.from(found.read(start, end), { objectMode: false }), response);
}

/** A short answer in plain text. */
export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
): void {
  const body = `${text}\n`;
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : body);
}

/** If-None-Match compares weakly. https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match */
function matches(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/**
 * A part of another version wouldn't fit the parts that the client has: If-Range then requests everything.
 */
function wantsRange(request: IncomingMessage, etag: string): boolean {
  const condition = request.headers['if-range'];
  return request.method === 'GET' && (condition === undefined || condition === etag);
}
