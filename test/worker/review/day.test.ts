import { subDays } from 'date-fns';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { REVIEW_BACK_MAX_CHARS, REVIEW_ITEMS_MAX } from '../../../schema/limits.ts';
import { podcasts } from '../../../schema/tables/catalogue.ts';
import { chatFollowUps, chatSessions } from '../../../schema/tables/chat.ts';
import { episodes } from '../../../schema/tables/episodes.ts';
import { ownPodcasts } from '../../../schema/tables/own-podcasts.ts';
import {
  reviewDays,
  reviewGrades,
  reviewItems,
  reviewSettings,
} from '../../../schema/tables/review.ts';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import type { ReviewItem, ReviewProgress, Takeaway } from '../../../schema/wire/review.ts';
import { keepResult } from '../../../worker/quiz/asked-questions.ts';
import { serve } from '../../support/outside.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast, subscribe, vttLink } from '../../support/podcasts.ts';
import { addQuestions, askQuestions, dueOf, grade, REVIEWS } from '../../support/reviews.ts';
import { makeSpoken } from '../../support/search.ts';

/** At noon, so that no test runs past midnight. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12, 0, 0, 0) });
});
afterEach(() => {
  vi.useRealTimers();
});

const today = () => Math.floor(Date.now() / 86_400_000);

async function addMany(person: Person, count: number): Promise<ReviewItem[]> {
  const { asked } = await askQuestions(person, count);
  return addQuestions(
    person,
    asked.map(({ id }) => id),
  );
}

async function dueInChart(person: Person): Promise<number | undefined> {
  const progress = await (await person.ask(`${REVIEWS}/progress`)).json<ReviewProgress>();
  return progress.forecast[0]?.due;
}

describe('the day', () => {
  test('has at most five new items and twenty in all; the rest waits', async () => {
    const person = await makePerson();
    expect(await dueOf(person)).toMatchObject({ dueToday: 0, hasItems: false });
    const items = await addMany(person, 30);
    expect(await dueOf(person)).toMatchObject({ hasItems: true });
    expect(await dueOf(person)).toMatchObject({ dueToday: 5, dueLater: 25 });
    expect(await dueInChart(person)).toBe(5);
    // Most of them were reviewed once and are long overdue.
    const seen = items.slice(0, 24);
    for (const { id } of seen) {
      await db
        .update(reviewItems)
        .set({ reps: 1, stability: 3, difficulty: 5, lastDay: today() - 60, dueDay: today() - 57 })
        .where(eq(reviewItems.id, id));
    }
    const due = await dueOf(person);
    expect(due).toMatchObject({ dueToday: 20, dueLater: 10 });
    expect(due.items.every(({ state }) => state === 'learning')).toBe(true);
    for (const { id } of due.items.slice(0, 18)) await grade(person, id, { rating: 3 });
    expect(await dueOf(person)).toMatchObject({ dueToday: 2, dueLater: 10, gradedToday: 18 });
    expect(await dueInChart(person)).toBe(2);
    for (const { id } of due.items.slice(18)) await grade(person, id, { rating: 3 });
    expect(await dueOf(person)).toMatchObject({ dueToday: 0, dueLater: 10 });
    expect(await dueInChart(person)).toBe(0);
  });

  test('is as long as the reader has set it', async () => {
    const person = await makePerson();
    await addMany(person, 6);
    const settings = { itemsPerDay: 4, newPerDay: 3, timeZone: 'Asia/Kolkata' };
    const reply = await person.send('PUT', `${REVIEWS}/settings`, settings);
    expect(await reply.json()).toEqual({ isOn: true, ...settings });
    const due = await dueOf(person);
    expect(due).toMatchObject({ dueToday: 3, dueLater: 3, settings });
    expect(due.items[0]?.dueAt).toMatch(/T18:30:00.000Z$/);
    expect(await dueOf(person, '?limit=0')).toMatchObject({ items: [], dueToday: 3 });
    const wrong = { timeZone: 'Mars/Olympus' };
    expect((await person.send('PUT', `${REVIEWS}/settings`, wrong)).status).toBe(400);
    expect((await person.ask(`${REVIEWS}/due?timeZone=nowhere`)).status).toBe(400);
  });

  test('that was read to its end keeps the streak, also with nothing due', async () => {
    const person = await makePerson();
    for (const daysAgo of [0, 1, 3]) {
      const at = subDays(new Date(), daysAgo).toISOString();
      expect((await person.send('POST', `${REVIEWS}/days`, { at })).status).toBe(200);
    }
    expect(await dueOf(person)).toMatchObject({ streak: 3, isKept: true });
  });
});

describe('what went wrong in a quiz', () => {
  const submit = (person: Person, answers: { question: string; isCorrect: boolean }[]) =>
    person.send('POST', '/api/quiz/submit', {
      score: answers.filter(({ isCorrect }) => isCorrect).length,
      totalQuestions: answers.length,
      quizId: crypto.randomUUID(),
      answers,
    });

  test('is due tomorrow; what went right is not reviewed', async () => {
    const person = await makePerson();
    const { asked } = await askQuestions(person, 3);
    const answers = asked.map(({ question }, index) => ({ question, isCorrect: index === 0 }));
    expect((await submit(person, answers)).status).toBe(201);
    const rows = await db.select().from(reviewItems).where(eq(reviewItems.userId, person.id));
    expect(new Set(rows.map(({ sourceId }) => sourceId))).toEqual(
      new Set(asked.slice(1).map(({ id }) => id)),
    );
    expect(rows.every(({ dueDay }) => dueDay === today() + 1)).toBe(true);
    expect(await dueOf(person)).toMatchObject({ dueToday: 0 });
  });

  test('comes forward where it was due later', async () => {
    const person = await makePerson();
    const { asked } = await askQuestions(person, 1);
    const [item] = await addQuestions(
      person,
      asked.map(({ id }) => id),
    );
    await grade(person, item?.id ?? '', { rating: 4, at: subDays(new Date(), 2) });
    await submit(
      person,
      asked.map(({ question }) => ({ question, isCorrect: false })),
    );
    const [row] = await db.select().from(reviewItems).where(eq(reviewItems.userId, person.id));
    expect(row).toMatchObject({ dueDay: today() + 1, reps: 1 });
  });

  test('fills a review to its last place, also from two quizzes at once', async () => {
    const person = await makePerson();
    const { asked, episode } = await askQuestions(person, 5);
    const [known, ...others] = asked.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await addQuestions(person, [known?.id ?? '']);
    await db.run(sql`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers
        WHERE n < ${REVIEW_ITEMS_MAX - 2})
      INSERT INTO review_items (id, user_id, kind, source_id, episode_id, front, back, due_day,
        reps, lapses, revision, created_at)
      SELECT ${person.id} || n, ${person.id}, 'question', n, ${episode.id}, 'f', 'b', 0, 0, 0, 0, 0
      FROM numbers`);
    const wrong = (questions: typeof asked) =>
      submit(
        person,
        questions.map(({ question }) => ({ question, isCorrect: false })),
      );
    const [first, second, ...rest] = others;
    if (!known || !first || !second) throw new Error('there are too few questions');
    await Promise.all([wrong([known, first, second]), wrong([known, ...rest])]);
    expect(await db.$count(reviewItems, eq(reviewItems.userId, person.id))).toBe(REVIEW_ITEMS_MAX);
    const more = await askQuestions(person, 1);
    const body = { kind: 'question', sourceId: more.asked[0]?.id };
    const refused = await person.send('POST', REVIEWS, body);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      message: expect.stringMatching(/^Your review is full/),
    });
  });

  test('comes in although the first try to count the quiz ended halfway', async () => {
    const person = await makePerson();
    const { asked } = await askQuestions(person, 1);
    const answers = asked.map(({ question }) => ({ question, isCorrect: false }));
    const quizId = crypto.randomUUID();
    const result = { score: 0, totalQuestions: 1, performanceMessage: '' };
    await keepResult(db, { ...result, id: quizId, userId: person.id }, answers);
    const body = { ...result, quizId, answers };
    expect((await person.send('POST', '/api/quiz/submit', body)).status).toBe(201);
    expect(await db.$count(reviewItems, eq(reviewItems.userId, person.id))).toBe(1);
  });

  test('stays out for who has switched the review off', async () => {
    const person = await makePerson();
    const { asked } = await askQuestions(person, 1);
    await person.send('PUT', `${REVIEWS}/settings`, { isOn: false });
    await submit(
      person,
      asked.map(({ question }) => ({ question, isCorrect: false })),
    );
    expect(await db.$count(reviewItems, eq(reviewItems.userId, person.id))).toBe(0);
  });
});

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

const SAID = [
  'Hiring managers should ask every candidate the same questions in the same order.',
  'Copper wires lose about 12 percent of their current when the cable gets too hot.',
  'You should water young olive trees early because the midday sun burns wet leaves.',
  'Structured interviews predict performance twice as well as a friendly conversation.',
  'Our telescope in Tenerife photographed 27 comets during one clear winter.',
];

describe('the one new thing', () => {
  const takeawayFor = async (person: Person) =>
    (await (await person.ask(`${REVIEWS}/takeaway`)).json<{ takeaway: Takeaway | null }>())
      .takeaway;

  /** An episode of this week, of a podcast that the person subscribes to. */
  async function makeNewEpisode(person: Person, said: string[], publishedAt = new Date()) {
    const podcast = await makePodcast();
    await subscribe(person.id, podcast.id);
    const cues = said.map(
      (text, index) => `00:00:${index + 10}.000 --> 00:00:${index + 11}.000\n${text}\n`,
    );
    const url = await serve(`/${crypto.randomUUID()}.vtt`, {
      body: `WEBVTT\n\n${cues.join('\n')}`,
    });
    const fields = { transcriptLinks: [vttLink(url)], publishedAt };
    return { podcast, episode: await makeEpisode(podcast.id, fields) };
  }

  test('is of the newest episode for a reader without a profile, and goes with it', async () => {
    const person = await makePerson();
    const older = await makeNewEpisode(person, SAID, subDays(new Date(), 2));
    const newest = await makeNewEpisode(person, SAID.toReversed());
    for (const { episode } of [older, newest]) {
      await person.ask(`/api/podcasts/episodes/${episode.id}/transcript`);
    }
    expect(await takeawayFor(person)).toMatchObject({
      episodeId: newest.episode.id,
      because: null,
    });
    await db.delete(episodes).where(eq(episodes.id, newest.episode.id));
    expect(await takeawayFor(person)).toBeNull();
  });

  test('is a takeaway of the week that fits the reader, the same all day, then another one', async () => {
    const person = await makePerson();
    await person.send('PUT', '/api/user/profile', { role: 'HR lead', goals: 'better interviews' });
    const { podcast, episode } = await makeNewEpisode(person, SAID);
    const ask = () => takeawayFor(person);
    // Nobody waits for a transcript that is not there yet.
    expect(await ask()).toBeNull();
    await person.ask(`/api/podcasts/episodes/${episode.id}/transcript`);
    const first = await ask();
    expect(first).toMatchObject({ episodeId: episode.id, podcastTitle: podcast.title });
    expect(first?.text).toMatch(/interviews|Hiring/);
    expect(await ask()).toEqual(first);
    await db
      .update(reviewDays)
      .set({ day: today() - 1 })
      .where(eq(reviewDays.userId, person.id));
    const second = await ask();
    expect(second?.text).not.toBe(first?.text);
    expect(SAID).toContain(second?.text);
    // Being shown something is not yet a kept day.
    expect(await dueOf(person)).toMatchObject({ streak: 0 });
  });

  test('is never who somebody is, however well that fits the reader', async () => {
    const person = await makePerson();
    await person.send('PUT', '/api/user/profile', { role: 'HR lead', goals: 'better interviews' });
    // The first two sentences that matter make up the gist, from which nothing is chosen.
    const introductions = [
      'Ana Ruiz is the author of a guide to better interviews for HR leads.',
      'Ben Okoro is the founder of a firm that ran 400 interviews for 12 companies.',
      'Cleo Marsh is the head of hiring at a bank with 900 interviews a year.',
      'Dora Lind is the director of a school where HR leads learn better interviews.',
    ];
    const { episode } = await makeNewEpisode(person, [...introductions, ...SAID]);
    await person.ask(`/api/podcasts/episodes/${episode.id}/transcript`);
    const shown: string[] = [];
    for (let takeaway = await takeawayFor(person); takeaway; takeaway = await takeawayFor(person)) {
      shown.push(takeaway.text);
      await db
        .update(reviewDays)
        .set({ day: today() - shown.length })
        .where(and(eq(reviewDays.userId, person.id), eq(reviewDays.day, today())));
    }
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((text) => introductions.includes(text))).toEqual([]);
  });
});

