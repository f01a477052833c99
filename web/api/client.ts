import { hc } from 'hono/client';
import type { AppType } from '../../worker/app.ts';
import { untilReadable } from './held-reads.ts';
import { sendOnce } from './joined-writes.ts';
import { isOthersSession } from './reader.ts';
import { sendWithRenewedCookie } from './renewed-cookie.ts';
import { tellUnauthorized } from './unauthorized.ts';

const NO_CONNECTION = 'No connection to the server. Please check your network and try again.';
const OTHER_READER = 'Somebody else has logged in in this browser. Please reload the page.';
const NO_REPLY = 'The server did not answer. Please try again.';

/**
 * How long a call waits for its reply to begin. Far longer than any takes, even if a model writes.
 */
const READ_TIMEOUT_MS = 90_000;
const WRITE_TIMEOUT_MS = 300_000;

/** A refused login is an answer. */
const IS_LOGIN = /\/api\/login$/;

/** Anything longer is a page or a dump rather than a message. */
const MESSAGE_MAX_CHARS = 400;
/**
 * At least two words, beginning like a sentence. A bare code such as `forbidden` means nothing to readers.
 */
const IS_SENTENCE = /^["'‘“(]?[\p{Lu}\p{N}]\S*\s+\S/u;
const STATUSES = [
  'bad (request|gateway)',
  'not (found|acceptable|implemented)',
  '(proxy authentication|payment|upgrade) required',
  'method not allowed',
  'request timeout',
  'length required',
  'precondition failed',
  '(payload|uri) too (large|long)',
  'unsupported media type',
  'unprocessable (entity|content)',
  'too many requests',
  'internal server error',
  'service (temporarily )?unavailable',
  'gateway time-?out',
];
/** A proxy's name for a status, alone or before its own reason. */
const IS_STATUS = new RegExp(String.raw`^(${STATUSES.join('|')})(\.?$|:)`, 'i');
/**
 * Texts written by programs, and our server's messages about request fields that readers don't know.
 */
const NOT_FOR_READERS = [
  // HTML, or an object written by mistake
  /<\/|<!|\[object /i,
  // A stack trace
  /^\s+at /im,
  // A runtime's own error text
  /\b\w*Error:|Cannot (read|set) propert|is not (a function|defined|iterable)|Unexpected (token|end)/i,
  // A validator's wording
  /Invalid (input|option|UUID)|\bexpected .+, received |Too (big|small): /i,
  /^The (field '|request (is missing|must ))/im,
];

/** An error whose message is written for the reader and can be shown as it is. */
export class ReaderError extends Error {}

/** A call that the server refused, that never got a reply, or whose reply was unreadable. */
export class ApiError extends Error {
  /** The HTTP status, or 0 if there was no reply. */
  readonly status: number;
  /** The server's message to the reader, without status or JSON. Empty if it sent no sentence of ours. */
  readonly userMessage: string;
  /** The fields of a JSON error: `error`, `message` and whatever the route adds. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    message: string,
    userMessage = message,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.userMessage = userMessage;
    this.details = details;
  }
}

function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { method = 'GET', signal, body } = init ?? {};
  const call = () => request(input, init);
  // A call that its caller can abort isn't shared, and only text bodies can be compared.
  const isText = body === undefined || typeof body === 'string';
  return method === 'GET' || signal || !isText
    ? call()
    : sendOnce(`${method} ${input} ${body}`, call);
}

async function request(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { method = 'GET', signal: given } = init ?? {};
  // A conflict, so that readers see this message.
  if (isOthersSession()) throw new ApiError(409, OTHER_READER);
  if (method === 'GET') await untilReadable();
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(),
    method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS,
  );
  const signal = given ? AbortSignal.any([given, late.signal]) : late.signal;
  const call = () => fetch(input, { ...init, signal });
  let response: Response;
  try {
    response = await (IS_LOGIN.test(String(input)) ? call() : sendWithRenewedCookie(call));
  } catch (error) {
    if (given?.aborted) throw error;
    throw new ApiError(0, late.signal.aborted ? NO_REPLY : NO_CONNECTION);
  } finally {
    clearTimeout(timer);
  }
  if (response.status === 401) tellUnauthorized();
  return response;
}

/** The API client, typed from the Worker's routes. Calls only ever reject with `ApiError`. */
export const api = hc<AppType>('/', { fetch: send, init: { credentials: 'include' } }).api;

/** Turns a failed response into an error. From status 500 up, its message leaves out the body. */
export async function errorOf(response: {
  status: number;
  statusText: string;
  text(): Promise<string>;
}): Promise<ApiError> {
  const body = await response.text().catch(() => '');
  const details = parseObject(body);
  // Account errors are plain text, even when the server itself failed.
  const userMessage = details === null ? readable(body) : readable(details.message, details.error);
  const said = response.status >= 500 ? response.statusText : body;
  return new ApiError(response.status, `${response.status}: ${said}`, userMessage, details ?? {});
}

/**
 * Reads the JSON of a response, or throws its error. A body that is not JSON, or that `isComplete`
 * rejects, counts as an error too: a proxy may have answered instead of the server.
 */
export async function readReply<T>(
  request: Promise<JsonReply<T>>,
  isComplete: (reply: T) => boolean = () => true,
): Promise<T> {
  const response = await request;
  if (!response.ok) throw await errorOf(response);
  const reply = await response.json().catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw unreadable(response.status, cause);
  });
  let isUsable = false;
  try {
    isUsable = isComplete(reply);
  } catch (cause) {
    throw unreadable(response.status, cause);
  }
  if (!isUsable) throw unreadable(response.status);
  return reply;
}

function unreadable(status: number, cause?: unknown): ApiError {
  const error = new ApiError(status, `${status}: the reply could not be read`, '');
  error.cause = cause;
  return error;
}

/** Returns the first text that reads like a sentence of ours, or an empty string. */
function readable(...texts: unknown[]): string {
  for (const text of texts) {
    if (typeof text !== 'string') continue;
    const message = text.trim();
    if (IS_SENTENCE.test(message) && isForReaders(message)) return message;
  }
  return '';
}

/** Whether a server's text can be shown: not a page, a dump, a stack trace or a bare status. */
export function isForReaders(message: string): boolean {
  if (message.length > MESSAGE_MAX_CHARS || /^\s*[[{]/.test(message)) return false;
  return !IS_STATUS.test(message) && !NOT_FOR_READERS.some((one) => one.test(message));
}

interface JsonReply<T> {
  ok: boolean;
  status: number;
  statusText: string;
  json(): Promise<T>;
  text(): Promise<string>;
}

/**
 * Returns what to tell the reader: the server's message if it sent one, otherwise the given text. Other
 * errors' messages are for developers and never shown.
 */
export function errorMessage(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.userMessage === '' ? otherwise : error.userMessage;
  return error instanceof ReaderError && error.message !== '' ? error.message : otherwise;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return { ...value };
  } catch {
    return null;
  }
}
