import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { quizQuestions } from '../../../schema/tables/quiz.ts';
import type { Quiz, QuizQuestion } from '../../../schema/wire/quiz.ts';
import type { Assistant } from '../../../worker/assistant/assistant.ts';
import { createEmbeddedAssistant } from '../../../worker/assistant/embedded/embedded-assistant.ts';
import { withFallback } from '../../../worker/assistant/model/with-fallback.ts';
import { listAskedLately } from '../../../worker/quiz/asked-questions.ts';
import { generateQuiz } from '../../../worker/quiz/generate-quiz.ts';
import { mixQuestions } from '../../../worker/quiz/mix-questions.ts';
import { transcriptDeps } from '../../../worker/transcripts/find-transcript.ts';
import { serve } from '../../support/outside.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast, vttLink } from '../../support/podcasts.ts';
import { sendQuiz, submitQuiz } from '../../support/quizzes.ts';
import { seeded } from '../../support/sample.ts';

/** Much to ask about, without repetitions. */
const SAID = [
  'The first bakery in Ghent sold 340 loaves of rye bread every morning before sunrise.',
  'Copper wires lose about 12 percent of their current when the cable gets too hot.',
  'In 1987 the harbour of Antwerp moved its oldest lighthouse two kilometres inland.',
  'A violin from Cremona was auctioned for 95000 euros because its varnish was intact.',
  'Bees visit nearly 4000 flowers to gather a single spoon of lavender honey.',
  'The glacier above Zermatt has retreated 650 metres since the railway was opened.',
  'You should water young olive trees early because the midday sun burns wet leaves.',
  'Our telescope in Tenerife photographed 27 comets during one clear winter.',
  'Marathon runners should sleep nine hours because tired muscles heal slowly.',
  'The printing museum of Mainz owns 18 presses that still work with wooden letters.',
  'Submarine cables carry 99 percent of all messages between the continents.',
  'Old chess masters remember about 50000 positions from games they have studied.',
  'A sundial in Jaipur tells the time within 20 seconds on cloudless afternoons.',
  'Penguins of the Falkland islands dive 180 metres deep to hunt for squid.',
];

async function makeTalk(): Promise<string> {
  const podcast = await makePodcast();
  const cues = SAID.map(
    (text, index) => `00:00:${index + 10}.000 --> 00:00:${index + 11}.000\n${text}\n`,
  );
  const body = `WEBVTT\n\n${cues.join('\n')}`;
  const url = await serve(`/${crypto.randomUUID()}.vtt`, { body });
  await makeEpisode(podcast.id, { transcriptLinks: [vttLink(url)] });
  return podcast.id;
}

async function takeQuiz(person: Person, podcastId: string): Promise<QuizQuestion[]> {
  const body = { podcastId, useWholeLibrary: false };
  const reply = await person.send('POST', '/api/quiz/generate', body);
  expect(reply.status).toBe(200);
  const { questions, notice } = await reply.json<Quiz>();
  expect(notice).toBeUndefined();
  return questions;
}

const submit = (person: Person, questions: QuizQuestion[], isCorrect: boolean) =>
  sendQuiz(
    person,
    questions.map(({ question, episodeId }) => ({ question, episodeId, isCorrect })),
  );

