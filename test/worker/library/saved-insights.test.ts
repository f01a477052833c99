import { subDays } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { savedInsights } from '../../../schema/tables/library.ts';
import type { PodcastGroup, SavedInsight } from '../../../schema/wire/library.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast } from '../../support/podcasts.ts';

const PATH = '/api/user/insights';

const library = async (person: Person) =>
  (await (await person.ask(PATH)).json<{ podcastGroups: PodcastGroup[] }>()).podcastGroups;

const save = (person: Person, episodeId: string, insight: string) =>
  person.send('POST', PATH, { episodeId, insight });

async function makeReader() {
  const person = await makePerson();
  const podcast = await makePodcast();
  const episode = await makeEpisode(podcast.id);
  return { person, podcast, episode };
}

describe('saving an insight', () => {
  test('stores it, and the library shows it as HTML under its podcast', async () => {
    const { person, podcast, episode } = await makeReader();
    const before = Date.now();
    const reply = await save(person, episode.id, '**Hire** slowly [12:34]');
    expect(reply.status).toBe(201);
    const saved = await reply.json<SavedInsight>();
    expect(saved).toEqual({
      id: saved.id,
      episodeId: episode.id,
      episodeTitle: episode.title,
      insight: '<p><strong>Hire</strong> slowly [12:34]</p>',
      userNotes: null,
      tags: [],
      generatedAt: saved.generatedAt,
      isYoutubeShort: false,
      isPlayable: false,
    });
    expect(Date.parse(saved.generatedAt)).toBeGreaterThanOrEqual(before);
    expect(await library(person)).toEqual([
      {
        podcastId: podcast.id,
        podcastTitle: podcast.title,
        isSources: false,
        total: 1,
        insights: [saved],
      },
    ]);
  });

  test('says whether its episode can be played', async () => {
    const { person, podcast } = await makeReader();
    for (const [sound, isPlayable] of [
      [{ audioUrl: 'https://sound.test/heard.mp3' }, true],
      [{ youtubeVideoId: 'dQw4w9WgXcQ' }, true],
      [{}, false],
    ] as const) {
      const { id } = await makeEpisode(podcast.id, sound);
      expect(await (await save(person, id, 'Hire slowly')).json()).toMatchObject({ isPlayable });
      const listed = (await library(person)).flatMap(({ insights }) => insights);
      expect(listed.find(({ episodeId }) => episodeId === id)).toMatchObject({ isPlayable });
    }
  });

  test('the same text of the same episode twice is one row', async () => {
    const { person, episode } = await makeReader();
    const first = await (await save(person, episode.id, 'Hire slowly')).json<SavedInsight>();
    const again = await save(person, episode.id, 'Hire slowly\n');
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(first);
    const replies = await Promise.all([
      save(person, episode.id, 'At once'),
      save(person, episode.id, 'At once'),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect((await library(person))[0]?.insights).toHaveLength(2);
  });

  test('the same text of another episode or user is a separate row', async () => {
    const { person, podcast, episode } = await makeReader();
    const other = await makeEpisode(podcast.id);
    const stranger = await makePerson();
    expect((await save(person, episode.id, 'Same')).status).toBe(201);
    expect((await save(person, other.id, 'Same')).status).toBe(201);
    expect((await save(stranger, episode.id, 'Same')).status).toBe(201);
    expect((await library(person))[0]?.insights).toHaveLength(2);
    expect((await library(stranger))[0]?.insights).toHaveLength(1);
  });

  test('groups are sorted by their newest insight, insights newest first', async () => {
    const { person, podcast, episode } = await makeReader();
    const second = await makePodcast();
    const secondEpisode = await makeEpisode(second.id);
    for (const [episodeId, text, daysAgo] of [
      [episode.id, 'Oldest', 3],
      [secondEpisode.id, 'Middle', 2],
      [episode.id, 'Newest', 1],
    ] as const) {
      const { id } = await (await save(person, episodeId, text)).json<SavedInsight>();
      const generatedAt = subDays(new Date(), daysAgo);
      await db.update(savedInsights).set({ generatedAt }).where(eq(savedInsights.id, id));
    }
    const groups = await library(person);
    expect(groups.map(({ podcastId }) => podcastId)).toEqual([podcast.id, second.id]);
    const texts = groups[0]?.insights.map(({ insight }) => insight);
    expect(texts).toEqual(['<p>Newest</p>', '<p>Oldest</p>']);
  });

  test('an insight stays when its podcast leaves the catalogue', async () => {
    const person = await makePerson();
    const podcast = await makePodcast({ removedAt: new Date() });
    const episode = await makeEpisode(podcast.id);
    await save(person, episode.id, 'Kept');
    expect(await library(person)).toHaveLength(1);
  });

  test('of an unknown episode is not found', async () => {
    const person = await makePerson();
    const reply = await save(person, crypto.randomUUID(), 'Text');
    expect(reply.status).toBe(404);
    expect(await reply.json()).toEqual({ error: 'not_found', message: 'Episode not found' });
  });

  test.each([
    ['episodeId', { episodeId: '17', insight: 'Text' }],
    ['episodeId', { insight: 'Text' }],
    ['insight', { episodeId: crypto.randomUUID() }],
    ['insight', { episodeId: crypto.randomUUID(), insight: '  \n ' }],
    ['insight', { episodeId: crypto.randomUUID(), insight: 'x'.repeat(100_001) }],
  ])('a wrong %s is refused by its name', async (field, body) => {
    const reply = await (await makePerson()).send('POST', PATH, body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: 'bad_request', field });
  });

  test('an empty library is an empty list', async () => {
    expect(await library(await makePerson())).toEqual([]);
  });

  test('requires a login', async () => {
    expect((await ask(PATH)).status).toBe(401);
    const headers = { 'Content-Type': 'application/json' };
    expect((await ask(PATH, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  });
});
