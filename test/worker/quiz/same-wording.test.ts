import { env } from 'cloudflare:workers';
import { subDays } from 'date-fns';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { quizQuestions } from '../../../schema/tables/quiz.ts';
import { reviewItems } from '../../../schema/tables/review.ts';
import type { QuizQuestion } from '../../../schema/wire/quiz.ts';
import type { ReviewItem } from '../../../schema/wire/review.ts';
import type { Assistant } from '../../../worker/assistant/assistant.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { sha256Hex } from '../../../worker/platform/sha256.ts';
import { generateQuiz } from '../../../worker/quiz/generate-quiz.ts';
import { transcriptDeps } from '../../../worker/transcripts/find-transcript.ts';
import { accountOf, countOf, importInto, silentEnv } from '../../support/account-imports.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { sendQuiz } from '../../support/quizzes.ts';
import { dueOf, REVIEWS } from '../../support/reviews.ts';
import { makeSpoken } from '../../support/search.ts';

const WORDING = 'How many loaves are sold each morning?';
const makeTalk = () => makeSpoken(['We sell 340 loaves each morning.']);
type Talk = Awaited<ReturnType<typeof makeTalk>>;

/**
 * Asks this user the question and four others, with a model that has chosen them.
 *
 * @returns the question as it was asked, and what the model was told not to repeat
 */
async function ask(person: Person, { podcastId, episodeId }: Talk, right = '340') {
  const avoided: string[] = [];
  const texts = [WORDING, 'Copper wire?', 'Olive tree?', 'Old lighthouse?', 'Chess master?'];
  const assistant: Assistant = {
    ...createEmbeddedAssistant(),
    writeQuiz: (_episodes, _count, { avoid = [] }) => {
      avoided.push(...avoid.map(({ question }) => question));
      const result = texts.map((question) => ({
        question,
        options: [right, 'one', 'two', 'three'],
        correctAnswerIndex: 0,
        episodeId,
        explanation: { text: question, evidence: [] },
      }));
      return Promise.resolve({ result, isStandIn: false });
    },
  };
  const request = { podcastId, useWholeLibrary: false };
  const quiz = await generateQuiz(transcriptDeps(env), assistant, person.id, request);
  const asked = quiz.questions.find(({ question }) => question === WORDING);
  if (asked === undefined) throw new Error('The quiz leaves the question out');
  return { asked, avoided };
}

const submit = (
  person: Person,
  { question, episodeId, id }: Pick<QuizQuestion, 'question' | 'episodeId'> & { id?: string },
) => sendQuiz(person, [{ question, episodeId, id, isCorrect: false }]);

/** What is stored about the question: its episode, and how often it was answered wrongly. */
async function storedOf(person: Person) {
  const rows = await db.select().from(quizQuestions).where(eq(quizQuestions.userId, person.id));
  return rows
    .filter(({ question }) => question.question === WORDING)
    .map(({ episodeId, question, timesWrong }) => ({
      episodeId,
      right: question.options[question.correctAnswerIndex],
      timesWrong,
    }));
}

/** Stores the question as it was stored when its wording alone identified it. */
async function storeFormerly(person: Person, episodeId: string, askedAt = new Date()) {
  const questionHash = await sha256Hex(WORDING);
  const options = ['340', 'one', 'two', 'three'];
  await db.insert(quizQuestions).values({
    userId: person.id,
    questionHash,
    episodeId,
    askedAt,
    timesWrong: 1,
    timesRight: 1,
    question: { question: WORDING, options, correctAnswerIndex: 0, explanation: 'Said.' },
  });
  return questionHash;
}

test('only wrong answers come into review', async () => {
  const [person, talk] = [await makePerson(), await makeTalk()];
  const { asked } = await ask(person, talk);
  const answer = { question: asked.question, episodeId: asked.episodeId, id: asked.id };
  const send = (isCorrect: boolean) => sendQuiz(person, [{ ...answer, isCorrect }]);
  const inReview = () => db.$count(reviewItems, eq(reviewItems.userId, person.id));
  await send(true);
  expect(await inReview()).toBe(0);
  await send(false);
  expect(await inReview()).toBe(1);
});

test('an answer that names another episode than the question does not count', async () => {
  const [person, here, there] = [await makePerson(), await makeTalk(), await makeTalk()];
  const { asked } = await ask(person, here);
  await submit(person, { ...asked, episodeId: there.episodeId });
  expect(await storedOf(person)).toMatchObject([{ episodeId: here.episodeId, timesWrong: 0 }]);
});

