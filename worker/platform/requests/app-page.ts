/** Serves the single-page app's HTML for its own paths, which have no file. */
import { getPath } from 'hono/utils/url';
import { isScreenPath } from '../../../schema/wire/screens.ts';

const OURS = /^\/(?:api|mcp|ws)(?:\/|$)/;

/** Whether a request without a matching file may be for a screen. */
export function isForPage(request: Request): boolean {
  // The path as the API's router reads it.
  return ['GET', 'HEAD'].includes(request.method) && !OURS.test(getPath(request));
}

/** Whether a browser is navigating. Old browsers only reveal that in Accept. */
function isNavigation({ headers }: Request): boolean {
  const mode = headers.get('Sec-Fetch-Mode');
  if (mode !== null) return mode === 'navigate';
  return (headers.get('Accept') ?? '').includes('text/html');
}

/**
 * Returns the page for a screen's path. Unknown paths get the page with a 404 if a browser navigates
 * there; other requests, such as for an icon or a script of an older version, get no page.
 */
export async function fetchPage(request: Request, assets: Fetcher): Promise<Response> {
  const shell = new URL('/', request.url);
  if (isScreenPath(getPath(request))) return assets.fetch(new Request(shell, request));
  if (!isNavigation(request)) {
    return new Response(request.method === 'HEAD' ? null : 'Not found', {
      status: 404,
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  }
  // Without the request's conditions, because an unknown path has no version.
  const page = await assets.fetch(new Request(shell, { method: request.method }));
  const headers = new Headers(page.headers);
  headers.delete('ETag');
  headers.set('Cache-Control', 'no-store');
  return new Response(page.body, { status: page.ok ? 404 : page.status, headers });
}
