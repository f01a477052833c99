/**
 * Everything that can go wrong in a request, as one closed union. Rooms throw `AppError`; only the
 * app's `onError` turns the code into a status and a body.
 */
const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  upgrade_required: 426,
  too_many_requests: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export class AppError extends Error {
  readonly code: ErrorCode;
  /** Extra fields of the JSON body, beside `error` and `message`. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message shown to the reader; never a stack, SQL or an inner error's text */
  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & {
      details?: Record<string, unknown>;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
  }

  get status() {
    return ERROR_STATUS[this.code];
  }
}

/** Adds fields to the body of an expected error; its own fields win. Other errors are returned unchanged. */
export function withDetails(error: unknown, details: Record<string, unknown>): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, error.message, {
    cause: error.cause,
    details: { ...details, ...error.details },
    headers: { ...error.headers },
  });
}