describe('a question of the same wording', () => {
  test('about another episode is another one, with its own count and its own review', async () => {
    const [person, here, there] = [await makePerson(), await makeTalk(), await makeTalk()];
    const { asked: first } = await ask(person, here);
    await submit(person, first);
    const { asked: second } = await ask(person, there);
    expect(second.id).not.toBe(first.id);
    expect(await storedOf(person)).toEqual(
      expect.arrayContaining([
        { episodeId: here.episodeId, right: '340', timesWrong: 1 },
        { episodeId: there.episodeId, right: '340', timesWrong: 0 },
      ]),
    );
    await submit(person, second);
    expect((await storedOf(person)).map(({ timesWrong }) => timesWrong)).toEqual([1, 1]);
    const items = await db.select().from(reviewItems).where(eq(reviewItems.userId, person.id));
    expect(new Set(items.map(({ episodeId }) => episodeId))).toEqual(
      new Set([here.episodeId, there.episodeId]),
    );
  });

  test('with another answer is another one', async () => {
    const [person, talk] = [await makePerson(), await makeTalk()];
    const { asked: first } = await ask(person, talk, '340');
    const { asked: second } = await ask(person, talk, '95');
    await submit(person, second);
    expect(await storedOf(person)).toEqual(
      expect.arrayContaining([
        { episodeId: talk.episodeId, right: '340', timesWrong: 0 },
        { episodeId: talk.episodeId, right: '95', timesWrong: 1 },
      ]),
    );
    const add = async ({ id }: QuizQuestion) =>
      (await person.send('POST', REVIEWS, { kind: 'question', sourceId: id })).json<ReviewItem>();
    expect([(await add(first)).back, (await add(second)).back]).toEqual(['340', '95']);
  });

  test('about the same episode with the same answer is the same', async () => {
    const [person, talk] = [await makePerson(), await makeTalk()];
    const { asked: first } = await ask(person, talk);
    await submit(person, first);
    const { asked: second } = await ask(person, talk);
    await submit(person, second);
    expect(second.id).toBe(first.id);
    expect(await storedOf(person)).toMatchObject([{ timesWrong: 2 }]);
    expect(await db.$count(reviewItems, eq(reviewItems.userId, person.id))).toBe(1);
  });

  test("about another episode doesn't end the 30 days in which it is not repeated", async () => {
    const [person, here, there] = [await makePerson(), await makeTalk(), await makeTalk()];
    await ask(person, here);
    expect((await ask(person, there)).avoided).toEqual([]);
    expect((await ask(person, here)).avoided).toContain(WORDING);
  });

  test('counts as the episode says where the answer names no id; else as the latest', async () => {
    const [person, here, there] = [await makePerson(), await makeTalk(), await makeTalk()];
    const { asked } = await ask(person, here);
    await ask(person, there);
    const wrongOf = async ({ episodeId }: Talk) =>
      (await storedOf(person)).find((one) => one.episodeId === episodeId)?.timesWrong;
    await submit(person, { question: WORDING, episodeId: asked.episodeId });
    expect([await wrongOf(here), await wrongOf(there)]).toEqual([1, 0]);
    await db
      .update(quizQuestions)
      .set({ askedAt: subDays(new Date(), 1) })
      .where(eq(quizQuestions.episodeId, here.episodeId));
    await submit(person, { question: WORDING });
    expect([await wrongOf(here), await wrongOf(there)]).toEqual([1, 1]);
  });
});

describe('a question that its wording alone identified', () => {
  test('keeps its id and its count when it is asked again', async () => {
    const [person, talk] = [await makePerson(), await makeTalk()];
    const id = await storeFormerly(person, talk.episodeId);
    const { asked } = await ask(person, talk);
    expect(asked.id).toBe(id);
    await submit(person, asked);
    expect(await storedOf(person)).toMatchObject([{ timesWrong: 2 }]);
  });

  test('stays as it is when another one of its wording is asked', async () => {
    const [person, here, there] = [await makePerson(), await makeTalk(), await makeTalk()];
    await storeFormerly(person, here.episodeId);
    await ask(person, there);
    expect(await storedOf(person)).toEqual(
      expect.arrayContaining([
        { episodeId: here.episodeId, right: '340', timesWrong: 1 },
        { episodeId: there.episodeId, right: '340', timesWrong: 0 },
      ]),
    );
  });

  test('keeps its place in review, also once it is forgotten', async () => {
    const [person, here, there] = [await makePerson(), await makeTalk(), await makeTalk()];
    const sourceId = await storeFormerly(person, here.episodeId, subDays(new Date(), 91));
    await person.send('POST', REVIEWS, { kind: 'question', sourceId });
    expect((await ask(person, there)).asked.id).not.toBe(sourceId);
    expect(await storedOf(person)).toMatchObject([{ episodeId: there.episodeId }]);
    const { asked } = await ask(person, here);
    expect(asked.id).toBe(sourceId);
    await submit(person, asked);
    expect(await db.$count(reviewItems, eq(reviewItems.userId, person.id))).toBe(1);
  });

  test('is not imported a second time into its account', async () => {
    const [person, talk] = [await makePerson(silentEnv), await makeTalk()];
    const sourceId = await storeFormerly(person, talk.episodeId);
    await person.send('POST', REVIEWS, { kind: 'question', sourceId });
    const account = await accountOf(person);
    expect(countOf(await importInto(person, account))).toBe(0);
    expect(await accountOf(person)).toEqual(account);
  });
});

test('questions of one wording are imported each with its count and its review', async () => {
  const [person, other] = [await makePerson(silentEnv), await makePerson(silentEnv)];
  const [here, there] = [await makeTalk(), await makeTalk()];
  const { asked } = await ask(person, here);
  await submit(person, asked);
  await ask(person, there);
  await importInto(other, await accountOf(person));
  expect(await storedOf(other)).toEqual(expect.arrayContaining(await storedOf(person)));
  expect(await storedOf(other)).toHaveLength(2);
  // The item in review still belongs to the question: wrong again, it is one item.
  await submit(other, (await ask(other, here)).asked);
  expect(await db.$count(reviewItems, eq(reviewItems.userId, other.id))).toBe(1);
  expect((await dueOf(other)).dueLater).toBe(0);
});
