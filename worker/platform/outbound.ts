import { refusalOf } from './addresses.ts';
import { Deadline } from './deadline.ts';

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const USER_AGENT = 'Dripcast/1.0 (podcast companion; reads feeds and transcripts)';

/** Stay behind on a redirect to another origin: they were meant for the first one only. */
const HEADERS_OF_ONE_ORIGIN = ['authorization', 'cookie'];

export interface OutboundOptions {
  method?: 'GET' | 'HEAD' | 'POST';
  /** Added to, or instead of, the usual ones. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** What an earlier answer's headers said; an unchanged resource then answers 304, with no body. */
  etag?: string | null;
  lastModified?: string | null;
  /** Until the headers of each hop and then the first byte of the body have come. */
  firstByteTimeoutMs?: number;
  /** For everything: all hops and the whole body. */
  totalTimeoutMs?: number;
  /** Of the body as unpacked. */
  maxBytes?: number;
  /** For a local run only. */
  allowLoopback?: boolean;
}

export interface OutboundResult {
  /** 2xx or 304. */
  status: number;
  headers: Headers;
  /** Empty with 304. */
  body: Uint8Array<ArrayBuffer>;
  /** Where the answer came from, after redirects. */
  url: string;
  /** There were redirects and each was permanent (301 or 308). */
  movedPermanently: boolean;
  /** Where the permanent redirects before the first temporary one led; null where there were none. */
  permanentUrl: string | null;
}

export type OutboundReason =
  | 'refused-address'
  | 'timeout'
  | 'too-large'
  | 'too-many-redirects'
  | 'network'
  | 'status';

/** What went wrong outside. The message is in plain words and may be shown to a person. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  /** With 'status': what the server answered. */
  readonly status: number | null;
  /** From Retry-After, in seconds from now. */
  readonly retryAfterSeconds: number | null;

  constructor(
    reason: OutboundReason,
    message: string,
    details: ErrorOptions & { status?: number; retryAfterSeconds?: number | null } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'OutboundError';
    this.reason = reason;
    this.status = details.status ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

/**
 * Fetches something that an outsider named: public http(s) addresses only, each redirect checked
 * anew, never longer or larger than the limits.
 *
 * @throws OutboundError for everything but 2xx and 304
 */
export async function fetchOutside(
  address: string,
  options: OutboundOptions = {},
): Promise<OutboundResult> {
  const deadline = new Deadline(options);
  try {
    return await follow(address, options, deadline);
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    if (deadline.signal.aborted) {
      throw new OutboundError('timeout', 'The server took too long to answer.', { cause: error });
    }
    throw new OutboundError('network', 'The server could not be reached.', { cause: error });
  } finally {
    deadline.clear();
  }
}

async function follow(
  address: string,
  options: OutboundOptions,
  deadline: Deadline,
): Promise<OutboundResult> {
  let url = checked(address, undefined, options);
  let method = options.method ?? 'GET';
  let body = options.body;
  const headers = requestHeaders(options);
  let permanentUrl: string | null = null;
  let onlyPermanent = true;

  for (let hops = 0; ; hops += 1) {
    deadline.expectFirstByte();
    const init: RequestInit = { method, headers, redirect: 'manual', signal: deadline.signal };
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    const location = redirectTarget(response);
    if (location === null) {
      return {
        status: response.status,
        headers: response.headers,
        body: await readAnswer(response, options.maxBytes ?? DEFAULT_MAX_BYTES, deadline),
        url: url.href,
        movedPermanently: hops > 0 && onlyPermanent,
        permanentUrl,
      };
    }
    await response.body?.cancel();
    if (hops === MAX_REDIRECTS) {
      throw new OutboundError('too-many-redirects', 'The address redirects too many times.');
    }
    const next = checked(location, url, options);
    if (next.origin !== url.origin) {
      for (const name of HEADERS_OF_ONE_ORIGIN) headers.delete(name);
    }
    onlyPermanent &&= response.status === 301 || response.status === 308;
    if (onlyPermanent) permanentUrl = next.href;
    if (response.status < 307 && method === 'POST') {
      method = 'GET';
      body = undefined;
      headers.delete('content-type');
    }
    url = next;
  }
}

function checked(address: string, base: URL | undefined, options: OutboundOptions): URL {
  const url = URL.parse(address, base?.href);
  const allowLoopback = options.allowLoopback ?? false;
  if (url === null) throw new OutboundError('refused-address', 'This is not an address.');
  const refusal = refusalOf(url, { allowLoopback });
  if (refusal !== null) throw new OutboundError('refused-address', refusal);
  url.hash = '';
  return url;
}

function requestHeaders(options: OutboundOptions): Headers {
  const headers = new Headers({ 'user-agent': USER_AGENT, accept: '*/*' });
  if (options.etag) headers.set('if-none-match', options.etag);
  if (options.lastModified) headers.set('if-modified-since', options.lastModified);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return headers;
}

function redirectTarget(response: Response): string | null {
  if (![301, 302, 303, 307, 308].includes(response.status)) return null;
  return response.headers.get('location');
}

async function readAnswer(
  response: Response,
  maxBytes: number,
  deadline: Deadline,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.ok && response.status !== 304) {
    await response.body?.cancel();
    throw new OutboundError('status', statusInWords(response.status), {
      status: response.status,
      retryAfterSeconds: retryAfterSeconds(response.headers.get('retry-after')),
    });
  }
  if (response.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    deadline.firstByteCame();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new OutboundError('too-large', `The answer is larger than ${inWords(maxBytes)}.`);
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let end = size;
  // From the back, so that each chunk can be freed as soon as it is copied.
  for (let chunk = chunks.pop(); chunk !== undefined; chunk = chunks.pop()) {
    end -= chunk.byteLength;
    whole.set(chunk, end);
  }
  return whole;
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3). */
function retryAfterSeconds(value: string | null): number | null {
  if (/^\s*\d+\s*$/.test(value ?? '')) return Number(value);
  const date = Date.parse(value ?? '');
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

function statusInWords(status: number): string {
  if (status === 401 || status === 403) return 'The server does not let us read this.';
  if (status === 404) return 'There is nothing at this address any more.';
  if (status === 410) return 'This has been taken down for good.';
  if (status === 429) return 'The server asks us to come back later.';
  if (status >= 500) return 'The server has a problem of its own.';
  return `The server answered in an unexpected way (${status}).`;
}

function inWords(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.ceil(kilobytes)} KB` : `${Math.round(kilobytes / 1024)} MB`;
}
