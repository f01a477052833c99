import { describe, expect, test } from 'vitest';
import type { Content } from '../../../schema/wire/content.ts';
import { ask, makePerson, ORIGIN, type Person } from '../../support/people.ts';

const PATH = '/api/content';

describe("the editor's text", () => {
  test('is empty at first', async () => {
    const reply = await (await makePerson()).ask(PATH);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ content: '', updatedAt: null, version: 0 });
  });

  test('returns what was saved last', async () => {
    const person = await makePerson();
    await person.send('POST', PATH, { content: 'First' });
    const content = '  <b>Second</b> & "third" 🎧\n\n\tend  ';
    const before = Date.now();
    const reply = await person.send('POST', PATH, { content });
    expect(reply.status).toBe(200);
    const saved = await reply.json<Content>();
    expect(saved.content).toBe(content);
    expect(Date.parse(saved.updatedAt ?? '')).toBeGreaterThanOrEqual(before);
    expect(await (await person.ask(PATH)).json()).toEqual(saved);
  });

  test('with an unpaired surrogate is returned as it was stored', async () => {
    const person = await makePerson();
    const reply = await person.send('POST', PATH, { content: 'Half: \ud83c.' });
    const saved = await reply.json<Content>();
    expect(saved.content).toBe('Half: \ufffd.');
    expect(await (await person.ask(PATH)).json()).toEqual(saved);
  });

  test.each(['x', 'ж', '語', '\n', '\u0001'])(
    'may be long, in %j, up to a limit',
    async (letter) => {
      const person = await makePerson();
      const long = letter.repeat(200_000);
      expect((await person.send('POST', PATH, { content: long })).status).toBe(200);
      expect((await person.send('POST', PATH, { content: long + letter })).status).toBe(400);
      expect((await (await person.ask(PATH)).json<Content>()).content).toBe(long);
    },
  );

  test('can be cleared', async () => {
    const person = await makePerson();
    await person.send('POST', PATH, { content: 'First' });
    await person.send('POST', PATH, { content: '' });
    expect((await (await person.ask(PATH)).json<Content>()).content).toBe('');
  });

  test.each([{}, { content: null }, { content: 5 }, ['content'], 'content', null])(
    '%o is refused',
    async (body) => {
      const reply = await (await makePerson()).send('POST', PATH, body);
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({ error: 'bad_request' });
    },
  );

  const saveOn = (person: Person, version: string, content: string) =>
    person.ask(PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: ORIGIN, 'If-Match': version },
      body: JSON.stringify({ content }),
    });

  test('is saved over the version it is based on, not over a later one', async () => {
    const person = await makePerson();
    const first = await (await saveOn(person, '"0"', 'First')).json<Content>();
    expect(first.version).toBe(1);
    const second = await (await saveOn(person, '"1"', 'Second')).json<Content>();
    expect(second).toMatchObject({ content: 'Second', version: 2 });
    for (const version of ['"0"', '"1"', '"3"']) {
      const late = await saveOn(person, version, 'Late');
      expect(late.status).toBe(409);
      expect(await late.json()).toMatchObject({ error: 'conflict', saved: second });
    }
    expect(await (await person.ask(PATH)).json()).toEqual(second);
  });

  test('that is sent again because the reply was lost is saved once', async () => {
    const person = await makePerson();
    await saveOn(person, '"0"', 'First');
    const reply = await saveOn(person, '"0"', 'First');
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ content: 'First', version: 1 });
  });

  test('of two concurrent saves of one version, one is refused', async () => {
    const person = await makePerson();
    const replies = await Promise.all([
      saveOn(person, '"0"', 'Here'),
      saveOn(person, '"0"', 'There'),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('overwrites any version if none is named', async () => {
    const person = await makePerson();
    await person.send('POST', PATH, { content: 'First' });
    for (const reply of [
      await person.send('POST', PATH, { content: 'Second' }),
      await saveOn(person, '*', 'Third'),
    ]) {
      expect(reply.status).toBe(200);
    }
    expect(await (await person.ask(PATH)).json()).toMatchObject({ content: 'Third', version: 3 });
  });

  test.each(['7', 'W/"7"', '"seven"', '""'])('an If-Match of %s is refused', async (version) => {
    expect((await saveOn(await makePerson(), version, 'x')).status).toBe(400);
  });

  test('is private: other users can neither read nor overwrite it', async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    await person.send('POST', PATH, { content: 'Mine' });
    expect(await (await stranger.ask(PATH)).json()).toMatchObject({ content: '' });
    await stranger.send('POST', PATH, { content: 'Theirs', userId: person.id });
    expect(await (await person.ask(PATH)).json()).toMatchObject({ content: 'Mine' });
  });

  test('requires a login', async () => {
    expect((await ask(PATH)).status).toBe(401);
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"content":"a"}' };
    expect((await ask(PATH, init)).status).toBe(401);
  });
});
