import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { AppError } from './errors.ts';
import { describe, log, stackOf } from './logging.ts';

/** By context, since reading a body of unknown length puts another request in its place. */
const plainTextContexts = new WeakSet<Context>();

/** For the doors whose screens show an error's text as it comes: no JSON around it. */
export const plainTextErrors = createMiddleware(async (c, next) => {
  plainTextContexts.add(c);
  await next();
});

/** Hono's own refusals, and whatever was not foreseen, as one of ours. */
function asAppError(error: Error): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError('bad_request', 'The request body is not valid JSON', { cause: error });
  }
  return new AppError('internal', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}

/** The one place where an error becomes a reply. What was not foreseen is logged, never shown. */
export function replyToError(error: Error, c: Context): Response {
  const appError = asAppError(error);
  if (appError.code === 'internal') {
    log.error('request_failed', {
      method: c.req.method,
      path: c.req.path,
      error: describe(error),
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
