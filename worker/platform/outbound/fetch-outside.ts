import { FEED_URL_MAX_CHARS } from '../../../schema/limits.ts';
import { joinBytes } from '../join-bytes.ts';
import { refuseAddress } from './addresses.ts';
import { Deadline } from './deadline.ts';
import type { HostLimits, Permit } from './host-limits.ts';
import { OutboundError, statusError } from './outbound-error.ts';
import { type AnswerHead, cutOff, readBody, type TakeBytes } from './read-body.ts';

const MAX_REDIRECTS = 5;
const USER_AGENT = 'Dripcast/1.0 (podcast companion; reads feeds and transcripts)';

/** Dropped on redirects to another origin, since they were meant for the first one. */
const HEADERS_OF_ONE_ORIGIN = ['authorization', 'cookie'];
/** Statuses that may carry Retry-After. */
const BUSY_STATUSES = [429, 503];

export interface OutboundOptions {
  method?: 'GET' | 'HEAD' | 'POST';
  /** In addition to, or instead of, the default ones. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** From an earlier answer. An unchanged resource then answers 304 without a body. */
  etag?: string | null;
  lastModified?: string | null;
  /** Receives the body in chunks; the result's own body is then empty. */
  onBytes?: TakeBytes;
  /** Returns the part of an incomplete answer instead of failing. */
  takesPart?: boolean;
  /** For the headers of each hop and the first byte of the body. */
  firstByteTimeoutMs?: number;
  /** For all hops and the whole body, not counting the wait for a permit. */
  totalTimeoutMs?: number;
  /** Of the uncompressed body. */
  maxBytes?: number;
  /** For local runs only. */
  allowLoopback?: boolean;
  /** Limits requests to each hop's host; without it nothing waits. */
  hostLimits?: HostLimits;
}

export interface OutboundResult extends AnswerHead {
  /** Empty for 304. */
  body: Uint8Array<ArrayBuffer>;
  /** False if it broke off, or is a part nobody had asked for; only with `takesPart`. */
  isWhole: boolean;
  /** Where the permanent redirects before the first temporary one led; null if there were none. */
  permanentUrl: string | null;
}

/** The request of one hop. */
interface Hop {
  url: URL;
  method: string;
  headers: Headers;
  body: OutboundOptions['body'];
}

/** Either the next hop or the final answer. */
type Answer =
  | { location: string; status: number }
  | Pick<OutboundResult, 'status' | 'headers' | 'body' | 'isWhole'>;

/**
 * Fetches an address from outside: public http(s) addresses only, checked again on every redirect,
 * within time and size limits.
 *
 * @throws OutboundError for anything but 2xx, and 304 if an `etag` or `lastModified` was sent
 */
export async function fetchOutside(
  address: string,
  options: OutboundOptions = {},
): Promise<OutboundResult> {
  const deadline = new Deadline(options);
  const hop: Hop = {
    url: checked(address, undefined, options),
    method: options.method ?? 'GET',
    headers: requestHeaders(options),
    body: options.body,
  };
  let permanentUrl: string | null = null;
  let onlyPermanent = true;

  for (let hops = 0; ; hops += 1) {
    const answer = await withPermit(hop, options, deadline);
    if (!('location' in answer)) {
      const url = hop.url.href;
      return { ...answer, url, permanentUrl };
    }
    if (hops === MAX_REDIRECTS) {
      throw new OutboundError('too-many-redirects', 'The address redirects too many times.');
    }
    redirect(hop, answer, options);
    onlyPermanent &&= answer.status === 301 || answer.status === 308;
    if (onlyPermanent) permanentUrl = hop.url.href;
  }
}

/** Runs one hop with its host's permit. No permit is held while waiting for the next one. */
async function withPermit(hop: Hop, options: OutboundOptions, deadline: Deadline): Promise<Answer> {
  const permit = await options.hostLimits?.acquire(hop.url.hostname);
  deadline.start();
  try {
    return await ask(hop, options, deadline, permit);
  } catch (error) {
    if (error instanceof OutboundError && BUSY_STATUSES.includes(error.status ?? 0)) {
      await permit?.pause(error.retryAfterSeconds ?? 0);
    }
    throw error;
  } finally {
    deadline.stop();
    permit?.release();
  }
}

async function ask(
  hop: Hop,
  options: OutboundOptions,
  deadline: Deadline,
  permit: Permit | undefined,
): Promise<Answer> {
  const { url, method, headers, body } = hop;
  const init: RequestInit = { method, headers, redirect: 'manual', signal: deadline.signal };
  const response = await deadline.reach(url, () =>
    fetch(url, body === undefined ? init : { ...init, body }),
  );
  const { status } = response;
  const location = response.headers.get('location');
  if (location !== null && [301, 302, 303, 307, 308].includes(status)) {
    await response.body?.cancel();
    return { location, status };
  }
  // A 304 is only valid if we sent a condition.
  const isUnchanged =
    status === 304 && (headers.has('if-none-match') || headers.has('if-modified-since'));
  if (!response.ok && !isUnchanged) {
    await response.body?.cancel();
    throw statusError(response, url);
  }
  const kept: Uint8Array[] = [];
  const keep: TakeBytes = (bytes) => kept.push(bytes) > 0;
  const wasAskedForPart = headers.has('range');
  let isWhole = status !== 206 || wasAskedForPart;
  if (!isWhole && !options.takesPart) {
    await response.body?.cancel();
    throw cutOff();
  }
  try {
    const { onBytes = keep, maxBytes } = options;
    await readBody(response, url, { onBytes, maxBytes, deadline, permit });
  } catch (error) {
    const isCut = error instanceof OutboundError && error.reason === 'cut';
    if (!isCut || !options.takesPart) throw error;
    isWhole = false;
  }
  return { status, headers: response.headers, body: joinBytes(kept), isWhole };
}

/** Turns the hop into the one that a redirect leads to. */
function redirect(
  hop: Hop,
  { location, status }: { location: string; status: number },
  options: OutboundOptions,
): void {
  const next = checked(location, hop.url, options);
  if (next.origin !== hop.url.origin) {
    for (const name of HEADERS_OF_ONE_ORIGIN) hop.headers.delete(name);
  }
  if (status < 307 && hop.method === 'POST') {
    hop.method = 'GET';
    hop.body = undefined;
    hop.headers.delete('content-type');
  }
  hop.url = next;
}

function checked(address: string, base: URL | undefined, options: OutboundOptions): URL {
  const url = URL.parse(address, base?.href);
  const allowLoopback = options.allowLoopback ?? false;
  if (url === null) throw new OutboundError('refused-address', 'This is not a valid address.');
  // A redirect may lead to one that is too long to be stored.
  if (url.href.length > FEED_URL_MAX_CHARS) {
    throw new OutboundError('refused-address', 'This address is too long.');
  }
  const refusal = refuseAddress(url, { allowLoopback });
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
