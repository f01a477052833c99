/** The sample podcasts as they are served: feeds, transcripts, chapters and audio. */
import { parseFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRepresentation } from '../../../worker/operator/samples/addresses.ts';
import { measureWav, readWav } from '../../../worker/operator/samples/audio.ts';
import type { LoopbackServer } from '../../../worker/operator/samples/loopback-server.ts';
import { parseRange } from '../../../worker/operator/samples/range.ts';
import { startSampler } from '../../../worker/operator/samples/serve.ts';
import { type Episode, loadShows, type Show } from '../../../worker/operator/samples/shows.ts';
import type { Timeline } from '../../../worker/operator/samples/timing.ts';

const NOW = new Date('2026-03-05T23:59:59Z');

const TYPES = { vtt: 'text/vtt', srt: 'application/x-subrip', json: 'application/json' };

const shows = loadShows();

const marketing = shows.find((show) => show.slug === 'marketing') as Show;

function timelineOf(episode: Episode | undefined): Timeline {
  if (!episode?.timeline) throw new Error('an episode without sound');
  return episode.timeline;
}

function readBytes(timeline: Timeline, start = 0, end = measureWav(timeline)): Buffer {
  return Buffer.concat([...readWav(timeline, start, end)]);
}

describe('the audio', () => {
  const timeline = timelineOf(marketing.episodes[0]);
  const whole = readBytes(timeline);

  test('is a WAV file whose header states its exact length', () => {
    expect(whole.length).toBe(44 + timeline.durationMs * 8);
    expect(whole.toString('latin1', 0, 4)).toBe('RIFF');
    expect(whole.readUInt32LE(4)).toBe(whole.length - 8);
    expect(whole.readUInt32LE(24)).toBe(8_000);
    expect(whole.readUInt32LE(40)).toBe(whole.length - 44);
  });

  test('murmurs during speech and is silent in between', () => {
    const cue = timeline.cues[0];
    const sound = whole.subarray(44);
    const during = sound.subarray((cue?.startMs ?? 0) * 8, (cue?.endMs ?? 0) * 8);
    expect(Math.max(...during)).toBeGreaterThan(145);
    expect(sound.subarray(0, (cue?.startMs ?? 0) * 8).every((level) => level === 128)).toBe(true);
  });

  test('any range equals the same part of the whole', () => {
    const { length } = whole;
    const parts = [
      [0, 1],
      [0, 44],
      [43, 45],
      [44, 44 + 65_536],
      [1_000_001, 1_200_007],
      [length - 3, length],
    ] as const;
    for (const [start, end] of parts) {
      const part = readBytes(timeline, start, end);
      expect(part.equals(whole.subarray(start, end)), `${start}-${end}`).toBe(true);
    }
  });

  test('ranges are read as HTTP defines them', () => {
    expect(parseRange('bytes=0-0', 10)).toEqual({ start: 0, end: 1 });
    expect(parseRange('bytes=4-', 10)).toEqual({ start: 4, end: 10 });
    expect(parseRange('bytes=-4', 10)).toEqual({ start: 6, end: 10 });
    expect(parseRange('bytes=-40', 10)).toEqual({ start: 0, end: 10 });
    expect(parseRange('bytes=4-99', 10)).toEqual({ start: 4, end: 10 });
    expect(parseRange('bytes=10-', 10)).toBe('unsatisfiable');
    expect(parseRange('bytes=-0', 10)).toBe('unsatisfiable');
    for (const header of [undefined, 'bytes=-', 'bytes=5-4', 'bytes=0-1,3-4', 'lines=1-2']) {
      expect(parseRange(header, 10), header).toBeNull();
    }
  });
});

