import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  CAPTIONS_MAX_CHARS,
  SOURCE_MAX_CHARS,
  SOURCE_TITLE_MAX_CHARS,
  SOURCES_MAX,
} from '../../../schema/limits.ts';
import { episodes, transcripts } from '../../../schema/tables/episodes.ts';
import { generations } from '../../../schema/tables/insights.ts';
import { sources } from '../../../schema/tables/sources.ts';
import type { TranscriptReply } from '../../../schema/wire/episodes.ts';
import type { Source } from '../../../schema/wire/sources.ts';
import { deleteAllOf as deleteAccount } from '../../../worker/own-podcasts/delete-all-of.ts';
import {
  asWritten,
  changeSource,
  addSource as keepSource,
  removeSource,
  sourceDeps,
} from '../../../worker/sources/edit-sources.ts';
import { insertSourcesPodcast } from '../../../worker/sources/store.ts';
import { bindingWith } from '../../support/bindings.ts';
import { failingBucket } from '../../support/buckets.ts';
import { brokenDatabase, surroundedDatabase } from '../../support/databases.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { index, searchAs } from '../../support/search.ts';
import {
  addSource,
  PRICING,
  pricing,
  SOURCES,
  sourceOf,
  sourcesOf,
  storedOf,
} from '../../support/sources.ts';

const CAPTIONS = `WEBVTT

00:01.000 --> 00:03.000
<v Mia>What is gluten?

00:03.000 --> 00:05.000
<v Otto>It holds the dough.

00:05.000 --> 00:07.000
<v Mia>And salt?
`;

/** Fills an account without writing each text. */
async function fill(person: Person, count: number): Promise<void> {
  const podcastId = await insertSourcesPodcast(db, person.id);
  const rows = Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    at: new Date(1_000 + Math.floor(index / 2)),
  }));
  for (let from = 0; from < rows.length; from += 5) {
    const some = rows.slice(from, from + 5);
    await db.insert(episodes).values(
      some.map(({ id, at }) => ({
        id,
        podcastId,
        guid: id,
        title: `Source ${id}`,
        description: '',
        isYoutubeShort: false,
        transcriptLinks: [],
        createdAt: at,
      })),
    );
    await db.insert(sources).values(
      some.map(({ id, at }) => ({
        episodeId: id,
        userId: person.id,
        kind: 'text' as const,
        characters: 1,
        paragraphs: 1,
        textHash: id,
        createdAt: at,
        updatedAt: at,
      })),
    );
  }
}

