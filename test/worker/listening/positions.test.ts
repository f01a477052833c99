import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { POSITIONS_MAX } from '../../../schema/limits.ts';
import { isFinished, type PositionsReply } from '../../../schema/wire/listening.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { makeEpisode, makeOwnPodcast, makePodcast } from '../../support/podcasts.ts';
import { addSource } from '../../support/sources.ts';

const put = (person: Person, episodeId: string, body: object) =>
  person.send('PUT', `/api/user/positions/${episodeId}`, body);

async function listed(person: Person) {
  const { positions } = await (await person.ask('/api/user/positions')).json<PositionsReply>();
  return positions;
}

async function makeListener() {
  const [person, { id: podcastId, title: podcastTitle }] = await Promise.all([
    makePerson(),
    makePodcast(),
  ]);
  const { id: episodeId } = await makeEpisode(podcastId, {
    durationSeconds: 600,
    audioUrl: 'https://sound.test/a.mp3',
  });
  return { person, podcastTitle, episodeId };
}

describe('the position in an episode', () => {
  test('is the one with the later time, in whatever order they come', async () => {
    const { person, episodeId } = await makeListener();
    const now = Date.now();
    const late = await put(person, episodeId, { seconds: 300, at: now - 1_000 });
    expect(await late.json()).toMatchObject({ episodeId, seconds: 300 });
    const early = await put(person, episodeId, { seconds: 20, at: now - 5_000 });
    expect(early.status).toBe(200);
    expect(await early.json(), 'the reply is what holds').toMatchObject({ seconds: 300 });
    await Promise.all(
      [4, 1, 3, 2].map((later) =>
        put(person, episodeId, { seconds: later, at: now + later - 500 }),
      ),
    );
    expect((await listed(person)).map(({ seconds }) => seconds)).toEqual([4]);
  });

  test('is not kept of a source, which is read; nor is a moment', async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const { id } = await addSource(person);
    const at = Date.now();
    expect((await put(person, id, { seconds: 10, at })).status).toBe(422);
    const moment = { id: crypto.randomUUID(), episodeId: id, start: 1, end: 2, note: '' };
    expect((await person.send('POST', '/api/user/moments', moment)).status).toBe(422);
    expect(await listed(person)).toEqual([]);
    expect((await put(stranger, id, { seconds: 10, at })).status).toBe(404);
  });

  test('of a clock that is ahead does not hold off the next one', async () => {
    const { person, episodeId } = await makeListener();
    const before = Date.now();
    await put(person, episodeId, { seconds: 10, at: before + 86_400_000 });
    const [kept] = await listed(person);
    expect(Date.parse(kept?.at ?? '')).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(kept?.at ?? '')).toBeGreaterThanOrEqual(before);
    await put(person, episodeId, { seconds: 20, at: new Date(Date.now() + 1_000).toISOString() });
    expect(await listed(person)).toMatchObject([{ seconds: 20 }]);
  });

  test('comes with what a list says of it, the last one first, to nobody else', async () => {
    const { person, episodeId, podcastTitle } = await makeListener();
    const other = await makeListener();
    await put(person, other.episodeId, { seconds: 1, at: 1_000 });
    await put(person, episodeId, { seconds: 598.5, at: 2_000, durationSeconds: 601.5 });
    const rows = await listed(person);
    expect(rows).toMatchObject([
      { episodeId, podcastTitle, durationSeconds: 601.5, audioUrl: 'https://sound.test/a.mp3' },
      { episodeId: other.episodeId, durationSeconds: 600 },
    ]);
    expect(rows.map(isFinished)).toEqual([true, false]);
    expect(await listed(other.person)).toEqual([]);
  });

  test.each([
    { seconds: -1, at: 1 },
    { seconds: 1e9, at: 1 },
    { seconds: 1 },
    { seconds: 1, at: 'soon' },
    { seconds: 1, at: -5 },
  ])('%j is refused', async (body) => {
    const { person, episodeId } = await makeListener();
    expect((await put(person, episodeId, body)).status).toBe(400);
  });

  test('of no episode is 404', async () => {
    const person = await makePerson();
    expect((await put(person, crypto.randomUUID(), { seconds: 1, at: 1 })).status).toBe(404);
  });

  test('of an episode that is not for this reader is 404, and another reader’s stays unseen', async () => {
    const [owner, stranger] = await Promise.all([makePerson(), makePerson()]);
    const { id: podcastId } = await makeOwnPodcast(owner.id);
    const { id: episodeId } = await makeEpisode(podcastId);
    expect((await put(stranger, episodeId, { seconds: 5, at: 1_000 })).status).toBe(404);
    expect(await listed(stranger)).toEqual([]);
    expect((await put(owner, episodeId, { seconds: 7, at: 1_000 })).status).toBe(200);
    expect(await listed(owner)).toMatchObject([{ episodeId, seconds: 7 }]);
  });

  test('goes where an account keeps as many as it may: the oldest', async () => {
    const { person, episodeId } = await makeListener();
    const { id: podcastId } = await makePodcast();
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO episodes (id, podcast_id, guid, title, description, is_youtube_short, transcript_links, created_at)
       SELECT ?1 || i, ?1, i, 'One of many', '', 0, '[]', 0 FROM n`,
    )
      .bind(podcastId, POSITIONS_MAX)
      .run();
    await env.DB.prepare(
      `INSERT INTO positions (user_id, episode_id, seconds, at)
       SELECT ?1, id, 1, 1000 + guid FROM episodes WHERE podcast_id = ?2`,
    )
      .bind(person.id, podcastId)
      .run();
    await put(person, episodeId, { seconds: 5, at: 9_999_999 });
    const rows = await listed(person);
    expect(rows).toHaveLength(POSITIONS_MAX);
    expect(rows[0]).toMatchObject({ episodeId });
    expect(rows.some((row) => row.episodeId === `${podcastId}1`)).toBe(false);
  });
});
