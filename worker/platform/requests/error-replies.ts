import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { AppError } from '../errors.ts';
import { describeError, log, stackOf } from '../logging.ts';

/** Keyed by context, because reading a body of unknown length replaces the request. */
const plainTextContexts = new WeakSet<Context>();

/** For routes whose screens show the error text as is: plain text instead of JSON. */
export const plainTextErrors = createMiddleware(async (c, next) => {
  plainTextContexts.add(c);
  await next();
});

const TOKEN = /[\w-]{43,}/g;

/** Turns Hono's own errors and anything unexpected into an `AppError`. */
function asAppError(error: Error): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError('bad_request', 'The request body is not valid JSON', { cause: error });
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}

/** Turns an error into a reply, for the whole app. Unexpected errors are logged and never shown. */
export async function replyToError(error: Error, c: Context): Promise<Response> {
  let appError = asAppError(error);
  // An account that is deleted while its request is at work leaves nothing to write to.
  if (appError.code === 'internal') appError = (await c.get('refusalNow')?.()) ?? appError;
  if (appError.code === 'internal') {
    log.error('request_failed', {
      method: c.req.method,
      // Some addresses are secret: they contain a token.
      path: c.req.path.replace(TOKEN, '…'),
      error: describeError(error),
      stack: stackOf(error),
    });
  }
  for (const [name, value] of Object.entries(appError.headers)) c.header(name, value);
  if (plainTextContexts.has(c)) return c.text(appError.message, appError.status);
  return c.json(
    { error: appError.code, message: appError.message, ...appError.details },
    appError.status,
  );
}
