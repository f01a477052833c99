/** The hosts of ten thousand podcasts, all on loopback: most have nothing new, some misbehave. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What a podcast's feed does, by its number modulo a hundred; below the first threshold it has nothing new.
 */
const KINDS = [
  [80, 'unchanged'],
  [90, 'news'],
  [91, 'missing'],
  [92, 'broken'],
  [93, 'busy'],
  [94, 'silent'],
  [95, 'moved'],
  [96, 'elsewhere'],
  [97, 'page'],
  [98, 'cut off'],
  [99, 'gone'],
  [100, 'hangs up'],
] as const;
export type Kind = (typeof KINDS)[number][1];

export function kindOf(podcast: number): Kind {
  return KINDS.find(([below]) => podcast % 100 < below)?.[1] ?? 'unchanged';
}

/** Those that deliver new episodes or report none. */
export const READABLE: ReadonlySet<Kind> = new Set([
  'unchanged',
  'news',
  'moved',
  'elsewhere',
  'cut off',
]);

export const ETAG = '"last week"';
const ITEMS = 40;
const DAY_MS = 86_400_000;
/** Short, so that the benchmark ends soon. */
const REST_SECONDS = 5;
const ON_ITS_WAY_MS = 1_500;
const WORDS = 'What was said about work, and by whom, in a line or two of ordinary length. ';

export const DESCRIPTION = WORDS.repeat(12).trim();

/** Each hundred podcasts share a host. */
export const feedUrl = (podcast: number, port: number) =>
  `http://127.0.${1 + (Math.floor(podcast / 100) % 200)}.1:${port}/feeds/${podcast}`;

export const guid = (podcast: number, week: number) => `${podcast}-${week}`;

export const audioUrl = (podcast: number, week: number) =>
  `https://sound.test/${guid(podcast, week)}.mp3`;

export const videoId = (podcast: number, week: number) =>
  `v${podcast}x${week}`.padEnd(11, '_').slice(0, 11);

/** When that week's episode came out; the newest one yesterday. */
export const publishedAt = (week: number, now: number) =>
  Math.floor((now - (ITEMS - week) * 7 * DAY_MS - DAY_MS) / 1_000) * 1_000;

function feed(podcast: number, now: number): string {
  const items = Array.from({ length: ITEMS }, (_, index) => {
    const week = ITEMS - index;
    return `<item><title>Week ${week} of podcast ${podcast}</title><guid isPermaLink="false">${guid(podcast, week)}</guid>
<pubDate>${new Date(publishedAt(week, now)).toUTCString()}</pubDate><description>${DESCRIPTION}</description>
<enclosure url="${audioUrl(podcast, week)}" type="audio/mpeg" length="1000"/></item>`;
  });
  return `<rss version="2.0"><channel><title>Podcast ${podcast}</title><description>${WORDS}</description>${items.join('')}</channel></rss>`;
}

function channel(id: string, now: number): string {
  const podcast = Number(id.slice(2));
  const entries = Array.from({ length: 15 }, (_, index) => {
    const week = ITEMS - index;
    const id = videoId(podcast, week);
    return `<entry><id>yt:video:${id}</id><yt:videoId>${id}</yt:videoId><title>Week ${week} of podcast ${podcast}</title>
<published>${new Date(publishedAt(week, now)).toISOString()}</published></entry>`;
  });
  return `<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`;
}

export async function startHost(now: number) {
  /**
   * How often each feed was answered to a connected client. Redirects to it don't count, because its host may
   * ask for a pause between the two.
   */
  const answered = new Map<number, number>();
  const open = new Map<string, number>();
  const pausedUntil = new Map<string, number>();
  const seen = { requests: 0, mostOfOneHost: 0, duringRest: 0 };
  const server = createServer((request, response) => {
    const host = request.headers.host ?? '';
    seen.requests += 1;
    // Requests already on their way when the host asked for a pause don't count.
    const restedMs = REST_SECONDS * 1_000 - ((pausedUntil.get(host) ?? 0) - Date.now());
    if (restedMs > ON_ITS_WAY_MS && restedMs < REST_SECONDS * 1_000) seen.duringRest += 1;
    open.set(host, (open.get(host) ?? 0) + 1);
    seen.mostOfOneHost = Math.max(seen.mostOfOneHost, open.get(host) ?? 0);
    response.on('close', () => open.set(host, (open.get(host) ?? 1) - 1));
    const url = new URL(request.url ?? '/', `http://${host}`);
    const id = url.searchParams.get('channel_id');
    if (id) return response.end(channel(id, now));
    const [, folder, name] = url.pathname.split('/');
    const podcast = Number(name);
    response.on('finish', () => {
      if ([301, 302].includes(response.statusCode) || request.socket.destroyed) return;
      answered.set(podcast, (answered.get(podcast) ?? 0) + 1);
    });
    const isMoved = folder === 'moved';
    answer(response, isMoved ? 'news' : kindOf(podcast), podcast);
  });

  function answer(response: ServerResponse, kind: Kind, podcast: number) {
    const body = () => feed(podcast, now);
    switch (kind) {
      case 'unchanged':
        return response.writeHead(304, { ETag: ETAG }).end();
      case 'news':
        return response.writeHead(200, { ETag: '"new"' }).end(body());
      case 'missing':
        return response.writeHead(404).end('Nothing here');
      case 'broken':
        return response.writeHead(500).end('Something is wrong');
      case 'busy':
        pausedUntil.set(response.req.headers.host ?? '', Date.now() + REST_SECONDS * 1_000);
        return response.writeHead(429, { 'Retry-After': String(REST_SECONDS) }).end();
      case 'silent':
        return;
      case 'moved':
      case 'elsewhere': {
        const status = kind === 'moved' ? 301 : 302;
        return response.writeHead(status, { Location: `/moved/${podcast}` }).end();
      }
      case 'page':
        return response.end('<!doctype html><html><body>Buy this domain</body></html>');
      case 'cut off':
        return response.end(body().slice(0, 20_000));
      case 'gone':
        return response.writeHead(410).end();
      case 'hangs up':
        return response.destroy();
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    answered,
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