test('progress counts states, what was remembered, and what is coming', async () => {
  const person = await makePerson();
  const items = await addMany(person, 3);
  const [first, second] = items;
  for (const [daysAgo, rating] of [
    [20, 3],
    [10, 3],
    [5, 1],
  ] as const) {
    await grade(person, first?.id ?? '', { rating, at: subDays(new Date(), daysAgo) });
  }
  await grade(person, second?.id ?? '', { rating: 3 });
  const progress = await (await person.ask(`${REVIEWS}/progress`)).json<ReviewProgress>();
  expect(progress.states).toEqual({ new: 1, learning: 2, known: 0 });
  expect(progress.byTopic).toEqual([{ name: 'HR', reviews: 2, remembered: 1 }]);
  expect(progress.byPodcast).toMatchObject([{ reviews: 2, remembered: 1 }]);
  expect(progress.forecast).toHaveLength(30);
  expect(progress.forecast[0]?.due).toBe(2);
});

test("progress by topic uses the reader's own categories; sources have none", async () => {
  const person = await makePerson();
  const [item] = await addMany(person, 1);
  for (const [daysAgo, rating] of [
    [20, 3],
    [10, 3],
  ] as const) {
    await grade(person, item?.id ?? '', { rating, at: subDays(new Date(), daysAgo) });
  }
  const [episode] = await db
    .select({ podcastId: episodes.podcastId })
    .from(episodes)
    .where(eq(episodes.id, item?.episodeId ?? ''));
  const podcastId = episode?.podcastId ?? '';
  const topics = async () =>
    (await (await person.ask(`${REVIEWS}/progress`)).json<ReviewProgress>()).byTopic;
  await db.update(podcasts).set({ isListed: false }).where(eq(podcasts.id, podcastId));
  await db.insert(ownPodcasts).values({ userId: person.id, podcastId, category: 'Law' });
  expect(await topics()).toEqual([{ name: 'Law', reviews: 1, remembered: 1 }]);
  await db.update(podcasts).set({ kind: 'sources' }).where(eq(podcasts.id, podcastId));
  expect(await topics()).toEqual([]);
});

test('is deleted with the account', async () => {
  const person = await makePerson();
  const [item] = await addMany(person, 1);
  await grade(person, item?.id ?? '', { rating: 3 });
  await person.send('PUT', `${REVIEWS}/settings`, { newPerDay: 2 });
  expect((await person.send('DELETE', '/api/user', {})).status).toBe(200);
  for (const table of [reviewItems, reviewGrades, reviewDays, reviewSettings]) {
    expect(await db.$count(table, eq(table.userId, person.id))).toBe(0);
  }
});
