import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { quizQuestions } from '../../../schema/tables/quiz.ts';
import type { Quiz, QuizQuestion } from '../../../schema/wire/quiz.ts';
import {
  type Assistant,
  type AssistantEpisode,
  AssistantError,
} from '../../../worker/assistant/assistant.ts';
import { embeddedAssistant } from '../../../worker/assistant/choose-assistant.ts';
import { generateQuiz } from '../../../worker/quiz/generate-quiz.ts';
import { transcriptDeps } from '../../../worker/transcripts/find-transcript.ts';
import { slowBucket } from '../../support/buckets.ts';
import { serve } from '../../support/outside.ts';
import { ask, makePerson, ORIGIN, type Person } from '../../support/people.ts';
import { plantPodcast } from '../../support/planted-podcast.ts';
import { db, makeEpisode, makePodcast, subscribe, vttLink } from '../../support/podcasts.ts';
import { useUp } from '../../support/rate-limits.ts';
import { storeTranscript } from '../../support/search.ts';
import { addSource } from '../../support/sources.ts';

const PATH = '/api/quiz/generate';

/** A podcast with an episode that has much to ask about. */
async function makeTalk() {
  const podcast = await makePodcast();
  const { transcript } = plantPodcast('https://sound.test', podcast.title, 7);
  const url = await serve(`/${crypto.randomUUID()}.vtt`, { body: transcript });
  await makeEpisode(podcast.id, { transcriptLinks: [vttLink(url)] });
  return podcast;
}

/** Requests a quiz about one podcast. */
const requestQuiz = (person: Person, podcastId: string) =>
  person.send('POST', PATH, { podcastId, useWholeLibrary: false });

function expectQuiz(questions: QuizQuestion[]) {
  expect(questions).toHaveLength(5);
  expect(new Set(questions.map(({ question }) => question)).size).toBe(5);
  for (const { question, options, correctAnswerIndex, explanation } of questions) {
    expect(question).not.toBe('');
    expect(explanation).not.toBe('');
    expect(options).toHaveLength(4);
    expect(new Set(options).size).toBe(4);
    expect(options[correctAnswerIndex]).toBeTruthy();
  }
}

