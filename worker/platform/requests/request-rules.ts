/** Rules for every API request, applied before the routes. */
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import {
  BODY_MAX_BYTES,
  FILE_BODY_MAX_BYTES,
  LONG_BODY_MAX_BYTES,
} from '../../../schema/limits.ts';
import { AppError } from '../errors.ts';
import { bearerToken } from './bearer-token.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a browser sent this from another origin (scheme, host or port). Other programs send neither
 * header.
 */
export function isCrossOrigin(request: Request): boolean {
  const origin = request.headers.get('Origin');
  if (origin === null) return request.headers.get('Sec-Fetch-Site') === 'cross-site';
  return !URL.canParse(origin) || new URL(origin).origin !== new URL(request.url).origin;
}

/**
 * Refuses writes from other sites' pages: the cookie alone is not enough. Browsers never add an access
 * token by themselves, and with one the cookies are ignored.
 */
export const sameOriginWrites = createMiddleware(async (c, next) => {
  const isWrite = !SAFE_METHODS.has(c.req.method);
  if (isWrite && bearerToken(c.req.raw.headers) === null && isCrossOrigin(c.req.raw)) {
    throw new AppError('forbidden', 'Requests from other sites are refused');
  }
  await next();
});

/** Request bodies must be JSON. */
export const jsonBodies = createMiddleware(async (c, next) => {
  const length = c.req.header('Content-Length');
  const hasBody = length === undefined ? c.req.raw.body !== null : length !== '0';
  const [type] = (c.req.header('Content-Type') ?? '').split(';', 1);
  if (hasBody && type?.trim().toLowerCase() !== 'application/json') {
    throw new AppError('unsupported_media_type', 'Send JSON with Content-Type: application/json');
  }
  await next();
});

/** Where OPML files and captions are sent. */
const TAKES_FILES = /^\/api\/user\/(?:opml|sources)(?:\/|$)/;
/** Where texts of up to 200,000 characters are sent, or files of many entries. */
const TAKES_LONG_TEXTS = /^\/(?:api\/(?:content|user\/(?:imports|insights))|mcp)(?:\/|$)/;

const atMost = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('body_too_large', 'That text is too long');
    },
  });
const atMostShort = atMost(BODY_MAX_BYTES);
const atMostLong = atMost(LONG_BODY_MAX_BYTES);
const atMostFile = atMost(FILE_BODY_MAX_BYTES);

function limitFor(path: string) {
  if (TAKES_FILES.test(path)) return atMostFile;
  return TAKES_LONG_TEXTS.test(path) ? atMostLong : atMostShort;
}

export const boundedBodies = createMiddleware((c, next) => limitFor(c.req.path)(c, next));

/** API replies belong to one user, and are never shown as a page. */
export const apiHeaders = createMiddleware(async (c, next) => {
  await next();
  // A socket's handshake has immutable headers, and doesn't need these.
  if (c.res.status === 101) return;
  const { headers } = c.res;
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  headers.set('X-Frame-Options', 'DENY');
  // The pages that mails link to have a policy of their own.
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  }
  headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
});
