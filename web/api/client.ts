import { type ClientResponse, hc } from 'hono/client';
import type { AppType } from '../../worker/app.ts';

const NO_CONNECTION = 'No connection to the server. Please check your network and try again.';

/** A call that was refused or never arrived. */
export class ApiError extends Error {
  /** The HTTP status; 0 where no reply came. */
  readonly status: number;
  /** What the server said to the reader, without status or JSON around it; may be empty. */
  readonly told: string;
  /** The fields of a JSON error: `error`, `message` and what else the route adds. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    message: string,
    told = message,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.told = told;
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
  const told = details === null ? body : String(details.message ?? details.error ?? '');
  const said = response.status >= 500 ? response.statusText : body;
  return new ApiError(response.status, `${response.status}: ${said}`, told, details ?? {});
}

/** The JSON of a reply, or its error. */
export async function readReply<T>(
  request: Promise<Pick<ClientResponse<T>, 'ok' | 'status' | 'statusText'> & ReadsJson<T>>,
): Promise<T> {
  const response = await request;
  if (!response.ok) throw await errorOf(response);
  return response.json();
}

interface ReadsJson<T> {
  json(): Promise<T>;
  text(): Promise<string>;
}

/** What to tell the reader of an error: the server's words where it had any, else ours. */
export function wordsOf(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.told === '' ? otherwise : error.told;
  return error instanceof Error && error.message !== '' ? error.message : otherwise;
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
