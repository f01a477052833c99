export type OutboundReason =
  | 'refused-address'
  | 'timeout'
  | 'too-large'
  | 'too-many-redirects'
  | 'network'
  /** The answer started and broke off, or was a part nobody had asked for. */
  | 'cut'
  | 'status'
  /** Not sent: the host asked to be left alone. */
  | 'paused'
  /** Not sent: the host is slow at the moment, and this is background work. */
  | 'busy';

/** An error of an outbound request. The message may be shown to users. */
export class OutboundError extends Error {
  readonly reason: OutboundReason;
  /** For 'status': the server's status. */
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

/** Whether the same request may succeed later. */
export function isTemporary(error: OutboundError): boolean {
  if (['timeout', 'network', 'cut', 'paused', 'busy'].includes(error.reason)) return true;
  return error.status !== null && (error.status >= 500 || [408, 425, 429].includes(error.status));
}

/** For any answer except 2xx and 304. */
export function statusError({ status, headers }: Response, { hostname }: URL): OutboundError {
  const retryAfterSeconds = parseRetryAfter(headers.get('retry-after'));
  return new OutboundError('status', statusInWords(status, hostname), {
    status,
    retryAfterSeconds,
  });
}

/** A year. A much longer wait would end at a time that can't be written as a date. */
const LONGEST_WAIT_SECONDS = 365 * 24 * 60 * 60;

/** Seconds or an HTTP date (RFC 9110, 10.2.3). */
function parseRetryAfter(value: string | null): number | null {
  const seconds = /^\s*\d+\s*$/.test(value ?? '')
    ? Number(value)
    : Math.ceil((Date.parse(value ?? '') - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), LONGEST_WAIT_SECONDS);
}

function statusInWords(status: number, hostname: string): string {
  if (status === 401 || status === 403) return `The server at ${hostname} denied us access.`;
  if (status === 404) return 'There is nothing at this address.';
  if (status === 410) return 'This has been taken down for good.';
  if (status === 429) return `The server at ${hostname} asked us to try again later.`;
  if (status >= 500) return `The server at ${hostname} reported an error.`;
  return `The server at ${hostname} answered in an unexpected way (${status}).`;
}
