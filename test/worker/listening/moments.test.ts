import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { MOMENT_TEXT_MAX_CHARS, MOMENTS_MAX, MOMENTS_PAGE } from '../../../schema/limits.ts';
import type { Moment, MomentsReply } from '../../../schema/wire/listening.ts';
import { saidAt } from '../../../worker/listening/save-moment.ts';
import { failingBucket } from '../../support/buckets.ts';
import { serve } from '../../support/outside.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import { makeEpisode, makeOwnPodcast, makePodcast, vttLink } from '../../support/podcasts.ts';
import { index, makeSpoken, searchAs } from '../../support/search.ts';

const SAID = [
  'Welcome to the show.',
  'Ines: We counted every order twice.',
  'Ines: Then we sent the bill.',
  'And nobody minded.',
];

const keep = (person: Person, body: object) => person.send('POST', '/api/user/moments', body);

async function makeListener() {
  const [person, { episodeId }] = await Promise.all([makePerson(), makeSpoken(SAID)]);
  return { person, episodeId };
}

async function listed(person: Person, query = '') {
  return (await person.ask(`/api/user/moments${query}`)).json<MomentsReply>();
}

describe('a moment', () => {
  test('is the sentence said then, its speaker and time, looked up here', async () => {
    const { person, episodeId } = await makeListener();
    const id = crypto.randomUUID();
    const reply = await keep(person, { id, episodeId, start: 14.2, end: 14.2, note: ' Ask her ' });
    expect(reply.status).toBe(201);
    expect(await reply.json<Moment>()).toMatchObject({
      id,
      episodeId,
      start: 10,
      end: 19,
      speaker: 'Ines',
      note: 'Ask her',
      text: 'We counted every order twice.',
    });
    const again = await keep(person, { id, episodeId, start: 30, end: 30, note: 'Twice' });
    expect(again.status, 'the same id is the same moment').toBe(200);
    expect((await listed(person)).moments).toMatchObject([{ id, note: 'Ask her', start: 10 }]);
  });

  test('of a place that is saved already is that one, and no note is lost', async () => {
    const { person, episodeId } = await makeListener();
    const save = async (start: number, note = '') => {
      const reply = await keep(person, {
        id: crypto.randomUUID(),
        episodeId,
        start,
        end: start,
        note,
      });
      return { status: reply.status, moment: await reply.json<Moment>() };
    };
    // The last sentence, whose end is only known as a place in it.
    for (const [one, other] of [
      [14.2, 15],
      [31, 38],
    ] as const) {
      const { moment } = await save(one);
      expect(await save(other)).toMatchObject({ status: 200, moment: { id: moment.id } });
      expect(await save(one, 'Ask her')).toMatchObject({
        status: 200,
        moment: { id: moment.id, note: 'Ask her' },
      });
      expect(await save(one)).toMatchObject({ moment: { id: moment.id, note: 'Ask her' } });
      expect((await save(one, 'And him')).status, 'another note').toBe(201);
    }
    expect((await save(1)).status, 'another place').toBe(201);
    const notes = (await listed(person)).moments.map(({ note }) => note);
    expect(notes).toEqual(['', 'And him', 'Ask her', 'And him', 'Ask her']);
    const { episodeId: another } = await makeListener();
    const elsewhere = { id: crypto.randomUUID(), episodeId: another, start: 14.2, end: 14.2 };
    expect((await keep(person, elsewhere)).status, 'another episode').toBe(201);
    const stranger = await makePerson();
    const theirs = { id: crypto.randomUUID(), episodeId, start: 14.2, end: 14.2 };
    expect((await keep(stranger, theirs)).status, 'another reader').toBe(201);
  });

  test('is one if several devices save it at once, and each of their notes is kept', async () => {
    const { person, episodeId } = await makeListener();
    const save = async (note: string) => {
      const body = { id: crypto.randomUUID(), episodeId, start: 14.2, end: 14.2, note };
      return (await keep(person, body)).status;
    };
    // Their transcript is stored, so that none of them has to wait.
    await save('');
    await env.DB.prepare('DELETE FROM moments WHERE user_id = ?').bind(person.id).run();
    const statuses = await Promise.all(['', '', '', ''].map(save));
    expect(statuses.sort()).toEqual([200, 200, 200, 201]);
    expect((await listed(person)).moments).toHaveLength(1);
    await Promise.all(['Ask her', 'Ask him', 'Ask her'].map(save));
    const notes = (await listed(person)).moments.map(({ note }) => note);
    expect(notes.sort()).toEqual(['Ask her', 'Ask him']);
  });

  test('of several sentences has no speaker where they are several', async () => {
    const { person, episodeId } = await makeListener();
    const send = async (start: number, end: number) =>
      (await keep(person, { id: crypto.randomUUID(), episodeId, start, end })).json<Moment>();
    expect(await send(10, 25)).toMatchObject({
      text: 'We counted every order twice. Then we sent the bill.',
      speaker: 'Ines',
    });
    expect(await send(0, 12)).toMatchObject({ start: 0, end: 19, speaker: null });
  });

  test('can be looked up before it is kept or shared, where the reader may open the episode', async () => {
    const { person, episodeId } = await makeListener();
    const said = (at: string) => person.ask(`/api/podcasts/episodes/${episodeId}/said?at=${at}`);
    expect(await (await said('14.2')).json()).toEqual({
      start: 10,
      end: 19,
      speaker: 'Ines',
      text: 'We counted every order twice.',
    });
    for (const i of ['', 'then', '-1']) expect((await said(i)).status, i).toBe(400);
    const stranger = await makePerson();
    const { id: podcastId } = await makeOwnPodcast(person.id);
    const { id: own } = await makeEpisode(podcastId);
    expect((await person.ask(`/api/podcasts/episodes/${own}/said?at=1`)).status).toBe(200);
    expect((await stranger.ask(`/api/podcasts/episodes/${own}/said?at=1`)).status).toBe(404);
  });

  test('is refused while its words cannot be read, and has them when it is sent again', async () => {
    const { person, episodeId } = await makeListener();
    const body = { id: crypto.randomUUID(), episodeId, start: 14.2, end: 14.2 };
    // Its transcript is stored now.
    const said = `/api/podcasts/episodes/${episodeId}/said?at=14.2`;
    expect((await person.ask(said)).status).toBe(200);
    const broken = { ...env, TRANSCRIPTS: failingBucket(env.TRANSCRIPTS, 'get') };
    const post = (bindings: Env) =>
      ask(
        '/api/user/moments',
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Cookie: person.cookie },
          body: JSON.stringify(body),
        },
        bindings,
      );
    expect((await post(broken)).status).toBe(500);
    expect((await listed(person)).moments).toEqual([]);
    expect(await (await post(env)).json()).toMatchObject({ text: 'We counted every order twice.' });
  });

  test('without a transcript is its time and its note', async () => {
    const person = await makePerson();
    const { id: podcastId } = await makePodcast();
    const { id: episodeId } = await makeEpisode(podcastId);
    const id = crypto.randomUUID();
    const reply = await keep(person, { id, episodeId, start: 61.5, end: 61.5 });
    expect(await reply.json()).toMatchObject({ start: 61.5, end: 61.5, text: '', speaker: null });
    const save = (at: number) =>
      keep(person, { id: crypto.randomUUID(), episodeId, start: at, end: at });
    expect(await (await save(61.9)).json(), 'the same second').toMatchObject({ id });
    expect((await save(62)).status, 'the next second').toBe(201);
  });

  test('is kept with its time where its transcript cannot be had for now', async () => {
    const person = await makePerson();
    const { id: podcastId } = await makePodcast();
    const gone = vttLink(await serve(`/${crypto.randomUUID()}.vtt`, { status: 500 }));
    const { id: episodeId } = await makeEpisode(podcastId, { transcriptLinks: [gone] });
    const id = crypto.randomUUID();
    const reply = await keep(person, { id, episodeId, start: 5, end: 5, note: 'Mine' });
    expect(reply.status).toBe(201);
    expect(await reply.json()).toMatchObject({ start: 5, text: '', note: 'Mine' });
  });

  test('is listed with the others of its episode', async () => {
    const { person, episodeId } = await makeListener();
    const { episodeId: other } = await makeSpoken(SAID);
    const [id, otherId] = [crypto.randomUUID(), crypto.randomUUID()];
    await keep(person, { id, episodeId, start: 0, end: 0 });
    await keep(person, { id: otherId, episodeId: other, start: 0, end: 0 });
    const idsOf = async (query: string) =>
      (await listed(person, query)).moments.map((one) => one.id);
    expect(await idsOf(`?episodeId=${episodeId}`)).toEqual([id]);
    expect(await idsOf('')).toEqual([otherId, id]);
  });

  test('keeps a note that has changed since, which comes back', async () => {
    const { person, episodeId } = await makeListener();
    const id = crypto.randomUUID();
    await keep(person, { id, episodeId, start: 0, end: 0 });
    const put = (body: object) => person.send('PUT', `/api/user/moments/${id}`, body);
    const first = { note: 'From the phone', noteBefore: '' };
    expect((await put(first)).status).toBe(200);
    expect((await put(first)).status, 'sent again, because the reply was lost').toBe(200);
    const late = await put({ note: 'From the desk', noteBefore: '' });
    expect(late.status).toBe(409);
    expect(await late.json()).toEqual({
      error: 'conflict',
      message: 'This note has been changed elsewhere',
      note: 'From the phone',
    });
    expect((await listed(person)).moments).toMatchObject([{ note: 'From the phone' }]);
    const now = await put({ note: 'From the desk', noteBefore: 'From the phone' });
    expect(await now.json()).toMatchObject({ note: 'From the desk' });
  });

  test('is changed and deleted by its reader alone, and its id is nobody else’s', async () => {
    const { person, episodeId } = await makeListener();
    const stranger = await makePerson();
    const id = crypto.randomUUID();
    await keep(person, { id, episodeId, start: 0, end: 0 });
    const path = `/api/user/moments/${id}`;
    expect((await stranger.send('PUT', path, { note: 'Mine' })).status).toBe(404);
    await stranger.send('DELETE', path);
    const taken = await keep(stranger, { id, episodeId, start: 0, end: 0 });
    expect(taken.status).toBe(409);
    expect(await taken.json()).toMatchObject({
      message: expect.stringContaining('Choose another id'),
    });
    expect((await listed(stranger)).moments).toEqual([]);
    const changed = await person.send('PUT', path, { note: 'Better' });
    expect(await changed.json()).toMatchObject({ id, note: 'Better' });
    for (const _ of ['gone', 'gone already']) {
      expect((await person.send('DELETE', path)).status).toBe(200);
    }
    expect((await listed(person)).moments).toEqual([]);
  });

  test.each([
    ['that ends before it starts', { start: 10, end: 5 }],
    ['of an hour', { start: 0, end: 3_600 }],
    ['before the beginning', { start: -1, end: 0 }],
    ['with an id that is none', { start: 0, end: 0, id: 'mine' }],
    ['with a note too long', { start: 0, end: 0, note: 'x'.repeat(2_001) }],
  ])('%s is refused', async (_, fields) => {
    const { person, episodeId } = await makeListener();
    expect((await keep(person, { id: crypto.randomUUID(), episodeId, ...fields })).status).toBe(
      400,
    );
  });

  test('of an episode that is not for this reader is 404', async () => {
    const [owner, stranger] = await Promise.all([makePerson(), makePerson()]);
    const { id: podcastId } = await makeOwnPodcast(owner.id);
    const { id: episodeId } = await makeEpisode(podcastId);
    const moment = { episodeId, start: 3, end: 3 };
    const refused = await keep(stranger, { id: crypto.randomUUID(), ...moment });
    expect(refused.status).toBe(404);
    expect((await listed(stranger)).moments).toEqual([]);
    expect((await keep(owner, { id: crypto.randomUUID(), ...moment })).status).toBe(201);
  });

  test('is one of so many at most, listed page by page', async () => {
    const { person, episodeId } = await makeListener();
    // Some programs make their ids in capitals.
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
       INSERT INTO moments (id, user_id, episode_id, start_seconds, end_seconds, text, note, created_at)
       SELECT printf('ABCDEF00-0000-4000-8000-%012d', i), ?1, ?2, i, i, '', '', 1000 + i / 3 FROM n`,
    )
      .bind(person.id, episodeId, MOMENTS_MAX)
      .run();
    const full = await keep(person, { id: crypto.randomUUID(), episodeId, start: 0, end: 0 });
    expect(full.status).toBe(409);
    expect(await full.json()).toMatchObject({ message: expect.stringContaining('2,000 moments') });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: MomentsReply = await listed(person, cursor === null ? '' : `?cursor=${cursor}`);
      expect(page.moments.length).toBeLessThanOrEqual(MOMENTS_PAGE);
      seen.push(...page.moments.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(MOMENTS_MAX);
    expect(seen).toHaveLength(MOMENTS_MAX);
  });

  test('is found by its reader: what was said at its second, and the note', async () => {
    const { person, episodeId } = await makeListener();
    const stranger = await makePerson();
    const word = `zephyr${crypto.randomUUID().slice(0, 6).replaceAll(/\d/g, 'q')}`;
    const id = crypto.randomUUID();
    await keep(person, { id, episodeId, start: 21, end: 21, note: `Tell ${word}` });
    await index(['moment', id]);
    const { results } = await searchAs(person, word);
    expect(results).toMatchObject([
      { kind: 'moment', episodeId, seconds: 20, snippet: `Tell ${word}` },
    ]);
    expect((await searchAs(person, 'sent the bill', { kind: 'moment' })).results).toMatchObject([
      { kind: 'moment', seconds: 20, speaker: 'Ines' },
    ]);
    expect((await searchAs(stranger, word)).results).toEqual([]);
    await person.send('DELETE', `/api/user/moments/${id}`);
    await index(['moment', id]);
    expect((await searchAs(person, word)).results).toEqual([]);
  });
});

test('what was said at a place, where lines share sentences and have no times', () => {
  const line = (start: number | null, text: string) => ({ start, end: null, speaker: null, text });
  expect(saidAt([], { start: 3, end: 4 })).toMatchObject({ start: 3, text: '' });
  expect(saidAt([line(null, 'No times.')], { start: 3, end: 4 })).toMatchObject({ text: '' });
  const lines = [line(5, 'One thing and'), line(7, 'another. Then a third.'), line(9, 'Last.')];
  expect(saidAt(lines, { start: 0, end: 1 })).toMatchObject({ text: '', start: 0 });
  expect(saidAt(lines, { start: 6, end: 6 }).text).toBe('One thing and another.');
  expect(saidAt(lines, { start: 8, end: 8 }).text).toBe('Then a third.');
  expect(saidAt(lines, { start: 99, end: 99 })).toMatchObject({ text: 'Last.', start: 9 });
});

test('of what is said without end, a moment keeps the whole sentences that fit', () => {
  const sentence = `${'word '.repeat(20).trim()}.`;
  const lines = Array.from({ length: 200 }, (_, index) => ({
    start: index,
    end: index + 1,
    speaker: null,
    text: sentence,
  }));
  const { text } = saidAt(lines, { start: 0, end: 199 });
  expect(text.length).toBeLessThanOrEqual(MOMENT_TEXT_MAX_CHARS);
  expect(text.length).toBeGreaterThan(MOMENT_TEXT_MAX_CHARS - 2 * sentence.length);
  expect(text.endsWith('word.')).toBe(true);
});
