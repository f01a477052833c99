import { describe, expect, test } from 'vitest';
import type { Content } from '../../../schema/wire/content.ts';
import { ask, makePerson } from '../../support/people.ts';

const PATH = '/api/content';

describe("the editor's text", () => {
  test('is empty at first', async () => {
    const reply = await (await makePerson()).ask(PATH);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ content: '', updatedAt: null });
  });

  test('comes back as it was saved, the latest only', async () => {
    const person = await makePerson();
    await person.send('POST', PATH, { content: 'First' });
    const content = '  <b>Second</b> & "third" 🎧\n\n\tend  ';
    const reply = await person.send('POST', PATH, { content });
    expect(reply.status).toBe(200);
    const saved = await reply.json<Content>();
    expect(saved.content).toBe(content);
    expect(Date.parse(saved.updatedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(await (await person.ask(PATH)).json()).toEqual(saved);
  });

  test('with half a character in it comes back as it was kept', async () => {
    const person = await makePerson();
    const reply = await person.send('POST', PATH, { content: 'Half: \ud83c.' });
    const saved = await reply.json<Content>();
    expect(saved.content).toBe('Half: \ufffd.');
    expect(await (await person.ask(PATH)).json()).toEqual(saved);
  });

  test.each(['x', 'ж', '語', '\n', '\u0001'])(
    'may be long, in %j, and no longer',
    async (letter) => {
      const person = await makePerson();
      const long = letter.repeat(200_000);
      expect((await person.send('POST', PATH, { content: long })).status).toBe(200);
      expect((await person.send('POST', PATH, { content: long + letter })).status).toBe(400);
      expect((await (await person.ask(PATH)).json<Content>()).content).toBe(long);
    },
  );

  test('may be cleared', async () => {
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

  test("is one's own: a stranger neither reads nor overwrites it", async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    await person.send('POST', PATH, { content: 'Mine' });
    expect(await (await stranger.ask(PATH)).json()).toMatchObject({ content: '' });
    await stranger.send('POST', PATH, { content: 'Theirs', userId: person.id });
    expect(await (await person.ask(PATH)).json()).toMatchObject({ content: 'Mine' });
  });

  test('is for people who are logged in', async () => {
    expect((await ask(PATH)).status).toBe(401);
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"content":"a"}' };
    expect((await ask(PATH, init)).status).toBe(401);
  });
});