describe('a source', () => {
  test('can be downloaded as before if only its download was lost', async () => {
    const person = await makePerson();
    const { id } = await addSource(person);
    const path = `/api/podcasts/episodes/${id}/transcript`;
    const before = await (await person.ask(path)).json<TranscriptReply>();
    await env.TRANSCRIPTS.delete(`transcripts/${id}.txt`);
    expect(await (await person.ask(path)).json()).toEqual(before);
  });

  test.each(['text', 'file', 'screenshot'])(
    'keeps its facts and paragraphs: a %s',
    async (kind) => {
      const person = await makePerson();
      const reply = await person.send('POST', SOURCES, pricing({ kind }));
      expect(reply.status).toBe(201);
      const source = await reply.json<{ id: string }>();
      expect(await sourceOf(person, source.id)).toMatchObject({
        ...source,
        kind,
        title: 'What a small clinic charges',
        author: 'Mara Lind',
        address: 'https://pages.test/clinic',
        publishedAt: '2026-10-01T00:00:00.000Z',
        paragraphs: 3,
        characters: PRICING.join('').length,
        text: PRICING.join('\n\n'),
      });
    },
  );

  test('is read by paragraph instead of time', async () => {
    const person = await makePerson();
    const { id } = await addSource(person);
    const path = `/api/podcasts/episodes/${id}/transcript`;
    const read = await (await person.ask(path)).json<TranscriptReply>();
    expect(read.lines.map(({ start, paragraph, text }) => [start, paragraph, text])).toEqual(
      PRICING.map((text, index) => [null, index + 1, text]),
    );
    expect(read).toMatchObject({
      audioUrl: null,
      source: { kind: 'text', author: 'Mara Lind', address: 'https://pages.test/clinic' },
    });
    const text = await (await person.ask(`${path}?format=txt`)).text();
    expect(text).toBe(
      `What a small clinic charges\nMara Lind\n2026-10-01\nhttps://pages.test/clinic\n\n${PRICING.map(
        (paragraph, index) => `[¶ ${index + 1}] ${paragraph}`,
      ).join('\n\n')}\n`,
    );
    expect((await person.ask(`${path}?format=vtt`)).status).toBe(409);
    expect((await person.ask(`${path}?format=json`)).status).toBe(200);
  });

  test.each(['text', 'file'])('of captions is what is said in them: a %s', async (kind) => {
    const person = await makePerson();
    const source = await addSource(person, { kind, text: CAPTIONS });
    const said = ['Mia: What is gluten?', 'Otto: It holds the dough.', 'Mia: And salt?'];
    expect(source).toMatchObject({ title: said[0], paragraphs: 3 });
    const { text, updatedAt } = await sourceOf(person, source.id);
    expect(text).toBe(said.join('\n\n'));

    // Once more, because the reply was lost.
    expect((await person.send('POST', SOURCES, { kind, text: CAPTIONS })).status).toBe(200);
    expect((await sourcesOf(person)).total).toBe(1);

    const longer = `${CAPTIONS}\n00:07.000 --> 00:09.000\n<v Otto>Salt tightens it.\n`;
    const change = { text: longer, basedOn: updatedAt };
    for (const _ of ['', 'again']) {
      const reply = await person.send('PUT', `${SOURCES}/${source.id}`, change);
      expect(reply.status).toBe(200);
      expect((await sourceOf(person, source.id)).text).toBe(
        [...said, 'Otto: Salt tightens it.'].join('\n\n'),
      );
    }
  });

  test('of captions may be as long as they are: what is said has to fit', async () => {
    const person = await makePerson();
    const captionsOf = (cues: number, said: string) =>
      `WEBVTT\n\n${'00:01.000 --> 00:02.000 align:start position:0%\n\n'.repeat(cues)}00:03.000 --> 00:04.000\n${said}\n`;
    const source = await addSource(person, { kind: 'file', text: captionsOf(5_000, 'Rye sells.') });
    expect(source).toMatchObject({ title: 'Rye sells.', characters: 10 });
    const { updatedAt } = await sourceOf(person, source.id);
    const changed = await person.send('PUT', `${SOURCES}/${source.id}`, {
      text: captionsOf(5_000, 'Oats sell.'),
      basedOn: updatedAt,
    });
    expect(changed.status).toBe(200);

    const tooMuch = captionsOf(1, 'word '.repeat(SOURCE_MAX_CHARS / 5 + 1));
    const reply = await person.send('POST', SOURCES, { kind: 'file', text: tooMuch });
    expect(reply.status).toBe(422);
    const { message } = await reply.json<{ message: string }>();
    expect(message).toMatch(/^What is said .* at most 200,000\.$/);
  });

  test('without a title gets its first words', async () => {
    const person = await makePerson();
    const short = await addSource(person, { kind: 'text', text: 'Rent rose.\n\nSo did prices.' });
    expect(short).toMatchObject({ title: 'Rent rose.', author: null, address: null });
    const long = await addSource(person, { kind: 'file', text: 'word '.repeat(400), title: ' ' });
    expect(long.title.length).toBeLessThanOrEqual(80);
    expect(long.title).toMatch(/^word .*word…$/);
    const title = '📈'.repeat(SOURCE_TITLE_MAX_CHARS);
    expect(await addSource(person, pricing({ title }))).toMatchObject({ title });
  });

  test('that is added twice is one', async () => {
    const person = await makePerson();
    const first = await addSource(person);
    const again = await person.send('POST', SOURCES, pricing({ title: 'Another title' }));
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ id: first.id, title: first.title });
    const both = await Promise.all(
      ['a', 'b'].map(() => person.send('POST', SOURCES, { kind: 'text', text: 'At once.' })),
    );
    const ids = await Promise.all(both.map(async (one) => (await one.json<{ id: string }>()).id));
    expect(new Set(ids).size).toBe(1);
    expect((await sourcesOf(person)).total).toBe(2);
    // Nobody else's text counts.
    const other = await makePerson();
    expect((await addSource(other)).id).not.toBe(first.id);
  });

  test.each([
    ['no text', { text: ' \n\u200b ' }],
    ['a text that is too long', { text: 'x'.repeat(SOURCE_MAX_CHARS + 1) }],
    [
      'captions that are too long',
      { text: `00:01.000 --> 00:02.000\n${'x'.repeat(CAPTIONS_MAX_CHARS)}` },
    ],
    ['an address that is none', { address: 'javascript:alert(1)' }],
    ['a date that is none', { publishedAt: 'yesterday' }],
    ['a year of five digits', { publishedAt: '9999-12-31T23:00:00-02:00' }],
    ['a title that is too long', { title: 'x'.repeat(301) }],
    ['a kind that there is not', { kind: 'audio' }],
  ])('with %s is refused', async (_, wrong) => {
    const person = await makePerson();
    expect((await person.send('POST', SOURCES, pricing(wrong))).status).toBe(400);
    expect(await sourcesOf(person)).toEqual({
      sources: [],
      total: 0,
      podcastId: null,
      nextCursor: null,
    });
  });

  test('of the longest text is kept, whatever it is made of', async () => {
    const person = await makePerson();
    for (const [piece, paragraphs] of [
      ['a\n\n', 4_762],
      ['word ', 1],
      ['x', 1],
      ['我', 1],
      ['\n', 1],
    ] as const) {
      const text = `Start.\n\n${piece.repeat(SOURCE_MAX_CHARS)}`.slice(0, SOURCE_MAX_CHARS);
      const source = await addSource(person, { kind: 'text', text });
      expect(source.paragraphs).toBe(piece === '\n' ? 1 : piece === 'a\n\n' ? paragraphs : 2);
      const { text: kept } = await sourceOf(person, source.id);
      expect(kept.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }
  });
});