describe('questions answered wrongly', () => {
  test('are asked again among new ones, without duplicates', async () => {
    const [person, podcastId] = [await makePerson(), await makeTalk()];
    const first = await takeQuiz(person, podcastId);
    expect(first.every(({ episodeId }) => typeof episodeId === 'string')).toBe(true);
    expect((await submit(person, first, false)).status).toBe(200);
    // A new question may name the same topics as an old one, about another sentence.
    const keyOf = ({ question, explanation }: QuizQuestion) => `${question} ${explanation}`;
    const before = new Map(first.map((question) => [keyOf(question), question]));
    const second = await takeQuiz(person, podcastId);
    expect(second).toHaveLength(5);
    expect(new Set(second.map(({ question }) => question)).size).toBe(5);
    const again = second.filter((question) => before.has(keyOf(question)));
    expect(again.length).toBeGreaterThanOrEqual(2);
    for (const question of again) {
      const { options, correctAnswerIndex } = question;
      const asked = before.get(keyOf(question));
      expect(new Set(options).size).toBe(4);
      expect(options[correctAnswerIndex]).toBe(asked?.options[asked.correctAnswerIndex]);
    }
  });

  test('are at most two of a quiz', async () => {
    const [person, podcastId] = [await makePerson(), await makeTalk()];
    const request = { podcastId, useWholeLibrary: false };
    const words = SAID.map((text) => text.split(' ').slice(1, 4).join(' '));
    const assistant: Assistant = {
      ...createEmbeddedAssistant(),
      writeQuiz: async ([episode], count) => ({
        isStandIn: false,
        result: words.splice(0, count).map((about) => ({
          question: `What of the ${about}?`,
          options: ['One', 'Two', 'Three', 'Four'],
          correctAnswerIndex: 0,
          explanation: { text: `Said of the ${about}.`, evidence: [] },
          episodeId: episode?.id ?? '',
        })),
      }),
    };
    const deps = transcriptDeps(env);
    const first = await generateQuiz(deps, assistant, person.id, request);
    await submit(person, first.questions, false);
    const second = await generateQuiz(deps, assistant, person.id, request);
    const before = new Set(first.questions.map(({ question }) => question));
    expect(second.questions.filter(({ question }) => before.has(question))).toHaveLength(2);
  });

  test('stop once they were answered correctly as often', async () => {
    const [person, podcastId] = [await makePerson(), await makeTalk()];
    const asked = await takeQuiz(person, podcastId);
    await submit(person, asked, false);
    await submit(person, asked, true);
    const rows = await db.select().from(quizQuestions).where(eq(quizQuestions.userId, person.id));
    expect(rows.map(({ timesWrong, timesRight }) => [timesWrong, timesRight])).toEqual(
      rows.map(() => [1, 1]),
    );
  });

  test('count once if they are sent twice', async () => {
    const [person, podcastId] = [await makePerson(), await makeTalk()];
    const reply = await person.send('POST', '/api/quiz/generate', {
      podcastId,
      useWholeLibrary: false,
    });
    const { id: quizId, questions } = await reply.json<Quiz>();
    const answers = questions.map(({ question }) => ({ question, isCorrect: false }));
    for (let times = 0; times < 2; times++)
      expect((await sendQuiz(person, answers, quizId)).status).toBe(200);
    const rows = await db.select().from(quizQuestions).where(eq(quizQuestions.userId, person.id));
    expect(rows.map(({ timesWrong }) => timesWrong)).toEqual([1, 1, 1, 1, 1]);
  });

  test("are private: other users' answers change nothing", async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const podcastId = await makeTalk();
    const asked = await takeQuiz(person, podcastId);
    const answers = asked.map(({ question, episodeId, id }) => ({
      question,
      episodeId,
      id,
      isCorrect: false,
    }));
    expect((await sendQuiz(other, answers)).status).toBe(200);
    const rows = await db.select().from(quizQuestions);
    const ofThem = rows.filter(({ userId }) => userId === person.id || userId === other.id);
    expect(ofThem).toHaveLength(5);
    expect(ofThem.every(({ userId, timesWrong }) => userId === person.id && timesWrong === 0)).toBe(
      true,
    );
  });

  test.each([
    [{ answers: 'all' }],
    [{ answers: [{ question: '', isCorrect: true }] }],
    [{ answers: [{ question: 'Why?', isCorrect: 'no' }] }],
    [{ answers: [{ question: 'Why?', episodeId: '17', isCorrect: true }] }],
  ])('are refused in another form: %j', async (answers) => {
    const person = await makePerson();
    const quizId = crypto.randomUUID();
    await submitQuiz(person, quizId, 0, 5);
    const reply = await person.send('POST', '/api/quiz/answers', { quizId, ...answers });
    expect(reply.status).toBe(400);
  });

  test('count only for a quiz that was submitted by who answered', async () => {
    const [person, other] = [await makePerson(), await makePerson()];
    const [asked] = await takeQuiz(person, await makeTalk());
    const quizId = crypto.randomUUID();
    await submitQuiz(other, quizId, 0, 1);
    const answers = [{ question: asked?.question ?? '', isCorrect: false }];
    const reply = await person.send('POST', '/api/quiz/answers', { quizId, answers });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({ message: 'This quiz was not submitted' });
    const rows = await db.select().from(quizQuestions).where(eq(quizQuestions.userId, person.id));
    expect(rows.every(({ timesWrong }) => timesWrong === 0)).toBe(true);
  });
});

