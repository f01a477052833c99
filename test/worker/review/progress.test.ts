import { subDays } from 'date-fns';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { podcasts } from '../../../schema/tables/catalogue.ts';
import { episodes } from '../../../schema/tables/episodes.ts';
import { ownPodcasts } from '../../../schema/tables/own-podcasts.ts';
import {
  reviewDays,
  reviewGrades,
  reviewItems,
  reviewSettings,
} from '../../../schema/tables/review.ts';
import type { ReviewProgress } from '../../../schema/wire/review.ts';
import { makePerson } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { addMany, atNoon, grade, REVIEWS } from '../../support/reviews.ts';

atNoon();

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
