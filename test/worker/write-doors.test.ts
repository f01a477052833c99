/** Whatever stores something about an episode, or about something made from one, refuses what isn't the reader's. */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { chatSessions } from '../../schema/tables/chat.ts';
import { quizQuestions } from '../../schema/tables/quiz.ts';
import { makePerson, type Person } from '../support/people.ts';
import { db, makeEpisode, makeOwnPodcast, makePodcast } from '../support/podcasts.ts';
import { addSource, sourcesOf } from '../support/sources.ts';

/** What one reader has made of an episode that nobody else may open. */
interface Owned {
  episodeId: string;
  podcastId: string;
  sessionId: string;
  insightId: string;
  momentId: string;
  reviewId: string;
  questionId: string;
}

const QUESTION = 'How many patients left?';
/** A question's id names its question, whoever was asked it. */
const QUESTION_ID = '5'.repeat(64);

let owner: Person;
/** By why the stranger may not open the episode. */
let owned: Record<string, Owned>;

/** What the owner has made of an episode. A source has no moments. */
async function madeOf(episodeId: string, podcastId: string): Promise<Owned> {
  const [sessionId, momentId] = [crypto.randomUUID(), crypto.randomUUID()];
  await db
    .insert(chatSessions)
    .values({ id: sessionId, userId: owner.id, episodeId, remainingFollowUps: 10 });
  const insight = await owner.send('POST', '/api/user/insights', {
    episodeId,
    insight: 'Two left.',
  });
  const { id: insightId } = await insight.json<{ id: string }>();
  const asked = { id: momentId, episodeId, start: 1, end: 1, note: 'Two left.' };
  await owner.send('POST', '/api/user/moments', asked);
  const card = { kind: 'insight', sourceId: insightId };
  const { id: reviewId } = await (await owner.send('POST', '/api/user/reviews', card)).json<{
    id: string;
  }>();
  await db
    .insert(quizQuestions)
    .values({
      userId: owner.id,
      questionHash: QUESTION_ID,
      episodeId,
      question: {
        question: QUESTION,
        options: ['2', '3', '4', '5'],
        correctAnswerIndex: 0,
        explanation: 'Two left.',
      },
      askedAt: new Date(),
    })
    .onConflictDoNothing();
  return {
    episodeId,
    podcastId,
    sessionId,
    insightId,
    momentId,
    reviewId,
    questionId: QUESTION_ID,
  };
}

beforeAll(async () => {
  owner = await makePerson();
  const source = await addSource(owner);
  const added = await makeOwnPodcast(owner.id);
  const secret = await makePodcast({ isListed: false, ownerId: owner.id });
  const { podcastId: sourcesId } = await sourcesOf(owner);
  const about = async (podcastId: string) => madeOf((await makeEpisode(podcastId)).id, podcastId);
  owned = {
    'a source': await madeOf(source.id, sourcesId ?? ''),
    'an added podcast': await about(added.id),
    'a private podcast': await about(secret.id),
  };
});

type Door = [
  name: string,
  call: (made: Owned) => [method: string, path: string, body: object],
  status: number,
];

const at = () => new Date().toISOString();
const episode = (made: Owned) => `/api/podcasts/episodes/${made.episodeId}`;

const DOORS: Door[] = [
  [
    'a position',
    (made) => ['PUT', `/api/user/positions/${made.episodeId}`, { seconds: 5, at: at() }],
    404,
  ],
  [
    'a moment',
    ({ episodeId }) => [
      'POST',
      '/api/user/moments',
      { id: crypto.randomUUID(), episodeId, start: 1, end: 2 },
    ],
    404,
  ],
  [
    "a moment under another's id",
    ({ episodeId, momentId: id }) => [
      'POST',
      '/api/user/moments',
      { id, episodeId, start: 1, end: 2 },
    ],
    404,
  ],
  [
    "a moment's note",
    ({ momentId }) => ['PUT', `/api/user/moments/${momentId}`, { note: 'x' }],
    404,
  ],
  [
    'a saved insight',
    ({ episodeId }) => ['POST', '/api/user/insights', { episodeId, insight: 'Theirs' }],
    404,
  ],
  [
    "a saved insight's notes",
    ({ insightId }) => ['PUT', `/api/user/insights/${insightId}`, { userNotes: 'x' }],
    404,
  ],
  ['an insight', (made) => ['POST', `${episode(made)}/insights`, {}], 404],
  [
    'a question',
    (made) => ['POST', `${episode(made)}/chat`, { message: QUESTION, sessionId: made.sessionId }],
    404,
  ],
  [
    'a question to all podcasts',
    ({ sessionId }) => ['POST', '/api/ask/chat', { message: QUESTION, sessionId }],
    404,
  ],
  ['a stop', (made) => ['POST', `${episode(made)}/chat/stop`, { sessionId: made.sessionId }], 404],
  [
    "a saved insight's review",
    ({ insightId: sourceId }) => ['POST', '/api/user/reviews', { kind: 'insight', sourceId }],
    404,
  ],
  [
    "a moment's review",
    ({ momentId: sourceId }) => ['POST', '/api/user/reviews', { kind: 'moment', sourceId }],
    404,
  ],
  [
    "a question's review",
    ({ questionId: sourceId }) => ['POST', '/api/user/reviews', { kind: 'question', sourceId }],
    404,
  ],
  [
    'a grade',
    ({ reviewId }) => [
      'POST',
      `/api/user/reviews/${reviewId}/grades`,
      { gradeId: crypto.randomUUID(), rating: 3, at: at() },
    ],
    404,
  ],
  [
    'a quiz',
    ({ podcastId }) => ['POST', '/api/quiz/generate', { podcastId, useWholeLibrary: false }],
    404,
  ],
  [
    'answers to a quiz',
    ({ episodeId, questionId: id }) => [
      'POST',
      '/api/quiz/answers',
      {
        quizId: crypto.randomUUID(),
        answers: [{ question: QUESTION, episodeId, id, isCorrect: false }],
      },
    ],
    404,
  ],
  ['a subscription', ({ podcastId }) => ['POST', `/api/podcasts/${podcastId}/subscribe`, {}], 404],
];

/** How many rows of each table with an episode are this reader's. */
async function rowsOf({ id }: Person): Promise<Record<string, number>> {
  const tables = await env.DB.prepare(
    `SELECT name FROM sqlite_master
     WHERE type = 'table' AND sql LIKE '%user_id%' AND sql LIKE '%episode_id%'`,
  ).all<{ name: string }>();
  const counts: Record<string, number> = {};
  for (const { name } of tables.results) {
    const sql = `SELECT count(*) AS rows FROM ${name} WHERE user_id = ?`;
    counts[name] = (await env.DB.prepare(sql).bind(id).first<number>('rows')) ?? 0;
  }
  return counts;
}

test.each(DOORS)('%s stores nothing about what is somebody else’s', async (_, call, status) => {
  const stranger = await makePerson();
  for (const [why, made] of Object.entries(owned)) {
    const before = await rowsOf(owner);
    expect(before).toHaveProperty('positions');
    const [method, path, body] = call(made);
    const reply = await stranger.send(method, path, body);
    expect([why, reply.status]).toEqual([why, status]);
    expect(new Set(Object.values(await rowsOf(stranger)))).toEqual(new Set([0]));
    expect(await rowsOf(owner)).toEqual(before);
  }
});