describe('the server', () => {
  let sampler: LoopbackServer;
  const get = (path: string, init?: RequestInit) => fetch(sampler.origin + path, init);

  beforeAll(async () => {
    sampler = await startSampler({ port: 0, now: () => NOW });
  });
  afterAll(() => sampler.close());

  test.each(shows)('$title is a feed without broken links', async (show) => {
    const reply = await get(`/${show.slug}/feed.xml`);
    expect(reply.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const parsed = parseFeed(await reply.text());
    if (parsed.format !== 'rss') throw new Error(`read as ${parsed.format}`);
    const { feed } = parsed;
    expect(feed).toMatchObject({ title: show.title, language: 'en' });
    expect(feed).toMatchObject({ description: show.description, itunes: { author: show.author } });
    const addresses = [feed.itunes?.image, feed.image?.url];
    expect(feed.items).toHaveLength(show.episodes.length);
    for (const [index, item] of (feed.items ?? []).entries()) {
      const episode = show.episodes[index] as Episode;
      expect(item.title).toBe(episode.title);
      expect(item.description).toBe(episode.description);
      expect(item.guid?.value).toBe(`dripcast-sampler:${show.slug}:${episode.slug}`);
      expect(item.guid?.isPermaLink).toBe(false);
      const ageMs = NOW.getTime() - Date.parse(String(item.pubDate));
      expect(ageMs).toBeGreaterThan(0);
      expect(ageMs).toBeLessThan(7 * 86_400_000);
      const enclosure = item.enclosures?.[0];
      const transcript = item.podcast?.transcripts?.[0];
      expect(enclosure?.type).toBe(episode.timeline ? 'audio/wav' : undefined);
      expect(enclosure?.length).toBe(episode.timeline ? measureWav(episode.timeline) : undefined);
      expect(transcript?.type).toBe(
        episode.transcript === 'none' ? undefined : TYPES[episode.transcript],
      );
      addresses.push(enclosure?.url, transcript?.url, item.podcast?.chapters?.url);
      if (!episode.link) addresses.push(item.link);
    }
    for (const address of addresses.filter((url) => url !== undefined)) {
      const found = await fetch(address, { method: 'HEAD' });
      expect(found.status, address).toBe(200);
      expect(Number(found.headers.get('content-length')), address).toBeGreaterThan(0);
    }
  });

  test('an unchanged feed is answered with 304, a changed one in full', async () => {
    const first = await get('/hr/feed.xml');
    await first.text();
    const etag = first.headers.get('etag') ?? '';
    const again = await get('/hr/feed.xml', { headers: { 'If-None-Match': `"x", W/${etag}` } });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    expect(await again.text()).toBe('');
    const other = await get('/law/feed.xml', { headers: { 'If-None-Match': etag } });
    expect(other.status).toBe(200);
    await other.text();
  });

  test('a feed stays the same all day and moves on with the next', () => {
    const tag = (now: string) =>
      findRepresentation(shows, '/law/feed.xml', { origin: 'http://x', now: new Date(now) })?.etag;
    expect(tag('2026-03-05T00:00:00Z')).toBe(tag('2026-03-05T23:59:59Z'));
    expect(tag('2026-03-05T00:00:00Z')).not.toBe(tag('2026-03-06T00:00:00Z'));
  });

  test('the transcript in JSON has segments, and the chapters have times', async () => {
    const slug = marketing.episodes.find((episode) => episode.transcript === 'json')?.slug;
    const transcript = await (await get(`/marketing/${slug}.json`)).json();
    const first = expect.objectContaining({ speaker: marketing.host, startTime: 0.5 });
    const segments = expect.arrayContaining([first]);
    expect(transcript).toMatchObject({ version: '1.0.0', segments });
    const outline = await (await get(`/marketing/${slug}.chapters.json`)).json();
    const chapters = expect.arrayContaining([expect.objectContaining({ startTime: 0 })]);
    expect(outline).toMatchObject({ version: '1.2.0', podcastName: marketing.title, chapters });
  });

  test('audio is sent in ranges', async () => {
    const episode = marketing.episodes[0];
    const timeline = timelineOf(episode);
    const size = measureWav(timeline);
    const path = `/marketing/${episode?.slug}.wav`;
    const part = await get(path, { headers: { Range: 'bytes=40-99999' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 40-99999/${size}`);
    const bytes = Buffer.from(await part.arrayBuffer());
    expect(bytes.equals(readBytes(timeline, 40, 100_000))).toBe(true);
    const beyond = await get(path, { headers: { Range: `bytes=${size}-` } });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${size}`);
    await beyond.text();
    const stale = await get(path, { headers: { Range: 'bytes=0-9', 'If-Range': '"old"' } });
    expect(stale.status).toBe(200);
    expect((await stale.arrayBuffer()).byteLength).toBe(size);
  });

  test('missing paths are 404, other methods are 405', async () => {
    const silent = marketing.episodes.find((episode) => !episode.timeline)?.slug;
    for (const path of [
      '/none',
      '/hr/nothing.wav',
      `/marketing/${silent}.wav`,
      '//',
      '/hr/',
      '/HR/feed.xml',
    ]) {
      const reply = await get(path);
      expect(reply.status, path).toBe(404);
      expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await reply.text()).toBe('Not found\n');
    }
    const post = await get('/', { method: 'POST', body: 'x' });
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET, HEAD');
    await post.text();
  });

  test('the front page lists every show', async () => {
    const page = await (await get('/')).text();
    for (const show of shows) expect(page).toContain(`href="/${show.slug}/feed.xml"`);
  });
});
