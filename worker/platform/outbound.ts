import { refuseAddress } from './addresses.ts';
import { Deadline } from './deadline.ts';
import type { HostLimits, Permit } from './host-limits.ts';
import { joinBytes } from './join-bytes.ts';
import { OutboundError, statusError } from './outbound-error.ts';
import { type BytesReader, isGzip, readPieces, unpack } from './read-pieces.ts';

export { OutboundError };

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;
/** From here on an answer waits until no other such is being read. */
const LARGE_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const USER_AGENT = 'Dripcast/1.0 (podcast companion; reads feeds and transcripts)';

/** Stay behind on a redirect to another origin: they were meant for the first one only. */
const HEADERS_OF_ONE_ORIGIN = ['authorization', 'cookie'];
/** Statuses with which a server may say when it wants to hear of us again. */
const PLEAS_FOR_PATIENCE = [429, 503];

/** Takes the next bytes of a body; false where nothing more of it is needed. */
export type TakeBytes = (
  bytes: Uint8Array,
  answer: Pick<OutboundResult, 'status' | 'headers' | 'url'>,
) => boolean;

export interface OutboundOptions {
  method?: 'GET' | 'HEAD' | 'POST';
  /** Added to, or instead of, the usual ones. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** What an earlier answer's headers said; an unchanged resource then answers 304, with no body. */
  etag?: string | null;
  lastModified?: string | null;
  /** Gets the body as it comes; the result's own is empty then. */
  onBytes?: TakeBytes;
  /** Takes what has come of an answer that is not whole, instead of failing. */
  takesPart?: boolean;
  /** Until the headers of each hop and then the first byte of the body have come. */
  firstByteTimeoutMs?: number;
  /** For everything: all hops and the whole body, without waiting for one's turn. */
  totalTimeoutMs?: number;
  /** Of the body as unpacked. */
  maxBytes?: number;
  /** For a local run only. */
  allowLoopback?: boolean;
  /** Limits requests to each hop's host; without it nothing waits. */
  gate?: HostLimits;
}

export interface OutboundResult {
  /** 2xx or 304. */
  status: number;
  headers: Headers;
  /** Empty with 304. */
  body: Uint8Array<ArrayBuffer>;
  /** False where it broke off, or is a part that nobody had asked for; only with `takesPart`. */
  isWhole: boolean;
  /** Where the answer came from, after redirects. */
  url: string;
  /** Where the permanent redirects before the first temporary one led; null where there were none. */
  permanentUrl: string | null;
}

/** What one hop is asked for. */
interface Hop {
  url: URL;
  method: string;
  headers: Headers;
  body: OutboundOptions['body'];
}

/** Either where a hop leads on to, or what it answered. */
type Answer =
  | { location: string; status: number }
  | Pick<OutboundResult, 'status' | 'headers' | 'body' | 'isWhole'>;

/**
 * Fetches something that an outsider named: public http(s) addresses only, each redirect checked
 * anew, never longer or larger than the limits.
 *
 * @throws OutboundError for everything but 2xx, and 304 where an `etag` or `lastModified` was sent
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

/** One hop, once its host permits it. No permit is held while waiting for the next hop's. */
async function withPermit(hop: Hop, options: OutboundOptions, deadline: Deadline): Promise<Answer> {
  const permit = await options.gate?.acquire(hop.url.hostname);
  deadline.start();
  try {
    return await ask(hop, options, deadline, permit);
  } catch (error) {
    if (error instanceof OutboundError && PLEAS_FOR_PATIENCE.includes(error.status ?? 0)) {
      await permit?.pause(error.retryAfterSeconds ?? 0);
    }
    throw error;
  } finally {
    deadline.stop();
    permit?.release();
  }
}

/** What fails here fails outside. */
async function reaching<Result>(
  deadline: Deadline,
  work: () => Promise<Result>,
  failure = unreachable,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    if (deadline.signal.aborted) {
      throw new OutboundError('timeout', 'The server took too long to answer.', { cause });
    }
    throw failure(cause);
  }
}

const unreachable = (cause?: unknown) =>
  new OutboundError('network', 'The server could not be reached.', { cause });
const cutOff = (cause?: unknown) =>
  new OutboundError('cut', 'The connection broke before the end of the file.', { cause });

async function ask(
  hop: Hop,
  options: OutboundOptions,
  deadline: Deadline,
  permit: Permit | undefined,
): Promise<Answer> {
  const { url, method, headers, body } = hop;
  const init: RequestInit = { method, headers, redirect: 'manual', signal: deadline.signal };
  const response = await reaching(deadline, () =>
    fetch(url, body === undefined ? init : { ...init, body }),
  );
  const { status } = response;
  const location = response.headers.get('location');
  if (location !== null && [301, 302, 303, 307, 308].includes(status)) {
    await response.body?.cancel();
    return { location, status };
  }
  // That nothing has changed is no answer to who knows nothing yet.
  const isUnchanged =
    status === 304 && (headers.has('if-none-match') || headers.has('if-modified-since'));
  if (!response.ok && !isUnchanged) {
    await response.body?.cancel();
    throw statusError(response);
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
    await readBody(
      response,
      url,
      { ...options, onBytes: options.onBytes ?? keep },
      deadline,
      permit,
    );
  } catch (error) {
    const isCut = error instanceof OutboundError && error.reason === 'cut';
    if (!isCut || !options.takesPart) throw error;
    isWhole = false;
  }
  return { status, headers: response.headers, body: joinBytes(kept), isWhole };
}

async function readBody(
  response: Response,
  url: URL,
  options: OutboundOptions & { onBytes: TakeBytes },
  deadline: Deadline,
  permit: Permit | undefined,
): Promise<void> {
  const { onBytes, maxBytes = DEFAULT_MAX_BYTES } = options;
  const { status, headers } = response;
  const next = (reader: BytesReader) => reaching(deadline, () => reader.read(), cutOff);
  const promised = promisedBytes(headers);
  let reader = response.body ? readPieces(response.body) : undefined;
  let size = 0;
  let isUnpacked = false;
  for (let pieces = 0; reader; pieces += 1) {
    const { done, value } = await next(reader);
    deadline.firstByteCame();
    if (done) {
      if (!isUnpacked && size < promised) throw cutOff();
      return;
    }
    if (pieces === 0 && status === 200 && isGzip(value)) {
      // Packed once more than was said.
      reader = unpack(value, reader, maxBytes, () => tooLarge(maxBytes));
      isUnpacked = true;
      continue;
    }
    const wasSmall = size <= LARGE_BYTES;
    size += value.byteLength;
    if (permit && wasSmall && size > LARGE_BYTES) await deadline.whilePaused(permit.reserveLarge);
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    if (!onBytes(value, { status, headers, url: url.href })) return reader.cancel();
  }
}

/** How many bytes the server says are coming; 0 where it does not, or they are packed. */
function promisedBytes(headers: Headers): number {
  return headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0) || 0;
}

/** Turns a hop into the one that it leads to. */
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

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('too-large', `The answer is larger than ${inWords(maxBytes)}.`);
}

function inWords(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.ceil(kilobytes)} KB` : `${Math.round(kilobytes / 1024)} MB`;
}
