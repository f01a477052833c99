/** The single-page app's HTML for its own paths, which no file has. */
import { getPath } from 'hono/utils/url';

const OURS = /^\/(?:api|assets|ws)(?:\/|$)/;

/**
 * Whether a request that no file answers is for a screen of the app. Not below `/assets`: a script
 * of an older version must be missing there, or HTML would be kept in its place for a year.
 */
export function isForPage(request: Request): boolean {
  // The path as the API's router reads it.
  return ['GET', 'HEAD'].includes(request.method) && !OURS.test(getPath(request));
}

export function fetchPage(request: Request, assets: Fetcher): Promise<Response> {
  return assets.fetch(new Request(new URL('/', request.url), request));
}
