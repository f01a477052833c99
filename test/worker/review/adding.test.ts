import { describe, expect, test } from 'vitest';
import { REVIEW_BACK_MAX_CHARS, REVIEW_FRONT_MAX_CHARS } from '../../../schema/limits.ts';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import type { ReviewItem } from '../../../schema/wire/review.ts';
import { makePerson } from '../../support/people.ts';
import { db, makeEpisode, makePodcast } from '../../support/podcasts.ts';
import { askQuestions, atNoon, dueOf, REVIEWS } from '../../support/reviews.ts';
import { makeSpoken } from '../../support/search.ts';

atNoon();

describe('what is added', () => {
  test('is there once, with its place, and goes with one call', async () => {
    const person = await makePerson();
    const { asked, podcast } = await askQuestions(person, 1);
    const body = { kind: 'question', sourceId: asked[0]?.id };
    const replies = await Promise.all([1, 2, 3].map(() => person.send('POST', REVIEWS, body)));
    const items = await Promise.all(replies.map((reply) => reply.json<ReviewItem>()));
    expect(new Set(items.map(({ id }) => id)).size).toBe(1);
    expect(items[0]).toMatchObject({
      kind: 'question',
      front: asked[0]?.question,
      back: '340',
      options: ['340', '12', '95', '27'],
      seconds: 65,
      podcastTitle: podcast.title,
      state: 'new',
    });
    const listed = async () => (await person.ask(REVIEWS)).json<{ items: object[] }>();
    expect((await listed()).items).toEqual([{ id: items[0]?.id, ...body }]);
    expect((await person.send('DELETE', `${REVIEWS}/${items[0]?.id}`)).status).toBe(200);
    expect((await listed()).items).toEqual([]);
  });

  test("is the reader's own: a stranger's question or insight is not found", async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const { asked, episode } = await askQuestions(person, 1);
    const saved = { episodeId: episode.id, insight: 'Bread sells early. [0:12]' };
    const { id } = await (
      await person.send('POST', '/api/user/insights', saved)
    ).json<SavedInsight>();
    for (const body of [
      { kind: 'question', sourceId: asked[0]?.id },
      { kind: 'insight', sourceId: id },
    ]) {
      expect((await stranger.send('POST', REVIEWS, body)).status).toBe(404);
      expect((await person.send('POST', REVIEWS, body)).status).toBe(201);
    }
  });

  test('of a saved insight asks for what it comes to; of an answer, what was asked', async () => {
    const person = await makePerson();
    const episode = await makeEpisode((await makePodcast()).id, { title: 'Bread' });
    const save = async (insight: string) =>
      (
        await person.send('POST', '/api/user/insights', { episodeId: episode.id, insight })
      ).json<SavedInsight>();
    const add = async ({ id }: SavedInsight, sides = {}) =>
      (await person.send('POST', REVIEWS, { kind: 'insight', sourceId: id, ...sides })).json();
    const insight =
      '_Made of words._\n\nRye sells. [0:20]\n\n## Key takeaways\n\n- Bake early. [1:00]';
    expect(await add(await save(insight))).toMatchObject({
      front: 'What does “Bread” come to?',
      back: 'Rye sells. [0:20]',
      seconds: 20,
    });
    const [session] = await db
      .insert(chatSessions)
      .values({ userId: person.id, episodeId: episode.id, remainingFollowUps: 9 })
      .returning();
    const answer = 'Before sunrise. [2:00]';
    await db
      .insert(chatFollowUps)
      .values({ sessionId: session?.id ?? '', question: 'When do they bake?', answer });
    expect(await add(await save(answer))).toMatchObject({
      front: 'When do they bake?',
      back: answer,
    });
    expect(await add(await save('<p>Rye <b>sells</b>.</p><p>Early.</p>'))).toMatchObject({
      back: 'Rye sells.\n\nEarly.',
    });
    const own = { front: 'Who bakes?', back: 'Ada' };
    expect(await add(await save('Ada bakes. [3:00]'), own)).toMatchObject({ ...own, seconds: 180 });
    const full = { front: '🥖'.repeat(REVIEW_FRONT_MAX_CHARS), back: 'Ada' };
    expect(await add(await save('Ada bakes rye.'), full)).toMatchObject(full);
  });
});

test.each([
  ['a paragraph', `${'A day has many hours. '.repeat(20)}\n\n`, /hours\.…$/],
  ['a word', 'A day has many hours ', /(?:A|day|has|many|hours)…$/],
  ['a sign', '面包需要时间', /\p{L}…$/u],
])('a long text is cut after %s', async (_, part, end) => {
  const person = await makePerson();
  const episode = await makeEpisode((await makePodcast()).id);
  const saved = {
    episodeId: episode.id,
    insight: part.repeat((2 * REVIEW_BACK_MAX_CHARS) / part.length),
  };
  const { id } = await (
    await person.send('POST', '/api/user/insights', saved)
  ).json<SavedInsight>();
  const reply = await person.send('POST', REVIEWS, { kind: 'insight', sourceId: id });
  const { back } = await reply.json<ReviewItem>();
  expect(back).toMatch(end);
  expect(back.length).toBeLessThanOrEqual(REVIEW_BACK_MAX_CHARS);
  expect(back.length).toBeGreaterThan(REVIEW_BACK_MAX_CHARS - part.length);
  expect(saved.insight.startsWith(back.slice(0, -1))).toBe(true);
});

describe('a moment in review', () => {
  test('asks for what was said at its place, or what its reader asks; for its reader alone', async () => {
    const [person, stranger] = [await makePerson(), await makePerson()];
    const said = ['Ines: We count *every* order twice.', 'Daniel: Then we bill.'];
    const { episodeId } = await makeSpoken(said, {}, { title: 'Bread' });
    const keep = async (start: number, note = '') => {
      const id = crypto.randomUUID();
      await person.send('POST', '/api/user/moments', { id, episodeId, start, end: start, note });
      return { kind: 'moment', sourceId: id };
    };
    const add = async (body: object) =>
      (await person.send('POST', REVIEWS, body)).json<ReviewItem>();
    const first = await keep(4, 'Ask her');
    expect((await stranger.send('POST', REVIEWS, first)).status).toBe(404);
    expect(await add(first)).toMatchObject({
      kind: 'moment',
      front: 'What did Ines say at 0:00 of “Bread”?',
      back: 'We count \\*every\\* order twice.',
      episodeId,
      seconds: 0,
    });
    const own = { front: 'What comes after counting?', back: 'The bill' };
    expect(await add({ ...(await keep(12)), ...own })).toMatchObject({ ...own, seconds: 10 });
    const { items } = await dueOf(person);
    expect(items.map(({ kind }) => kind)).toEqual(['moment', 'moment']);
  });

  test('without a transcript asks for the note; with neither there is nothing to ask for', async () => {
    const person = await makePerson();
    const { id: episodeId } = await makeEpisode((await makePodcast()).id, { title: 'Rye' });
    for (const [note, status] of [
      ['Bake early', 201],
      ['', 404],
    ] as const) {
      const id = crypto.randomUUID();
      const moment = { id, episodeId, start: 65, end: 65, note };
      await person.send('POST', '/api/user/moments', moment);
      const reply = await person.send('POST', REVIEWS, { kind: 'moment', sourceId: id });
      expect(reply.status).toBe(status);
    }
    expect((await dueOf(person)).items).toMatchObject([
      { front: 'What was said at 1:05 of “Rye”?', back: 'Bake early', seconds: 65 },
    ]);
  });
});
