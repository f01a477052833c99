import { hc } from 'hono/client';
import type { AppType } from '../../worker/app.ts';

const NO_CONNECTION = 'No connection to the server. Please check your network and try again.';

/** A longer text, or one over several lines, is a page or a dump, not a message. */
const MESSAGE_MAX_CHARS = 400;
/** HTML, JSON, a list of issues, a stack of calls, or what a program says of itself. */
const NOT_FOR_READERS =
  /^\s*[<[{]|<\/|<!|^\s+at |\[object |\b\w*Error:|Cannot (read|set) propert|is not (a function|defined|iterable)|Unexpected (token|end)/im;

/** Its message is written for the reader and may be shown as it is. */
export class ReaderError extends Error {}

/** A call that was refused, never arrived, or whose reply could not be read. */
export class ApiError extends Error {
  /** The HTTP status; 0 where no reply came. */
  readonly status: number;
  /** What the server said to the reader, without status or JSON around it; empty where it said nothing readable. */
  readonly userMessage: string;
  /** The fields of a JSON error: `error`, `message` and what else the route adds. */
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

async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new ApiError(0, NO_CONNECTION);
  }
}

/** Every call of the API, typed by the Worker's own routes. A call rejects only with `ApiError`. */
export const api = hc<AppType>('/', { fetch: send, init: { credentials: 'include' } }).api;

/** The error a refused reply stands for. From 500 on only the status is trusted, not the body. */
export async function errorOf(response: {
  status: number;
  statusText: string;
  text(): Promise<string>;
}): Promise<ApiError> {
  const body = await response.text().catch(() => '');
  const details = parseObject(body);
  const userMessage = details === null ? readable(body) : readable(details.message, details.error);
  const said = response.status >= 500 ? response.statusText : body;
  return new ApiError(response.status, `${response.status}: ${said}`, userMessage, details ?? {});
}

/**
 * The JSON of a reply, or its error. A reply that is no JSON, or lacks what `isComplete` asks for, is an
 * error, too: a proxy may have answered in the server's place.
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

/** The first of the texts that is a message to a reader; empty where none is. */
function readable(...texts: unknown[]): string {
  for (const text of texts) {
    if (typeof text !== 'string') continue;
    const message = text.trim();
    if (message === '' || message.length > MESSAGE_MAX_CHARS) continue;
    if (!NOT_FOR_READERS.test(message)) return message;
  }
  return '';
}

interface JsonReply<T> {
  ok: boolean;
  status: number;
  statusText: string;
  json(): Promise<T>;
  text(): Promise<string>;
}

/**
 * What to tell the reader of an error: the server's words where it had any, else ours. The message of
 * any other error is for developers and never shown.
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
