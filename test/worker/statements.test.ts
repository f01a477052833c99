import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { CONVERSATIONS_PAGE, SAVED_INSIGHTS_PAGE } from '../../schema/limits.ts';
import { chatFollowUps, chatSessions } from '../../schema/tables/chat.ts';
import { savedInsights } from '../../schema/tables/library.ts';
import { countingDatabase } from '../support/databases.ts';
import { ask, makePerson, type Person } from '../support/people.ts';
import { db, makeEpisode, makePodcast, subscribe } from '../support/podcasts.ts';

interface Amount {
  podcasts: number;
  episodesEach: number;
  insights: number;
  sessions: number;
}

const LITTLE: Amount = { podcasts: 1, episodesEach: 1, insights: 1, sessions: 1 };
const MUCH: Amount = { podcasts: 40, episodesEach: 3, insights: 200, sessions: 50 };

/** A user with this much of everything. */
async function makeReader(amount: Amount): Promise<Person> {
  const person = await makePerson();
  const episodeIds: string[] = [];
  for (let index = 0; index < amount.podcasts; index++) {
    const podcast = await makePodcast();
    await subscribe(person.id, podcast.id);
    for (let each = 0; each < amount.episodesEach; each++) {
      episodeIds.push((await makeEpisode(podcast.id)).id);
    }
  }
  const episodeId = (index: number) => episodeIds[index % episodeIds.length] ?? '';
  for (let index = 0; index < amount.insights; index++) {
    await db.insert(savedInsights).values({
      userId: person.id,
      episodeId: episodeId(index),
      insight: `Insight ${index}`,
      insightHtml: `<p>Insight ${index}</p>`,
      insightHash: String(index),
      tags: [],
      generatedAt: new Date(),
    });
  }
  for (let index = 0; index < amount.sessions; index++) {
    const sessionId = crypto.randomUUID();
    const session = { userId: person.id, episodeId: episodeId(index), remainingFollowUps: 9 };
    await db.insert(chatSessions).values({ id: sessionId, ...session });
    await db.insert(chatFollowUps).values({ sessionId, question: 'Who?', answer: 'Ada.' });
  }
  return person;
}

/** The part of a list that one page contains. */
const PAGES: Record<string, number> = {
  '/api/user/insights': SAVED_INSIGHTS_PAGE,
  '/api/user/chat-sessions': CONVERSATIONS_PAGE,
};

/** How many statements a user's GET executes, and how many items the reply has. */
async function measure(person: Person, path: string, count: (body: never) => number) {
  const counting = countingDatabase(env.DB);
  const bindings: Env = { ...env, DB: counting.database };
  const reply = await ask(path, { headers: { Cookie: person.cookie } }, bindings);
  expect(reply.status).toBe(200);
  return { statements: counting.count(), things: count(await reply.json<never>()) };
}

const CALLS: [
  path: string,
  atMost: number,
  things: keyof Amount | null,
  count: (body: never) => number,
][] = [
  ['/api/podcasts', 1, null, (body: unknown[]) => body.length],
  ['/api/user', 1, null, () => 1],
  ['/api/user/subscriptions', 2, 'podcasts', (body: unknown[]) => body.length],
  ['/api/podcasts/recent-episodes', 2, 'podcasts', (body: object) => Object.keys(body).length],
  [
    '/api/user/insights',
    2,
    'insights',
    (body: { podcastGroups: { insights: unknown[] }[] }) =>
      body.podcastGroups.flatMap(({ insights }) => insights).length,
  ],
  [
    '/api/user/chat-sessions',
    2,
    'sessions',
    (body: { chatSessions: unknown[] }) => body.chatSessions.length,
  ],
];

describe('statements for a request', () => {
  test('are few, and independent of the amount of data', { timeout: 60_000 }, async () => {
    const [little, much] = [await makeReader(LITTLE), await makeReader(MUCH)];
    for (const [path, atMost, things, count] of CALLS) {
      const [few, many] = [await measure(little, path, count), await measure(much, path, count)];
      expect(few.statements, path).toBeGreaterThan(0);
      expect(few.statements, path).toBeLessThanOrEqual(atMost);
      expect(many.statements, path).toBe(few.statements);
      if (things === null) continue;
      const most = PAGES[path] ?? Infinity;
      expect([few.things, many.things], path).toEqual([
        LITTLE[things],
        Math.min(MUCH[things], most),
      ]);
    }
  });

  test('a cached catalogue costs none', async () => {
    const counting = countingDatabase(env.DB);
    const bindings: Env = { ...env, DB: counting.database, CATALOGUE_CACHE_SECONDS: 60 };
    await ask('/api/podcasts', {}, bindings);
    const first = counting.count();
    await ask('/api/podcasts', {}, bindings);
    expect(first).toBe(1);
    expect(counting.count()).toBe(1);
  });

  test('counts single statements and batches', async () => {
    const counting = countingDatabase(env.DB);
    const one = counting.database.prepare('SELECT ?').bind(1);
    await one.all();
    await one.first();
    await counting.database.batch([one, one]);
    expect(counting.count()).toBe(4);
  });
});
