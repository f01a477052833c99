import { env } from 'cloudflare:workers';
import { addMinutes, subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { episodes, transcripts } from '../../../schema/tables/episodes.ts';
import type { TranscriptReply } from '../../../schema/wire/episodes.ts';
import { claimTranscript, markUnavailable } from '../../../worker/transcripts/store.ts';
import { hostOrigin, serve, timesAsked } from '../../support/outside.ts';
import { ask, makePerson } from '../../support/people.ts';
import type { Served } from '../../support/podcast-host.ts';
import { db, makeEpisode, makePodcast, vtt, vttLink } from '../../support/podcasts.ts';

const WORDS = ['We hired four people in spring.', 'Two of them came back from a rival.'];

/** An episode whose transcript's host answers as specified. */
async function makeTold(served: Served, fields: Parameters<typeof makeEpisode>[1] = {}) {
  const path = `/${crypto.randomUUID()}.vtt`;
  const { id } = await makePodcast({ title: 'Told' });
  const transcriptLinks = [vttLink(await serve(path, served))];
  return { ...(await makeEpisode(id, { transcriptLinks, ...fields })), path };
}

const pathOf = (episodeId: string) => `/api/podcasts/episodes/${episodeId}/transcript`;

async function stateOf(episodeId: string) {
  const rows = await db.select().from(transcripts).where(eq(transcripts.episodeId, episodeId));
  return rows[0] ?? null;
}

/** Ends the time during which the host isn't asked. */
async function letRetry(episodeId: string) {
  const retryAt = subMinutes(new Date(), 1);
  await db.update(transcripts).set({ retryAt }).where(eq(transcripts.episodeId, episodeId));
}

describe('a transcript', () => {
  test("is fetched from the feed's link, stored in R2, and not fetched again", async () => {
    const episode = await makeTold({ body: vtt(WORDS) }, { title: 'Hiring' });
    const person = await makePerson();
    const reply = await person.ask(pathOf(episode.id));
    expect(reply.status).toBe(200);
    const transcript = await reply.json<TranscriptReply>();
    expect(transcript).toMatchObject({
      title: 'Hiring',
      transcriptUnavailable: false,
      isYoutubeShort: false,
    });
    expect(transcript.lines.map(({ text }) => text).join(' ')).toBe(WORDS.join(' '));
    expect(transcript.lines[0]).toMatchObject({ start: 0, speaker: 'Ada Quist' });
    for (const words of ['Hiring', 'Told', ...WORDS])
      expect(transcript.transcript).toContain(words);
    const kept = await env.TRANSCRIPTS.get(`transcripts/${episode.id}.txt`);
    expect(await kept?.text()).toBe(transcript.transcript);
    const again = await (await makePerson()).ask(pathOf(episode.id));
    expect(await again.json()).toEqual(transcript);
    expect(await timesAsked(episode.path)).toBe(1);
  });

  test('is fetched once for two concurrent requests', async () => {
    const episode = await makeTold({ body: vtt(WORDS), delayMs: 400 });
    const [ada, ben] = [await makePerson(), await makePerson()];
    const replies = await Promise.all([ada.ask(pathOf(episode.id)), ben.ask(pathOf(episode.id))]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = await Promise.all(replies.map((reply) => reply.json()));
    expect(first).toEqual(second);
    expect(await timesAsked(episode.path)).toBe(1);
  });

  test('falls back to the second link', async () => {
    const missing = await serve(`/${crypto.randomUUID()}.json`, { status: 404 });
    const { id } = await makePodcast();
    const there = await serve(`/${crypto.randomUUID()}.vtt`, { body: vtt(WORDS) });
    const json = { ...vttLink(missing), type: 'application/json' };
    const episode = await makeEpisode(id, { transcriptLinks: [json, vttLink(there)] });
    expect((await (await makePerson()).ask(pathOf(episode.id))).status).toBe(200);
  });

  test('is fetched again if it was lost from the bucket', async () => {
    const episode = await makeTold({ body: vtt(WORDS) });
    const person = await makePerson();
    await person.ask(pathOf(episode.id));
    await env.TRANSCRIPTS.delete([
      `transcripts/${episode.id}.txt`,
      `transcripts/${episode.id}.json`,
    ]);
    expect((await person.ask(pathOf(episode.id))).status).toBe(200);
    expect(await timesAsked(episode.path)).toBe(2);
  });

  test('is written again from its lines if only its text was lost', async () => {
    const episode = await makeTold({ body: vtt(WORDS) }, { title: 'Told' });
    const person = await makePerson();
    const before = await (await person.ask(pathOf(episode.id))).json<TranscriptReply>();
    await env.TRANSCRIPTS.delete(`transcripts/${episode.id}.txt`);
    const after = await (await person.ask(pathOf(episode.id))).json<TranscriptReply>();
    const address = `, ${hostOrigin()}${episode.path}`;
    expect(after).toEqual({ ...before, transcript: before.transcript.replace(address, '') });
    expect(await timesAsked(episode.path)).toBe(1);
  });

  test("that doesn't exist is reported, and requested again after a day", async () => {
    const episode = await makeTold({ status: 404 }, { title: 'Silence' });
    const person = await makePerson();
    const reply = await person.ask(pathOf(episode.id));
    expect(reply.status).toBe(404);
    expect(await reply.json()).toEqual({
      error: 'not_found',
      message: "This episode doesn't have a transcript available.",
      title: 'Silence',
      transcriptUnavailable: true,
      isYoutubeShort: false,
    });
    expect((await person.ask(pathOf(episode.id))).status).toBe(404);
    expect(await timesAsked(episode.path)).toBe(1);
    const hours = ((await stateOf(episode.id))?.retryAt?.getTime() ?? 0) - Date.now();
    expect(hours / 3_600_000).toBeCloseTo(24, 1);
    await serve(episode.path, { body: vtt(WORDS) });
    await letRetry(episode.id);
    expect((await person.ask(pathOf(episode.id))).status).toBe(200);
    expect(await stateOf(episode.id)).toMatchObject({ status: 'ready', reason: null });
  });

  test('a host that is briefly down is left alone for half a minute, then asked again', async () => {
    const episode = await makeTold({ status: 503 }, { title: 'Later' });
    const person = await makePerson();
    for (const _ of [1, 2]) {
      const reply = await person.ask(pathOf(episode.id));
      expect(reply.status).toBe(503);
      expect(await reply.json()).toEqual({
        error: 'unavailable',
        message: 'Unable to fetch transcript. Please try again later.',
        title: 'Later',
        transcriptUnavailable: false,
        isYoutubeShort: false,
      });
    }
    expect(await timesAsked(episode.path)).toBe(1);
    const seconds = ((await stateOf(episode.id))?.retryAt?.getTime() ?? 0) - Date.now();
    expect(seconds / 1_000).toBeGreaterThan(10);
    expect(seconds / 1_000).toBeLessThanOrEqual(30);
    await serve(episode.path, { body: vtt(WORDS) });
    await letRetry(episode.id);
    expect((await person.ask(pathOf(episode.id))).status).toBe(200);
  });

  test('is requested from the three best links', async () => {
    const missing = `/${crypto.randomUUID()}`;
    const links = await Promise.all(
      Array.from({ length: 20 }, (_, index) => serve(`${missing}/${index}`, { status: 404 })),
    );
    const { id } = await makePodcast();
    const best = vttLink(await serve(`${missing}/best.vtt`, { status: 404 }));
    const texts = links.map((url) => ({ ...vttLink(url), type: 'text/plain' }));
    const episode = await makeEpisode(id, { transcriptLinks: [...texts, best] });
    expect((await (await makePerson()).ask(pathOf(episode.id))).status).toBe(404);
    const asked = await Promise.all(
      ['best.vtt', 0, 1, 2, 3].map((name) => timesAsked(`${missing}/${name}`)),
    );
    expect(asked).toEqual([1, 1, 1, 0, 0]);
  });

  test("in the podcast's language is preferred", async () => {
    const folder = `/${crypto.randomUUID()}`;
    const link = async (language: string) => ({
      ...vttLink(await serve(`${folder}/${language}.vtt`, { body: vtt([`In ${language}.`]) })),
      language,
    });
    const transcriptLinks = [await link('en'), await link('fr-CA'), await link('de')];
    const { id } = await makePodcast({ language: 'FR-fr' });
    const episode = await makeEpisode(id, { transcriptLinks });
    const reply = await (await makePerson()).ask(pathOf(episode.id));
    expect((await reply.json<TranscriptReply>()).transcript).toContain('In fr-CA.');
    expect(await timesAsked(`${folder}/en.vtt`)).toBe(0);
  });

  test('captions nested deeper than anybody can read count as none', async () => {
    const body = `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<c>'.repeat(60_000)}`;
    const episode = await makeTold({ body });
    const person = await makePerson();
    for (const _ of [1, 2]) expect((await person.ask(pathOf(episode.id))).status).toBe(404);
    expect(await timesAsked(episode.path)).toBe(1);
  });

  test('work of a dead holder is taken over after its lease, not before', async () => {
    const episode = await makeTold({ body: vtt(WORDS) });
    const claim = { episodeId: episode.id, status: 'fetching', checkedAt: new Date() } as const;
    await db.insert(transcripts).values({ ...claim, retryAt: addMinutes(new Date(), 1) });
    const inAMinute = addMinutes(new Date(), 1);
    const isClaimed = await claimTranscript(db, episode.id, inAMinute, { evenIfReady: false });
    expect(isClaimed).toBe(false);
    const waiting = (await makePerson()).ask(pathOf(episode.id));
    await letRetry(episode.id);
    expect((await waiting).status).toBe(200);
    expect(await timesAsked(episode.path)).toBe(1);
  });

  test('a transcript that another worker has stored meanwhile stays', async () => {
    const episode = await makeTold({ body: vtt(WORDS) });
    const reader = await makePerson();
    expect((await reader.ask(pathOf(episode.id))).status).toBe(200);
    await markUnavailable(db, episode.id, null, addMinutes(new Date(), 1));
    expect((await reader.ask(pathOf(episode.id))).status).toBe(200);
  });

  test('of an episode that is deleted meanwhile is not kept', async () => {
    const episode = await makeTold({ isHeld: true });
    const waiting = (await makePerson()).ask(pathOf(episode.id));
    await expect.poll(async () => (await stateOf(episode.id))?.status).toBe('fetching');
    await db.delete(episodes).where(eq(episodes.id, episode.id));
    await serve(episode.path, { body: vtt(WORDS) });
    await waiting;
    const kept = await env.TRANSCRIPTS.list({ prefix: `transcripts/${episode.id}` });
    expect(kept.objects).toEqual([]);
  });

  test('a claim lasts half a minute, so that a dead worker delays nobody for long', async () => {
    const episode = await makeTold({ isHeld: true });
    const waiting = (await makePerson()).ask(pathOf(episode.id));
    await expect.poll(async () => (await stateOf(episode.id))?.status).toBe('fetching');
    const held = ((await stateOf(episode.id))?.retryAt?.getTime() ?? 0) - Date.now();
    expect(held).toBeLessThanOrEqual(30_000);
    await serve(episode.path, { body: vtt(WORDS) });
    expect((await waiting).status).toBe(200);
  });

  test('a file without words counts as none', async () => {
    const episode = await makeTold({ body: 'WEBVTT\n\n' });
    const reply = await (await makePerson()).ask(pathOf(episode.id));
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ transcriptUnavailable: true });
  });

  test("of a YouTube Short doesn't exist and isn't requested", async () => {
    const episode = await makeTold({ body: vtt(WORDS) }, { isYoutubeShort: true });
    const reply = await (await makePerson()).ask(pathOf(episode.id));
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ transcriptUnavailable: true, isYoutubeShort: true });
    expect(await timesAsked(episode.path)).toBe(0);
  });

  test.each([
    ['vtt', 'text/vtt', /^WEBVTT\n/],
    ['srt', 'application/x-subrip', /^1\n00:00:00,000 --> /],
    ['json', 'application/json', /^\{"version":"1\.0\.0","segments":\[/],
    ['txt', 'text/plain', /^100 % – für Ämter \(Ada's \*best\*\)\n/],
  ])('is available as a file: %s', async (format, type, beginning) => {
    const title = "100 % – für Ämter (Ada's *best*)";
    const episode = await makeTold({ body: vtt(WORDS) }, { title });
    const person = await makePerson();
    const reply = await person.ask(`${pathOf(episode.id)}?format=${format}`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toBe(`${type}; charset=utf-8`);
    const named = reply.headers.get('Content-Disposition') ?? '';
    expect(named).toContain('attachment');
    const [, encoded = ''] = named.split("UTF-8''");
    expect(decodeURIComponent(encoded)).toBe(`transcript-${title}.${format}`);
    // The signs of RFC 5987.
    expect(encoded).toMatch(/^[\w%.~!$&+^`|-]+$/);
    const text = await reply.text();
    expect(text).toMatch(beginning);
    for (const words of WORDS) expect(text).toContain(words);
  });

  test("without times isn't available as captions, and says so", async () => {
    const episode = await makeTold({ body: WORDS.join('\n\n') });
    const person = await makePerson();
    const statuses: number[] = [];
    for (const format of ['txt', 'json', 'vtt', 'srt', 'docx']) {
      statuses.push((await person.ask(`${pathOf(episode.id)}?format=${format}`)).status);
    }
    expect(statuses).toEqual([200, 200, 409, 409, 400]);
  });

  test('of an unknown or malformed id is not found', async () => {
    const person = await makePerson();
    for (const id of [crypto.randomUUID(), '17']) {
      const reply = await person.ask(pathOf(id));
      expect(reply.status).toBe(404);
      expect(await reply.json()).not.toHaveProperty('transcriptUnavailable');
    }
  });

  test('requires a login', async () => {
    const episode = await makeTold({ body: vtt(WORDS) });
    const reply = await ask(pathOf(episode.id));
    expect(reply.status).toBe(401);
    expect(await reply.json()).toMatchObject({
      message: 'You need to be logged in to use this feature. Please log in and try again.',
    });
    expect(await timesAsked(episode.path)).toBe(0);
  });
});
