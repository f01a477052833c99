import { parseFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRepresentation } from '../../../worker/operator/samples/addresses.ts';
import { measureWav, readWav } from '../../../worker/operator/samples/audio.ts';
import { renderSrt, renderVtt } from '../../../worker/operator/samples/captions.ts';
import { cutIntoCues, MAX_CUE_WORDS, wrapCue } from '../../../worker/operator/samples/cue-cuts.ts';
import type { LoopbackServer } from '../../../worker/operator/samples/loopback-server.ts';
import { parseRange } from '../../../worker/operator/samples/range.ts';
import { countWords, parseScript } from '../../../worker/operator/samples/script.ts';
import { startSampler } from '../../../worker/operator/samples/serve.ts';
import { type Episode, loadShows, type Show } from '../../../worker/operator/samples/shows.ts';
import { type Timeline, timeScript } from '../../../worker/operator/samples/timing.ts';
import { element, escapeXml } from '../../../worker/operator/samples/xml.ts';

const NOW = new Date('2026-03-05T23:59:59Z');
const TYPES = { vtt: 'text/vtt', srt: 'application/x-subrip', json: 'application/json' };

const shows = loadShows();
const marketing = shows.find((show) => show.slug === 'marketing') as Show;
const spoken = shows.flatMap((show) =>
  show.episodes
    .filter((episode) => episode.transcript !== 'none')
    .map((episode) => ({ name: `${show.slug}/${episode.slug}`, show, episode })),
);

function timelineOf(episode: Episode | undefined): Timeline {
  if (!episode?.timeline) throw new Error('an episode without sound');
  return episode.timeline;
}

function readBytes(timeline: Timeline, start = 0, end = measureWav(timeline)): Buffer {
  return Buffer.concat([...readWav(timeline, start, end)]);
}

describe('the scripts', () => {
  test('there are five shows, each with its three transcripts', () => {
    const categories = shows.map((show) => show.category).toSorted();
    expect(categories).toEqual(['Finance', 'HR', 'Health', 'Law', 'Marketing']);
    for (const show of shows) {
      expect(show.title).toBe(`Dripcast Sampler: ${show.category}`);
      const links = show.episodes
        .filter((episode) => episode.transcript !== 'none')
        .map((episode) => [episode.daysAgo, episode.transcript]);
      expect(links, show.title).toEqual([
        [1, 'vtt'],
        [3, 'srt'],
        [6, 'json'],
      ]);
    }
  });

  test('Marketing also has an episode without transcript and a YouTube short', () => {
    const extras = marketing.episodes.filter((episode) => episode.transcript === 'none');
    expect(extras.map((episode) => [episode.daysAgo, episode.timeline !== null])).toEqual([
      [2, true],
      [4, false],
    ]);
    expect(extras[1]?.link).toMatch(/^https:\/\/www\.youtube\.com\/shorts\/[\w-]{11}$/);
  });

  test.each(spoken)('$name is a conversation of about ten minutes', ({ show, episode }) => {
    const turns = episode.chapters.flatMap((chapter) => chapter.turns);
    const words = countWords(turns.map((turn) => turn.text).join(' '));
    expect(words).toBeGreaterThanOrEqual(1_400);
    expect(words).toBeLessThanOrEqual(1_700);
    expect(episode.chapters.length).toBeGreaterThanOrEqual(4);
    expect(episode.chapters.length).toBeLessThanOrEqual(6);
    const speakers = [...new Set(turns.map((turn) => turn.speaker))];
    expect(speakers[0]).toBe(show.host);
    expect(speakers.length).toBeGreaterThanOrEqual(2);
    expect(speakers.length).toBeLessThanOrEqual(3);
  });

  test('an invalid script is refused with its name', () => {
    const head = 'title: A\ndescription: B\ndaysAgo: 1\ntranscript: vtt\n';
    const refuse = (text: string) => expect(() => parseScript(text, 'a.txt'));
    refuse(head).toThrow(/a\.txt: expected one line/);
    refuse(`${head}mood: good\n---\n`).toThrow(/'mood: good'/);
    refuse('title: A\n---\n').toThrow(/lacks 'daysAgo'/);
    refuse(`${head}---\n## One\nno speaker here`).toThrow(/no speaker/);
    refuse(`${head}---\nAda Byron: Hello.`).toThrow(/before the first chapter/);
    refuse(`${head}---\n## One\n## Two\nAda Byron: Hello.`).toThrow(/nobody speaks in 'One'/);
  });
});