describe('a quiz', () => {
  test('of one podcast has five questions of four different options', async () => {
    const { id } = await makeTalk();
    const person = await makePerson();
    const reply = await requestQuiz(person, id);
    expect(reply.status).toBe(200);
    expectQuiz((await reply.json<{ questions: QuizQuestion[] }>()).questions);
  });

  test("of the entire library asks about the reader's subscriptions", async () => {
    const person = await makePerson();
    await subscribe(person.id, (await makeTalk()).id, (await makeTalk()).id);
    const reply = await person.send('POST', PATH, { podcastId: null, useWholeLibrary: true });
    expect(reply.status).toBe(200);
    expectQuiz((await reply.json<{ questions: QuizQuestion[] }>()).questions);
  });

  test('is made once for a request that is sent again because its reply was lost', async () => {
    const { id: podcastId } = await makeTalk();
    const [person, stranger] = [await makePerson(), await makePerson()];
    const sendAs = (who: Person, id: string) =>
      who.ask(PATH, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: ORIGIN, 'Idempotency-Key': id },
        body: JSON.stringify({ podcastId, useWholeLibrary: false }),
      });
    const id = crypto.randomUUID();
    const send = async (who: Person) => (await sendAs(who, id)).json<Quiz>();
    const byId = ({ id: one }: QuizQuestion, { id: other }: QuizQuestion) =>
      (one ?? '').localeCompare(other ?? '');
    const [quiz, again] = [await send(person), await send(person)];
    expectQuiz(quiz.questions);
    expect(again.id).toBe(quiz.id);
    expect(again.questions.toSorted(byId)).toEqual(quiz.questions.toSorted(byId));
    const questionsOf = (who: Person) => db.$count(quizQuestions, eq(quizQuestions.userId, who.id));
    expect(await questionsOf(person)).toBe(5);
    expectQuiz((await send(stranger)).questions);
    expect(await questionsOf(stranger)).toBe(5);
    // Another one is made for another request.
    const other = await sendAs(person, crypto.randomUUID());
    expect((await other.json<Quiz>()).id).not.toBe(quiz.id);
    expect((await sendAs(person, 'mine')).status).toBe(400);
  });

  test('is made once for requests that come at the same time, and anew for others', async () => {
    const [first, second] = [await makeTalk(), await makeTalk()];
    const [person, other] = [await makePerson(), await makePerson()];
    const quizOf = async (reader: Person, podcastId: string) =>
      (await requestQuiz(reader, podcastId)).json<Quiz>();
    const [quiz, ...same] = await Promise.all(
      [first, first, first].map(({ id }) => quizOf(person, id)),
    );
    expectQuiz(quiz?.questions ?? []);
    expect(same).toEqual([quiz, quiz]);
    const different = await Promise.all([
      quizOf(person, first.id),
      quizOf(person, second.id),
      quizOf(other, first.id),
    ]);
    expect(new Set([quiz, ...different].map((one) => one?.id)).size).toBe(4);
  });

  test("about a reader's own sources asks nothing of anybody else's, at the same time and of the same name", async () => {
    const words = ['falcon', 'otter', 'badger', 'heron'];
    const { transcript } = plantPodcast('https://sound.test', 'Notes', 7);
    const said = [...transcript.matchAll(/<v [^>]*>(.+)/g)].map(([, sentence = '']) => sentence);
    const quizzes = await Promise.all(
      words.map(async (word) => {
        const person = await makePerson();
        const text = said.join(' ').replaceAll(/\b(?:work|feedback|habits|goals|review)\b/g, word);
        await addSource(person, { kind: 'text', title: 'Notes', text });
        const reply = await person.send('POST', PATH, { podcastId: null, useWholeLibrary: true });
        return JSON.stringify(await reply.json());
      }),
    );
    quizzes.forEach((quiz, at) => {
      expect(words.filter((word) => quiz.includes(word))).toEqual([words[at]]);
    });
  });

  test('is made after the others of its reader, because each takes much memory', async () => {
    const talks = [await makeTalk(), await makeTalk(), await makeTalk()];
    const reading = slowBucket(env.TRANSCRIPTS);
    const person = await makePerson({ ...env, TRANSCRIPTS: reading.bucket });
    const make = ({ id }: { id: string }) => requestQuiz(person, id);
    for (const talk of talks) expect((await make(talk)).status).toBe(200);
    expect((await Promise.all(talks.map(make))).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ]);
    expect(reading.mostAtOnce()).toBe(1);
  });

  test('reads only as many long transcripts as fit into memory', async () => {
    const person = await makePerson();
    const { id: podcastId } = await makePodcast();
    for (const word of ['One', 'Two', 'Three']) {
      const { id } = await makeEpisode(podcastId);
      await storeTranscript(id, Array(15).fill(`${word} ${'long '.repeat(2_000)}.`));
    }
    const read: AssistantEpisode[] = [];
    const assistant: Assistant = {
      ...embeddedAssistant(),
      async writeQuiz(episodes) {
        read.push(...episodes);
        throw new AssistantError('empty', 'Nothing was asked.');
      },
    };
    const request = { podcastId, useWholeLibrary: false };
    await expect(generateQuiz(transcriptDeps(env), assistant, person.id, request)).rejects.toThrow(
      'too short',
    );
    expect(read).toHaveLength(2);
  });

  test('of an empty library says what to do', async () => {
    const person = await makePerson();
    const reply = await person.send('POST', PATH, { useWholeLibrary: true });
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({
      error: 'unprocessable',
      message: expect.stringMatching(/^Your library has no episodes yet/),
    });
  });

  test('needs a transcript', async () => {
    const podcast = await makePodcast();
    const links = [vttLink(await serve(`/${crypto.randomUUID()}.vtt`, { status: 404 }))];
    await makeEpisode(podcast.id);
    await makeEpisode(podcast.id, { isYoutubeShort: true, transcriptLinks: links });
    await makeEpisode(podcast.id, { transcriptLinks: links });
    const person = await makePerson();
    const reply = await requestQuiz(person, podcast.id);
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({
      message: 'None of these episodes has a transcript to make questions from.',
    });
  });

  test('whose transcripts cannot be fetched right now may come later', async () => {
    const podcast = await makePodcast();
    const down = await serve(`/${crypto.randomUUID()}.vtt`, { status: 503 });
    await makeEpisode(podcast.id, { transcriptLinks: [vttLink(down)] });
    const person = await makePerson();
    const reply = await requestQuiz(person, podcast.id);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({
      message: 'The transcripts could not be fetched. Please try again later.',
    });
  });

  test('of too short a transcript says so', async () => {
    const podcast = await makePodcast();
    const body = 'WEBVTT\n\n00:00.000 --> 00:04.000\nThe river froze last night.\n';
    const url = await serve(`/${crypto.randomUUID()}.vtt`, { body });
    await makeEpisode(podcast.id, { transcriptLinks: [vttLink(url)] });
    const person = await makePerson();
    const reply = await requestQuiz(person, podcast.id);
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({
      message: 'These episodes are too short for a quiz.',
    });
  });

  test("a failed transcript doesn't affect other episodes", async () => {
    const podcast = await makeTalk();
    const down = await serve(`/${crypto.randomUUID()}.vtt`, { status: 503 });
    await makeEpisode(podcast.id, { transcriptLinks: [vttLink(down)] });
    const person = await makePerson();
    const reply = await requestQuiz(person, podcast.id);
    expect(reply.status).toBe(200);
  });

  test('of an unknown podcast is not found', async () => {
    const person = await makePerson();
    const reply = await requestQuiz(person, crypto.randomUUID());
    expect(reply.status).toBe(404);
    expect(await reply.json()).toEqual({ error: 'not_found', message: 'Podcast not found' });
  });

  test('of a podcast without episodes says what to do', async () => {
    const { id } = await makePodcast();
    const person = await makePerson();
    const reply = await requestQuiz(person, id);
    expect(reply.status).toBe(422);
    expect(await reply.json()).toEqual({
      error: 'unprocessable',
      message: 'This podcast has no episodes yet. Fetch its recent episodes first.',
    });
  });

  test.each([
    ['podcastId', { podcastId: null, useWholeLibrary: false }],
    ['podcastId', { useWholeLibrary: false }],
    ['podcastId', { podcastId: '17', useWholeLibrary: false }],
    ['useWholeLibrary', { podcastId: null }],
    ['useWholeLibrary', { podcastId: null, useWholeLibrary: 'yes' }],
  ])('a wrong %s is refused by its name', async (field, body) => {
    const reply = await (await makePerson()).send('POST', PATH, body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: 'bad_request', field });
  });

  test("without a podcast, the screen's hint is the message", async () => {
    const body = { podcastId: null, useWholeLibrary: false };
    const reply = await (await makePerson()).send('POST', PATH, body);
    expect(await reply.json()).toMatchObject({ message: 'Please select a podcast to continue' });
  });

  test('many in a minute by one person are refused', async () => {
    const person = await makePerson();
    useUp(env.QUESTION_LIMIT, person.id);
    const reply = await person.send('POST', PATH, { useWholeLibrary: true });
    expect(reply.status).toBe(429);
    expect(reply.headers.get('Retry-After')).toBe('60');
  });

  test('requires a login', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"useWholeLibrary":true}' };
    expect((await ask(PATH, init)).status).toBe(401);
  });
});
