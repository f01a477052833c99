/** Review items for tests inside workerd. */
import { afterEach, beforeEach, vi } from 'vitest';
import { quizQuestions } from '../../schema/tables/quiz.ts';
import { type DueReviews, dueReviewsSchema, type ReviewItem } from '../../schema/wire/review.ts';
import { questionIds } from '../../worker/quiz/question-ids.ts';
import type { Person } from './people.ts';
import { db, makeEpisode, makePodcast } from './podcasts.ts';

export const REVIEWS = '/api/user/reviews';

/** Runs each test of a file at noon, so that none runs past midnight. */
export function atNoon(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(12, 0, 0, 0) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Days since 1970 in UTC, as the review counts them. */
export const today = () => Math.floor(Date.now() / 86_400_000);

/** Creates questions that this user was asked, as their ids and texts. */
export async function askQuestions(person: Person, count: number) {
  const podcast = await makePodcast();
  const episode = await makeEpisode(podcast.id);
  const asked = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const question = `How many loaves were sold on day ${index} (${crypto.randomUUID()})?`;
      const identity = { episodeId: episode.id, question, answer: '340' };
      const [id = ''] = await questionIds(db, person.id, [identity]);
      return { question, id };
    }),
  );
  for (const { question, id } of asked) {
    await db.insert(quizQuestions).values({
      userId: person.id,
      questionHash: id,
      episodeId: episode.id,
      question: {
        question,
        options: ['340', '12', '95', '27'],
        correctAnswerIndex: 0,
        explanation: 'Ada: “We sold 340 loaves.” [1:05]',
      },
      askedAt: new Date(),
    });
  }
  return { asked, podcast, episode };
}

/** Adds these questions to review, in their order. */
export async function addQuestions(person: Person, ids: string[]): Promise<ReviewItem[]> {
  const items: ReviewItem[] = [];
  for (const sourceId of ids) {
    const reply = await person.send('POST', REVIEWS, { kind: 'question', sourceId });
    items.push(await reply.json<ReviewItem>());
  }
  return items;
}

/** Adds as many new questions to review. */
export async function addMany(person: Person, count: number): Promise<ReviewItem[]> {
  const { asked } = await askQuestions(person, count);
  return addQuestions(
    person,
    asked.map(({ id }) => id),
  );
}

export async function dueOf(person: Person, query = ''): Promise<DueReviews> {
  const reply = await person.ask(`${REVIEWS}/due${query}`);
  return dueReviewsSchema.parse(await reply.json());
}

export const grade = (
  person: Person,
  itemId: string,
  fields: { rating: number; at?: Date; gradeId?: string; timeZone?: string },
) =>
  person.send('POST', `${REVIEWS}/${itemId}/grades`, {
    gradeId: crypto.randomUUID(),
    ...fields,
    at: (fields.at ?? new Date()).toISOString(),
  });
