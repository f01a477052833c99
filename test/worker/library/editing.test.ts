import { describe, expect, test } from 'vitest';
import type { PodcastGroup, SavedInsight } from '../../../schema/wire/library.ts';
import { sha256Hex } from '../../../worker/platform/sha256.ts';
import { ask, makePerson, ORIGIN, type Person } from '../../support/people.ts';
import { makeEpisode, makePodcast } from '../../support/podcasts.ts';

const NOT_FOUND = { error: 'not_found', message: 'Insight not found' };
const pathOf = (id: string) => `/api/user/insights/${id}`;

async function makeSaved(text = 'Hire slowly') {
  const person = await makePerson();
  const { id: episodeId } = await makeEpisode((await makePodcast()).id);
  const save = async (insight: string) => {
    const reply = await person.send('POST', '/api/user/insights', { episodeId, insight });
    return reply.json<SavedInsight>();
  };
  return { person, save, saved: await save(text) };
}

async function shown(person: Person): Promise<SavedInsight[]> {
  const reply = await person.ask('/api/user/insights');
  const { podcastGroups } = await reply.json<{ podcastGroups: PodcastGroup[] }>();
  return podcastGroups.flatMap(({ insights }) => insights);
}

describe('editing a saved insight', () => {
  test.each([
    [{ userNotes: 'Ask Ben about this' }, { userNotes: 'Ask Ben about this' }],
    [{ tags: ['hiring', ' pay ', 'hiring'] }, { tags: ['hiring', 'pay'] }],
    [{ insight: '# New' }, { insight: '<h1>New</h1>' }],
    [
      { userNotes: 'a', tags: ['b'], insight: 'c' },
      { userNotes: 'a', tags: ['b'], insight: '<p>c</p>' },
    ],
  ])('accepts %o and returns the changed insight', async (body, changes) => {
    const { person, saved } = await makeSaved();
    const reply = await person.send('PUT', pathOf(saved.id), body);
    expect(reply.status).toBe(200);
    const changed = await reply.json();
    expect(changed).toEqual({ ...saved, ...changes });
    expect(await shown(person)).toEqual([changed]);
  });

  test('absent fields stay unchanged, and null clears the notes', async () => {
    const { person, saved } = await makeSaved();
    await person.send('PUT', pathOf(saved.id), { userNotes: 'Mine', tags: ['pay'] });
    await person.send('PUT', pathOf(saved.id), { tags: ['hiring'] });
    expect(await shown(person)).toMatchObject([{ userNotes: 'Mine', tags: ['hiring'] }]);
    await person.send('PUT', pathOf(saved.id), { userNotes: null });
    expect(await shown(person)).toMatchObject([{ userNotes: null, tags: ['hiring'] }]);
  });

  test('notes come back exactly as written', async () => {
    const { person, saved } = await makeSaved();
    const userNotes = `<script>alert(1)</script> & "quotes" 'n' emoji 🎧\n\n- list'); DROP TABLE users;--`;
    const reply = await person.send('PUT', pathOf(saved.id), { userNotes });
    expect(await reply.json()).toMatchObject({ userNotes });
  });

  test('notes that have changed since are not replaced, and come back', async () => {
    const { person, saved } = await makeSaved();
    const put = async (userNotes: string | null, notesBefore: string) =>
      person.ask(pathOf(saved.id), {
        method: 'PUT',
        headers: {
          'Content-Type': 'application/json',
          Origin: ORIGIN,
          'If-Match': `"${await sha256Hex(notesBefore)}"`,
        },
        body: JSON.stringify({ userNotes }),
      });
    expect((await put('From the phone', '')).status).toBe(200);
    const again = await put('From the phone', '');
    expect(again.status, 'sent again, because the reply was lost').toBe(200);
    const late = await put('From the desk', '');
    expect(late.status).toBe(409);
    expect(await late.json()).toEqual({
      error: 'conflict',
      message: 'These notes have been changed elsewhere',
      userNotes: 'From the phone',
    });
    expect(await shown(person)).toMatchObject([{ userNotes: 'From the phone' }]);
    const now = await put('From the desk', 'From the phone');
    expect(await now.json()).toMatchObject({ userNotes: 'From the desk' });
    expect((await put(null, 'From the desk')).status).toBe(200);
    expect((await put(null, 'From the desk')).status, 'none are none').toBe(200);
  });

  test('a saved text cannot become the text of another row', async () => {
    const { person, save, saved } = await makeSaved();
    await save('Pay well');
    const reply = await person.send('PUT', pathOf(saved.id), { insight: 'Pay well' });
    expect(reply.status).toBe(409);
    expect(await reply.json()).toEqual({
      error: 'conflict',
      message: 'This is already in your library',
    });
    const same = await person.send('PUT', pathOf(saved.id), { insight: 'Hire slowly' });
    expect(same.status).toBe(200);
  });

  test('of two concurrent changes to the same text, one succeeds', async () => {
    const { person, save, saved } = await makeSaved();
    const other = await save('Pay well');
    const replies = await Promise.all(
      [saved, other].map(({ id }) => person.send('PUT', pathOf(id), { insight: 'Both' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each([
    ['userNotes', {}],
    ['userNotes', { userNotes: 5 }],
    ['userNotes', { userNotes: 'x'.repeat(20_001) }],
    ['insight', { insight: '   ' }],
    ['tags', { tags: 'pay' }],
    ['tags.0', { tags: [' '] }],
    ['tags', { tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) }],
  ])('a wrong %s is refused by its name', async (field, body) => {
    const { person, saved } = await makeSaved();
    const reply = await person.send('PUT', pathOf(saved.id), body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: 'bad_request', field });
  });

  test('it can be deleted, once', async () => {
    const { person, saved } = await makeSaved();
    expect((await person.send('DELETE', pathOf(saved.id))).status).toBe(200);
    expect(await shown(person)).toEqual([]);
    const again = await person.send('DELETE', pathOf(saved.id));
    expect(again.status).toBe(404);
    expect(await again.json()).toEqual(NOT_FOUND);
  });

  test('another user can neither read, change nor delete it, nor learn that it exists', async () => {
    const { person, saved } = await makeSaved();
    const stranger = await makePerson();
    expect(await shown(stranger)).toEqual([]);
    const [theirs, nobodys] = [saved.id, crypto.randomUUID()];
    for (const [method, body] of [
      ['PUT', { userNotes: 'I was here' }],
      ['PUT', { insight: 'Another text' }],
      ['DELETE', undefined],
    ] as const) {
      for (const id of [theirs, nobodys]) {
        const reply = await stranger.send(method, pathOf(id), body);
        expect(reply.status).toBe(404);
        expect(await reply.json()).toEqual(NOT_FOUND);
      }
    }
    expect(await shown(person)).toEqual([saved]);
  });

  test('a malformed id is not found, and a session is required', async () => {
    const { person, saved } = await makeSaved();
    expect((await person.send('PUT', pathOf('17'), { userNotes: 'a' })).status).toBe(404);
    expect((await person.send('DELETE', pathOf('17'))).status).toBe(404);
    expect((await ask(pathOf(saved.id), { method: 'DELETE' })).status).toBe(401);
  });
});
