import { addHours, addYears, subDays, subMinutes } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { fetchWindows, transcripts } from '../../../schema/tables/episodes.ts';
import { generations, insights } from '../../../schema/tables/insights.ts';
import type { EpisodesByPodcast } from '../../../schema/wire/episodes.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast, subscribe, vttLink } from '../../support/podcasts.ts';

const recent = async (person: Person) =>
  (await person.ask('/api/podcasts/recent-episodes')).json<EpisodesByPodcast>();

async function makeListener() {
  const person = await makePerson();
  const podcast = await makePodcast();
  await subscribe(person.id, podcast.id);
  return { person, podcast };
}

describe('recent episodes', () => {
  test('are listed by podcast title, newest first', async () => {
    const { person, podcast } = await makeListener();
    const old = await makeEpisode(podcast.id, { publishedAt: subDays(new Date(), 9) });
    const young = await makeEpisode(podcast.id, { publishedAt: subDays(new Date(), 1) });
    const groups = await recent(person);
    expect(Object.keys(groups)).toEqual([podcast.title]);
    expect(groups[podcast.title]?.map(({ id }) => id)).toEqual([young.id, old.id]);
  });

  test('contain everything their row shows', async () => {
    const { person, podcast } = await makeListener();
    const episode = await makeEpisode(podcast.id, {
      durationSeconds: 630,
      audioUrl: 'https://sound.test/1.mp3',
      link: 'https://pages.test/1',
      transcriptLinks: [vttLink('https://words.test/1.vtt')],
    });
    expect((await recent(person))[podcast.title]).toEqual([
      {
        id: episode.id,
        podcastId: podcast.id,
        title: episode.title,
        publishedAt: episode.publishedAt?.toISOString(),
        durationSeconds: 630,
        type: 'full',
        number: null,
        season: null,
        explicit: null,
        isYoutubeShort: false,
        transcriptUnavailable: false,
        hasInsights: false,
        audioUrl: 'https://sound.test/1.mp3',
        youtubeVideoId: null,
        link: 'https://pages.test/1',
      },
    ]);
  });

  test('mark shorts, missing transcripts and existing insights', async () => {
    const { person, podcast } = await makeListener();
    const links = [vttLink('https://words.test/1.vtt')];
    const short = await makeEpisode(podcast.id, { isYoutubeShort: true, transcriptLinks: links });
    const silent = await makeEpisode(podcast.id);
    const missing = await makeEpisode(podcast.id, { transcriptLinks: links });
    const read = await makeEpisode(podcast.id, { transcriptLinks: links });
    const now = new Date();
    await db
      .insert(transcripts)
      .values({ episodeId: missing.id, status: 'unavailable', reason: 'None.', checkedAt: now });
    const insightId = crypto.randomUUID();
    await db.insert(insights).values({
      id: insightId,
      episodeId: read.id,
      kind: 'embedded',
      model: 'embedded',
      profileKey: '',
      insight: 'It says.',
    });
    const generation = {
      episodeId: read.id,
      insightId,
      status: 'done',
      isCharged: true,
      takenAt: now,
    } as const;
    await db.insert(generations).values({ userId: person.id, ...generation });
    const listed = (await recent(person))[podcast.title] ?? [];
    const of = (id: string) => listed.find((episode) => episode.id === id);
    expect(of(short.id)).toMatchObject({ isYoutubeShort: true, transcriptUnavailable: true });
    expect(of(silent.id)).toMatchObject({ transcriptUnavailable: true });
    expect(of(missing.id)).toMatchObject({ transcriptUnavailable: true });
    expect(of(read.id)).toMatchObject({ transcriptUnavailable: false, hasInsights: true });
    const other = await makePerson();
    await subscribe(other.id, podcast.id);
    const seenByOther = (await recent(other))[podcast.title];
    expect(seenByOther?.some(({ hasInsights }) => hasInsights)).toBe(false);
  });

  test('without a transcript can be asked for it again after a day', async () => {
    const { person, podcast } = await makeListener();
    const transcriptLinks = [vttLink('https://words.test/1.vtt')];
    const episode = await makeEpisode(podcast.id, { transcriptLinks });
    const now = new Date();
    const retryAt = addHours(now, 1);
    const missing = { status: 'unavailable', reason: 'None.', retryAt, checkedAt: now } as const;
    await db.insert(transcripts).values({ ...missing, episodeId: episode.id });
    const isMissing = async (changes: { reason?: null; retryAt?: Date }) => {
      await db
        .update(transcripts)
        .set({ ...missing, ...changes })
        .where(eq(transcripts.episodeId, episode.id));
      return (await recent(person))[podcast.title]?.[0]?.transcriptUnavailable;
    };
    expect(await isMissing({})).toBe(true);
    expect(await isMissing({ retryAt: subMinutes(now, 1) })).toBe(false);
    // It was temporarily unavailable.
    expect(await isMissing({ reason: null })).toBe(false);
  });

  test('with a future date are sorted by when they were first seen, undated ones last', async () => {
    const { person, podcast } = await makeListener();
    const now = new Date();
    const undated = await makeEpisode(podcast.id, { publishedAt: null });
    const future = { publishedAt: addYears(now, 70), createdAt: subDays(now, 5) };
    const typo = await makeEpisode(podcast.id, future);
    const old = await makeEpisode(podcast.id, { publishedAt: subDays(now, 9) });
    const young = await makeEpisode(podcast.id, { publishedAt: subDays(now, 1) });
    const listed = (await recent(person))[podcast.title];
    expect(listed?.map(({ id }) => id)).toEqual([young.id, typo.id, old.id, undated.id]);
  });

  test('with a future date never stand first, not even in a feed read for the first time', async () => {
    const { person, podcast } = await makeListener();
    const now = new Date();
    const typo = await makeEpisode(podcast.id, { publishedAt: addYears(now, 70), createdAt: now });
    const old = await makeEpisode(podcast.id, { publishedAt: subDays(now, 9), createdAt: now });
    const young = await makeEpisode(podcast.id, { publishedAt: subDays(now, 2), createdAt: now });
    const trailer = await makeEpisode(podcast.id, {
      type: 'trailer',
      publishedAt: subDays(now, 1),
      createdAt: now,
    });
    const listed = (await recent(person))[podcast.title];
    expect(listed?.map(({ id }) => id)).toEqual([young.id, typo.id, old.id, trailer.id]);
  });

  test('contain the newest ten of each podcast', async () => {
    const { person, podcast } = await makeListener();
    for (let day = 1; day <= 12; day++) {
      await makeEpisode(podcast.id, { publishedAt: subDays(new Date(), day), title: `Day ${day}` });
    }
    const titles = (await recent(person))[podcast.title]?.map(({ title }) => title);
    expect(titles).toEqual(Array.from({ length: 10 }, (_, index) => `Day ${index + 1}`));
  });

  test('podcasts with the same title stay separate', async () => {
    const person = await makePerson();
    for (const title of ['Twins', 'constructor', '__proto__']) {
      for (const host of ['Ben', 'Ben', 'Ben']) {
        const podcast = await makePodcast({ title, host });
        await subscribe(person.id, podcast.id);
        await makeEpisode(podcast.id);
      }
    }
    const groups = await recent(person);
    expect(Object.values(groups).map((group) => group.length)).toEqual(Array(9).fill(1));
    expect(Object.keys(groups)).toEqual(
      expect.arrayContaining(['Twins', 'Twins (Ben) 2', 'constructor', '__proto__']),
    );
  });

  test('come from subscriptions only', async () => {
    const { podcast } = await makeListener();
    await makeEpisode(podcast.id);
    expect(await recent(await makePerson())).toEqual({});
  });

  test('require a login', async () => {
    expect((await ask('/api/podcasts/recent-episodes')).status).toBe(401);
  });
});

describe('the fetch window', () => {
  const status = async (person: Person) => (await person.ask('/api/podcasts/cache-status')).json();

  test('is open before the first fetch', async () => {
    expect(await status(await makePerson())).toEqual({ nextFetchWindow: null, feeds: [] });
  });

  test('says when it opens, and is open afterwards', async () => {
    const person = await makePerson();
    const nextFetchAt = addHours(new Date(), 5);
    await db.insert(fetchWindows).values({ userId: person.id, nextFetchAt });
    expect(await status(person)).toEqual({
      nextFetchWindow: nextFetchAt.toISOString(),
      feeds: [],
    });
    await db.update(fetchWindows).set({ nextFetchAt: subDays(new Date(), 1) });
    expect(await status(person)).toEqual({ nextFetchWindow: null, feeds: [] });
  });

  test('requires a login', async () => {
    expect((await ask('/api/podcasts/cache-status')).status).toBe(401);
  });
});