describe('the list', () => {
  test('shows the newest first, page by page, each once', async () => {
    const person = await makePerson();
    await fill(person, 120);
    const seen: string[] = [];
    let query = '';
    for (const length of [50, 50, 20]) {
      const page = await sourcesOf(person, query);
      expect(page.sources).toHaveLength(length);
      expect(page.total).toBe(120);
      seen.push(...page.sources.map(({ id }) => id));
      query = `?cursor=${page.nextCursor}`;
    }
    expect(query).toBe('?cursor=null');
    expect(new Set(seen).size).toBe(120);
    expect((await person.ask(`${SOURCES}?cursor=nonsense`)).status).toBe(400);
  });

  test('keeps no text of an account that is deleted while it is stored', async () => {
    const person = await makePerson();
    const put = async (...values: Parameters<R2Bucket['put']>) => {
      await person.send('DELETE', '/api/user', {});
      return env.TRANSCRIPTS.put(...values);
    };
    const TRANSCRIPTS = bindingWith(env.TRANSCRIPTS, { put });
    const before = await env.TRANSCRIPTS.list({ prefix: 'transcripts/' });
    const adding = keepSource(
      sourceDeps({ ...env, TRANSCRIPTS }),
      person.id,
      'text',
      asWritten({ kind: 'text', text: 'Nobody else may read this.' }),
    );
    await expect(adding).rejects.toThrow();
    const after = await env.TRANSCRIPTS.list({ prefix: 'transcripts/' });
    expect(after.objects.map(({ key }) => key)).toEqual(before.objects.map(({ key }) => key));
  });

  test('keeps no text of a Worker that died while it stored it, and completes it when asked again', async () => {
    const person = await makePerson();
    let isDead = false;
    const DB = brokenDatabase(env.DB, () => isDead);
    const put = (...values: Parameters<R2Bucket['put']>) => {
      isDead = true;
      return env.TRANSCRIPTS.put(...values);
    };
    const TRANSCRIPTS = bindingWith(env.TRANSCRIPTS, { put });
    const text = asWritten({ kind: 'text', text: 'Nobody else may read this.' });
    const before = await env.TRANSCRIPTS.list({ prefix: 'transcripts/' });
    const dying = keepSource(sourceDeps({ ...env, DB, TRANSCRIPTS }), person.id, 'text', text);
    await expect(dying).rejects.toThrow();
    const { source, isNew } = await keepSource(sourceDeps(env), person.id, 'text', text);
    expect(isNew).toBe(false);
    expect((await sourcesOf(person)).total).toBe(1);
    expect((await sourceOf(person, source.id)).text).toBe(text.text);

    isDead = false;
    const other = { ...text, text: 'Nobody may read that either.' };
    const again = keepSource(sourceDeps({ ...env, DB, TRANSCRIPTS }), person.id, 'text', other);
    await expect(again).rejects.toThrow();
    await person.send('DELETE', '/api/user', {});
    const after = await env.TRANSCRIPTS.list({ prefix: 'transcripts/' });
    expect(after.objects.map(({ key }) => key)).toEqual(before.objects.map(({ key }) => key));
  });

  test('leaves nothing behind where the text can not be stored', async () => {
    const person = await makePerson();
    const TRANSCRIPTS = failingBucket(env.TRANSCRIPTS, 'put');
    const text = asWritten({ kind: 'text', text: 'This is never stored.' });
    const adding = keepSource(sourceDeps({ ...env, TRANSCRIPTS }), person.id, 'text', text);
    await expect(adding).rejects.toThrow('R2 does not respond');
    expect((await sourcesOf(person)).total).toBe(0);
  });

  test('keeps no text that is added while the account is being deleted', async () => {
    let late: Source | undefined;
    const remove = async (keys: string | string[]) => {
      late ??= await addSource(person, pricing({ text: 'Added late.' }));
      await env.TRANSCRIPTS.delete(keys);
    };
    const TRANSCRIPTS = bindingWith(env.TRANSCRIPTS, { delete: remove });
    const person = await makePerson();
    const early = await addSource(person);
    await deleteAccount({ ...env, TRANSCRIPTS }, person.id);
    expect(await storedOf(early.id)).toEqual([]);
    expect(await storedOf(late?.id ?? '')).toEqual([]);
  });

  test('holds as many as it may, also of several at once', async () => {
    const person = await makePerson();
    await fill(person, SOURCES_MAX - 1);
    const replies = await Promise.all(
      ['one', 'two', 'three'].map((word) =>
        person.send('POST', SOURCES, { kind: 'text', text: `The word is ${word}.` }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await sourcesOf(person)).total).toBe(SOURCES_MAX);
    const refused = replies.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({ message: /200 sources/ });
    // A full account is refused before its page is fetched.
    const page = { kind: 'page', address: 'https://pages.test/unreachable' };
    expect((await person.send('POST', SOURCES, page)).status).toBe(409);
  });
});

describe('changing a source', () => {
  test('changes only what is sent, and what is found', async () => {
    const person = await makePerson();
    const { id } = await addSource(person);
    const path = `${SOURCES}/${id}`;
    const facts = { title: 'Clinic prices', author: '', publishedAt: null };
    const reply = await person.send('PUT', path, facts);
    expect(reply.status).toBe(200);
    expect(await sourceOf(person, id)).toMatchObject({
      title: 'Clinic prices',
      author: null,
      publishedAt: null,
      address: 'https://pages.test/clinic',
      text: PRICING.join('\n\n'),
    });
    await person.send('PUT', path, { address: 'https://pages.test/new' });
    expect(await sourceOf(person, id)).toMatchObject({ address: 'https://pages.test/new' });
    await person.send('PUT', path, { text: 'Zebras graze near the clinic.' });
    await index(['transcript', id]);
    expect((await searchAs(person, 'zebras')).results).toHaveLength(1);
    expect((await searchAs(person, 'Leeds')).results).toEqual([]);
    expect(await sourceOf(person, id)).toMatchObject({ paragraphs: 1, title: 'Clinic prices' });
  });

  test.each([{}, { title: ' ' }, { text: '' }, { address: 'nowhere' }])(
    'to %j is refused',
    async (body) => {
      const person = await makePerson();
      const { id } = await addSource(person);
      expect((await person.send('PUT', `${SOURCES}/${id}`, body)).status).toBe(400);
    },
  );

  test('based on an older version is refused, and changes nothing', async () => {
    const person = await makePerson();
    const { id, updatedAt } = await addSource(person);
    const change = (body: object) => person.send('PUT', `${SOURCES}/${id}`, body);
    const first = await (await change({ title: 'First', basedOn: updatedAt })).json<Source>();
    const late = await change({ title: 'Second', text: 'Another text.', basedOn: updatedAt });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({
      message: 'A newer version was saved elsewhere',
      updatedAt: first.updatedAt,
    });
    const kept = await sourceOf(person, id);
    expect(kept).toMatchObject({ title: 'First', text: PRICING.join('\n\n') });
    expect((await change({ title: 'Second', basedOn: first.updatedAt })).status).toBe(200);
  });

  test('that is sent again because the reply was lost is not refused', async () => {
    const person = await makePerson();
    const { id, updatedAt } = await addSource(person);
    const text = 'Rent rose by nine percent.';
    const fields = { title: 'Rents', text, author: 'Ida', publishedAt: '2026-03-01' };
    const save = async (body: object) =>
      (await person.send('PUT', `${SOURCES}/${id}`, { ...body, basedOn: updatedAt })).status;
    expect(await save(fields)).toBe(200);
    expect(await save(fields)).toBe(200);
    expect(await save({ ...fields, author: 'Ben' })).toBe(409);
    expect(await sourceOf(person, id)).toMatchObject({ title: 'Rents', author: 'Ida', text });
  });

  test('beside another change keeps the text and its row together', async () => {
    const person = await makePerson();
    const { id } = await addSource(person);
    const texts = Array.from({ length: 6 }, (_, index) => 'Rent rose again. '.repeat(index + 1));
    const replies = await Promise.all(
      texts.map((text) => person.send('PUT', `${SOURCES}/${id}`, { text })),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const { text, characters } = await sourceOf(person, id);
    expect(characters).toBe(text.length);
  });

  test('that is deleted meanwhile leaves no text', async () => {
    const person = await makePerson();
    const { id } = await addSource(person);
    let removed: Promise<void> | undefined;
    const TRANSCRIPTS = bindingWith(env.TRANSCRIPTS, {
      async put(...values: Parameters<R2Bucket['put']>) {
        removed ??= removeSource(sourceDeps(env), person.id, id);
        await removed;
        return env.TRANSCRIPTS.put(...values);
      },
    });
    const change = changeSource(sourceDeps({ ...env, TRANSCRIPTS }), person.id, id, {
      text: 'Something else.',
    });
    await expect(change).rejects.toThrow('Source not found');
    expect(await storedOf(id)).toEqual([]);
  });

  test('to another text makes its insights obsolete, and gives no generation back', async () => {
    const person = await makePerson();
    const { id } = await addSource(person);
    await db.insert(generations).values({
      userId: person.id,
      episodeId: id,
      status: 'done',
      isCharged: true,
      takenAt: new Date(),
    });
    const left = async () =>
      (await (await person.ask('/api/user/remaining-generations')).json<{ remaining: number }>())
        .remaining;
    const before = await left();
    await person.send('PUT', `${SOURCES}/${id}`, { author: 'Somebody else' });
    expect(await db.$count(generations, eq(generations.episodeId, id))).toBe(1);
    await person.send('PUT', `${SOURCES}/${id}`, { text: 'Something else.' });
    expect(await db.$count(generations, eq(generations.episodeId, id))).toBe(0);
    expect(await left()).toBe(before);
    await person.send('DELETE', `${SOURCES}/${id}`);
    expect(await left()).toBe(before);
  });
});

test('a change that failed halfway makes insights obsolete when it is sent again', async () => {
  let isDown = false;
  const DB = surroundedDatabase(env.DB, {
    batch: (run) => (isDown ? Promise.reject(new Error('The database is down')) : run()),
  });
  const person = await makePerson({ ...env, DB });
  const { id } = await addSource(person);
  await db.insert(generations).values({
    userId: person.id,
    episodeId: id,
    status: 'done',
    isCharged: true,
    takenAt: new Date(),
  });
  const change = () => person.send('PUT', `${SOURCES}/${id}`, { text: 'Something else.' });
  isDown = true;
  expect((await change()).status).toBe(500);
  isDown = false;
  expect((await change()).status).toBe(200);
  expect(await db.$count(generations, eq(generations.episodeId, id))).toBe(0);
});

describe('deleting a source', () => {
  test('leaves nothing of it', async () => {
    const person = await makePerson();
    const { id } = await addSource(person);
    const saved = await person.send('POST', '/api/user/insights', {
      episodeId: id,
      insight: 'Clinics lose few patients. [¶ 1]',
    });
    const insight = await saved.json<{ id: string }>();
    await index(['insight', insight.id]);
    const opened = await person.send('POST', `/api/podcasts/episodes/${id}/insights`, {});
    expect(opened.status).toBe(200);
    expect((await searchAs(person, 'patients')).results.length).toBeGreaterThan(1);
    expect(await storedOf(id)).toHaveLength(2);

    expect((await person.send('DELETE', `${SOURCES}/${id}`)).status).toBe(200);
    await index(['transcript', id], ['episode', id], ['insight', insight.id]);
    expect(await storedOf(id)).toEqual([]);
    expect(await db.$count(episodes, eq(episodes.id, id))).toBe(0);
    expect(await db.$count(transcripts, eq(transcripts.episodeId, id))).toBe(0);
    expect((await searchAs(person, 'patients')).results).toEqual([]);
    expect(await (await person.ask('/api/ask/material')).json()).toEqual({ isEmpty: true });
    expect((await person.ask(`/api/user/insights/${insight.id}`)).status).toBe(404);
    const history = await (await person.ask('/api/user/chat-sessions')).json<object>();
    expect(history).toMatchObject({ chatSessions: [] });
    expect((await person.send('DELETE', `${SOURCES}/${id}`)).status).toBe(404);
    const { results } = await env.SEARCH.prepare('SELECT id FROM documents WHERE episode_id = ?')
      .bind(id)
      .all();
    expect(results).toEqual([]);
  });
});