describe('the timing', () => {
  test.each(spoken)('$name runs forward and says every word', ({ episode }) => {
    const timeline = timelineOf(episode);
    let clockMs = 0;
    for (const cue of timeline.cues) {
      expect(cue.startMs).toBeGreaterThanOrEqual(clockMs);
      expect(cue.endMs).toBeGreaterThan(cue.startMs);
      expect(cue.text.split(' ').length).toBeLessThanOrEqual(MAX_CUE_WORDS);
      expect(wrapCue(cue.text).split('\n').length).toBeLessThanOrEqual(2);
      clockMs = cue.endMs;
    }
    expect(timeline.durationMs).toBeGreaterThan(clockMs);
    const starts = timeline.chapters.map((chapter) => chapter.startMs);
    expect(starts[0]).toBe(0);
    expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b));
    const turns = episode.chapters.flatMap((chapter) => chapter.turns);
    expect(timeline.cues.map((cue) => cue.text).join(' ')).toBe(
      turns.map((turn) => turn.text).join(' '),
    );
  });

  test('cues end where sentences and clauses do', () => {
    expect(
      cutIntoCues('Yes. It grew by 3.5 percent last year, and nobody at Dr. Adler’s firm saw why.'),
    ).toEqual([
      'Yes. It grew by 3.5 percent last year,',
      'and nobody at Dr. Adler’s firm saw why.',
    ]);
    const endless = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
    expect(cutIntoCues(endless).join(' ')).toBe(endless);
    expect(cutIntoCues('One thing — only one — matters.')).toEqual([
      'One thing — only one — matters.',
    ]);
  });
});

describe('captions', () => {
  const script = parseScript(
    'title: A\ndescription: B\ndaysAgo: 1\ntranscript: vtt\n---\n## One\n' +
      'Ada Byron: Q&A is < 1 hour. That surprises most people I know.\n\nBo Li: It does.',
    'a.txt',
  );
  const timeline = timeScript(script) as Timeline;

  test('WebVTT names the voice of each cue and escapes its text', () => {
    expect(renderVtt(timeline)).toBe(
      'WEBVTT\n\n00:00:00.500 --> 00:00:02.100\n<v Ada Byron>Q&amp;A is &lt; 1 hour.\n\n' +
        '00:00:02.100 --> 00:00:04.500\n<v Ada Byron>That surprises most people I know.\n\n' +
        '00:00:04.950 --> 00:00:05.750\n<v Bo Li>It does.\n',
    );
  });

  test('SubRip names the speaker at the start of a turn', () => {
    expect(renderSrt(timeline)).toBe(
      '1\n00:00:00,500 --> 00:00:02,100\nAda Byron: Q&A is < 1 hour.\n\n' +
        '2\n00:00:02,100 --> 00:00:04,500\nThat surprises most people I know.\n\n' +
        '3\n00:00:04,950 --> 00:00:05,750\nBo Li: It does.\n',
    );
  });
});

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

describe('markup', () => {
  test("text is escaped and characters that XML doesn't allow are dropped", () => {
    expect(escapeXml(`<a href="x">R&D's\u0000\ud800 \u{1f4a7}</a>`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;R&amp;D&#39;s \u{1f4a7}&lt;/a&gt;',
    );
    expect(element('a', { b: '"', c: undefined }, element('i'), '<', null).markup).toBe(
      '<a b="&quot;"><i/>&lt;</a>',
    );
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