const known = (question: string, explanation: string) => ({
  question,
  options: ['a', 'b', 'c', 'd'],
  correctAnswerIndex: 2,
  explanation,
  episodeId: 'e',
});
const FRESH = ['apples orchard harvest', 'boats harbour anchor', 'copper wire tension'].map(
  (words) => known(`What of ${words}?`, `Said: ${words} matter`),
);

describe('mixing', () => {
  test('leaves out a new question about the same passage', () => {
    const again = known(
      'How many pears did Ann sell in winter?',
      'Ann sold ninety pears in winter.',
    );
    const alike = known('Who sold pears, by what was said?', 'Ann sold ninety pears in winter.');
    const mixed = mixQuestions([again], [alike, ...FRESH], 4);
    expect(mixed.map(({ question }) => question).sort()).toEqual(
      [again, ...FRESH].map(({ question }) => question).sort(),
    );
    const asked = mixed.find(({ question }) => question === again.question);
    expect(asked?.options[asked.correctAnswerIndex]).toBe('c');
  });

  test('repeats nothing if too few other questions would be left', () => {
    const again = known('What of apples orchard harvest?', 'Said: apples orchard harvest matter');
    const copy = known('And apples orchard harvest?', 'Said: apples orchard harvest matter');
    const [first = again] = FRESH;
    expect(mixQuestions([again], [first, copy], 2)).toEqual([first, copy]);
  });

  test('distributes repeats, and their correct answers, evenly', () => {
    const again = known('How many pears did Ann sell?', 'Ann sold ninety pears in winter.');
    const random = seeded(7);
    const places = { answer: [0, 0, 0, 0], question: [0, 0, 0, 0] };
    for (let round = 0; round < 400; round++) {
      const mixed = mixQuestions([again], FRESH, 4, random);
      const index = mixed.findIndex(({ question }) => question === again.question);
      places.question[index] = (places.question[index] ?? 0) + 1;
      const answer = mixed[index]?.correctAnswerIndex ?? -1;
      places.answer[answer] = (places.answer[answer] ?? 0) + 1;
    }
    for (const counts of Object.values(places)) {
      expect(Math.min(...counts)).toBeGreaterThan(70);
      expect(Math.max(...counts)).toBeLessThan(130);
    }
  });
});

test('an error that is not about the material is thrown as it is', async () => {
  const podcastId = await makeTalk();
  const error = new Error('a defect');
  const broken = { ...createEmbeddedAssistant(), writeQuiz: () => Promise.reject(error) };
  const person = await makePerson();
  const request = { podcastId, useWholeLibrary: false };
  await expect(generateQuiz(transcriptDeps(env), broken, person.id, request)).rejects.toBe(error);
});

test('a quiz generated without the model says so', async () => {
  const podcastId = await makeTalk();
  const embedded = createEmbeddedAssistant();
  const broken = { ...embedded, writeQuiz: () => Promise.reject(new Error('no model')) };
  const person = await makePerson();
  const request = { id: crypto.randomUUID(), podcastId, useWholeLibrary: false };
  const assistant = withFallback(broken, embedded);
  const quiz = await generateQuiz(transcriptDeps(env), assistant, person.id, request);
  expect(quiz.questions).toHaveLength(5);
  expect(quiz.notice).toMatch(/^The model could not answer/);
  // Sent again because the reply was lost: the model may answer now.
  const again = await generateQuiz(transcriptDeps(env), embedded, person.id, request);
  expect(again.notice).toBeUndefined();
  const wordings = ({ questions }: Quiz) => questions.map(({ question }) => question);
  expect(wordings(again)).not.toEqual(wordings(quiz));
});

test('of very many questions that were asked, a quiz reads the latest', async () => {
  const person = await makePerson();
  const { id: episodeId } = await makeEpisode((await makePodcast()).id);
  const question = { question: 'Why?', options: ['a', 'b', 'c', 'd'], correctAnswerIndex: 0 };
  const json = JSON.stringify({ ...question, explanation: 'So.' });
  await db.run(sql`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1100)
    INSERT INTO quiz_questions
      (user_id, question_hash, episode_id, question, asked_at, times_wrong, times_right)
    SELECT ${person.id}, ${person.id} || n, ${episodeId},
      json_set(${json}, '$.question', 'Why ' || n || '?'), ${Date.now()} - 5000 + n, 0, 0
    FROM numbers`);
  const lately = await listAskedLately(db, person.id, [episodeId]);
  expect(lately).toHaveLength(1_000);
  expect(lately[0]?.question).toBe('Why 1100?');
});
