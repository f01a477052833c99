import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchOutside } from '../../../worker/platform/outbound/fetch-outside.ts';
import { fetchTranscript } from '../../../worker/transcripts/fetch-transcript.ts';

/** Stands in for the podcast's host and for YouTube, which is asked by its own name. */
let server: Server;
let origin: string;
let answers: Record<string, string | number> = {};
let asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '', origin).pathname;
    asked.push(path);
    const answer = answers[path] ?? 404;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  answers = {};
  asked = [];
});

function fetchFor(episode: { links?: string[]; language?: string | null; video?: string | null }) {
  const { links = [], language = null, video = 'abcdefghijk' } = episode;
  return fetchTranscript(
    (url, options) =>
      fetchOutside(url.replace('https://www.youtube.com', origin), {
        ...options,
        allowLoopback: true,
      }),
    {
      id: 'one',
      language,
      youtubeVideoId: video,
      transcriptLinks: links.map((path) => ({
        url: origin + path,
        type: '',
        language: null,
        rel: null,
      })),
    },
    { asYoutubeApp: true },
  );
}

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nFrom the feed.\n';
const json3 = (utf8: string) => JSON.stringify({ events: [{ tStartMs: 0, segs: [{ utf8 }] }] });
const watchPage = (player: unknown) =>
  `<html><script>var ytInitialPlayerResponse = ${JSON.stringify(player)};</script></html>`;
const withTracks = (...languages: string[]) =>
  watchPage({
    playabilityStatus: { status: 'OK' },
    captions: {
      playerCaptionsTracklistRenderer: {
        captionTracks: languages.map((languageCode) => ({
          baseUrl: `/captions/${languageCode}`,
          languageCode,
        })),
      },
    },
  });

it('the feed comes first, YouTube only if needed', async () => {
  answers = { '/a.vtt': VTT, '/watch': withTracks('en') };
  const fetched = await fetchFor({ links: ['/a.vtt'] });
  expect(fetched).toMatchObject({ status: 'ready', transcript: { source: 'feed' } });
  expect(asked).toEqual(['/a.vtt']);
});

it.each([
  ['fr', 'fr'],
  ['FR-ca', 'fr'],
  ['it', 'en'],
  [null, 'en'],
])('YouTube is asked for captions in the language of the podcast: %s', async (language, track) => {
  answers = {
    '/watch': withTracks('de', 'en', 'fr'),
    [`/captions/${track}`]: json3(`In ${track}.`),
  };
  expect(await fetchFor({ links: ['/gone.vtt'], language })).toMatchObject({
    status: 'ready',
    transcript: { source: 'youtube', language: track, lines: [{ text: `In ${track}.` }] },
  });
});

it('a refusal by YouTube is temporary, disabled captions are not', async () => {
  answers = { '/watch': 429 };
  expect(await fetchFor({})).toMatchObject({ status: 'unavailable', isTemporary: true });
  answers = { '/watch': '<html><div class="g-recaptcha"></div></html>' };
  expect(await fetchFor({})).toMatchObject({ status: 'unavailable', isTemporary: true });
  const page = '<!DOCTYPE html><html><body>Before you continue to YouTube</body></html>';
  answers = { '/watch': withTracks('en'), '/captions/en': page };
  expect(await fetchFor({})).toMatchObject({ status: 'unavailable', isTemporary: true });
  answers = { '/watch': withTracks() };
  expect(await fetchFor({})).toMatchObject({ status: 'unavailable', isTemporary: false });
});

it('a page that says that a file is gone is not a transcript', async () => {
  const page = '<!doctype html>\n<html><body><h1>Not found</h1></body></html>';
  const strict = `<?xml version="1.0" encoding="utf-8"?>\n${page}`;
  answers = { '/a.vtt': page, '/b.json': strict, '/c.srt': VTT };
  const fetched = await fetchFor({ links: ['/a.vtt', '/b.json', '/c.srt'], video: null });
  expect(fetched).toMatchObject({ transcript: { lines: [{ text: 'From the feed.' }] } });
  answers = { '/a.html': page.replace('Not found', '<cite>Ada:</cite> <p>Found.</p>') };
  const html = await fetchFor({ links: ['/a.html'], video: null });
  expect(html).toMatchObject({ transcript: { lines: [{ speaker: 'Ada', text: 'Found.' }] } });
});

it("is decoded as the reply says, also where the feed declares the file's type", async () => {
  // こんにちは
  const body = Uint8Array.of(0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd);
  const headers = new Headers({ 'Content-Type': 'text/plain; charset=Shift_JIS' });
  const url = 'https://example.org/words';
  const link = { url, type: 'text/plain', language: 'ja', rel: null };
  const fetched = await fetchTranscript(
    async () => ({ status: 200, headers, body, isWhole: true, url, permanentUrl: null }),
    { id: 'one', language: null, youtubeVideoId: null, transcriptLinks: [link] },
    { asYoutubeApp: false },
  );
  expect(fetched).toMatchObject({ transcript: { lines: [{ text: 'こんにちは' }] } });
});

it('a refusal by YouTube outweighs the missing transcript of the feed', async () => {
  answers = { '/watch': 403 };
  const refused = await fetchFor({ links: ['/gone.vtt'] });
  expect(refused).toMatchObject({ status: 'unavailable', isTemporary: true });
  expect(refused).not.toHaveProperty('mayLinksRecover', true);
  answers = { '/busy.vtt': 503, '/watch': withTracks() };
  expect(await fetchFor({ links: ['/busy.vtt'] })).toMatchObject({
    isTemporary: true,
    mayLinksRecover: true,
  });
});

it('tries a link of an unknown kind last', async () => {
  await fetchFor({ links: ['/words.docx', '/a.txt', '/a.vtt'], video: null });
  expect(asked).toEqual(['/a.vtt', '/a.txt', '/words.docx']);
});

describe('a fetch', () => {
  const links = ['/a.vtt', '/b.vtt'].map((path) => ({
    url: `https://slow.test${path}`,
    type: '',
    language: null,
    rel: null,
  }));
  const episode = { id: 'one', language: null, youtubeVideoId: null, transcriptLinks: links };

  it('stops waiting for a slow host after a minute, and asks for nothing more', async () => {
    vi.useFakeTimers();
    try {
      const slow = vi.fn(() => new Promise<never>(() => {}));
      const fetched = fetchTranscript(slow, episode, { asYoutubeApp: false });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await fetched).toMatchObject({ status: 'unavailable', isTemporary: true });
      expect(slow).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('passes on an error of our own', async () => {
    const broken = () => Promise.reject(new TypeError('ours'));
    await expect(fetchTranscript(broken, episode, { asYoutubeApp: false })).rejects.toThrow('ours');
  });
});

it('makes no request without a source', async () => {
  expect(await fetchFor({ video: null })).toMatchObject({ isTemporary: false });
  expect(asked).toEqual([]);
});
