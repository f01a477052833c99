/** The single-page app's HTML for its own paths, which no file has. */
import { getPath } from 'hono/utils/url';
import { isScreenPath } from '../../schema/wire/screens.ts';

const OURS = /^\/(?:api|assets|ws)(?:\/|$)/;

/**
 * Whether a request that no file answers is for a screen of the app. Not below `/assets`: a script
 * of an older version must be missing there, or HTML would be kept in its place for a year.
 */
export function isForPage(request: Request): boolean {
  // The path as the API's router reads it.
  return ['GET', 'HEAD'].includes(request.method) && !OURS.test(getPath(request));
}

/** Whether a browser is about to show what it gets. Old browsers say so by what they accept. */
function isNavigation({ headers }: Request): boolean {
  const mode = headers.get('Sec-Fetch-Mode');
  if (mode !== null) return mode === 'navigate';
  return (headers.get('Accept') ?? '').includes('text/html');
}

/**
 * The page for a screen's path. For an unknown one it comes with 404 where somebody is going there,
 * and whatever else asks, for a script or an icon that is not there, gets no page at all.
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
  // Without the request's conditions: an unknown path has no version that could be unchanged.
  const page = await assets.fetch(new Request(shell, { method: request.method }));
  const headers = new Headers(page.headers);
  headers.delete('ETag');
  headers.set('Cache-Control', 'no-store');
  return new Response(page.body, { status: page.ok ? 404 : page.status, headers });
}
