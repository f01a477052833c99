/**
 * One call to D1, R2, a queue or a rate limiter fails, before or after it takes effect, while a request is served.
 * Sent again, the request succeeds, and has used up and made no more than one that never failed.
 */
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chatSessions } from '../../../schema/tables/chat.ts';
import { fetchWindows } from '../../../schema/tables/episodes.ts';
import { savedInsights } from '../../../schema/tables/library.ts';
import { quizResults } from '../../../schema/tables/quiz.ts';
import { Life, mortalBucket, mortalDatabase } from '../../support/life.ts';
import { serve } from '../../support/outside.ts';
import { ask, makePerson, ORIGIN } from '../../support/people.ts';
import { db, makeEpisode, makePodcast, rss, subscribe } from '../../support/podcasts.ts';
import { mortalQueue, recordingQueue } from '../../support/queues.ts';

/** Bindings whose calls are steps of a life. */
function bindingsOf(life: Life): Env {
  const { limit } = env.WRITE_LIMIT;
  return {
    ...env,
    DB: mortalDatabase(env.DB, life),
    TRANSCRIPTS: mortalBucket(env.TRANSCRIPTS, life),
    WRITE_LIMIT: { limit: (key) => life.step(() => limit.call(env.WRITE_LIMIT, key)) },
    INSIGHT_QUEUE: mortalQueue(life),
    REFRESH_QUEUE: mortalQueue(life),
    SEARCH_QUEUE: mortalQueue(life),
  };
}

/** A subscriber of a podcast with one episode, whose feed has it, too. */
async function makeSubscriber() {
  const person = await makePerson();
  const item = { guid: 'one', title: 'What hospitals pay' };
  const feedUrl = await serve(`/${crypto.randomUUID()}.xml`, { body: rss('Prices', [item]) });
  const podcast = await makePodcast({ feedUrl });
  await subscribe(person.id, podcast.id);
  const transcriptLinks = [{ url: feedUrl, type: 'text/vtt', language: 'en', rel: null }];
  const episode = await makeEpisode(podcast.id, { ...item, transcriptLinks });
  return { person, podcast, episode };
}

type Subscriber = Awaited<ReturnType<typeof makeSubscriber>>;

interface Call {
  request: (
    made: Subscriber,
  ) => [method: string, path: string, body?: unknown, headers?: Record<string, string>];
  /** What the request uses up or makes. */
  result: (made: Subscriber) => Promise<unknown>;
  once: unknown;
}

const CALLS: Record<string, Call> = {
  'an insight': {
    request: ({ episode }) => ['POST', `/api/podcasts/episodes/${episode.id}/insights`],
    result: async ({ person }) => [
      await (await person.ask('/api/user/remaining-generations')).json(),
      await db.$count(chatSessions, eq(chatSessions.userId, person.id)),
    ],
    once: [{ remaining: 9 }, 1],
  },
  'saving an insight': {
    request: ({ episode }) => [
      'POST',
      '/api/user/insights',
      { episodeId: episode.id, insight: 'Prices rise.' },
    ],
    result: ({ person }) => db.$count(savedInsights, eq(savedInsights.userId, person.id)),
    once: 1,
  },
  'a quiz’s result': {
    request: ({ podcast }) => [
      'POST',
      '/api/quiz/submit',
      { score: 3, totalQuestions: 5 },
      { 'Idempotency-Key': podcast.id },
    ],
    result: ({ person }) => db.$count(quizResults, eq(quizResults.userId, person.id)),
    once: 1,
  },
};

/** Sends a request with its bindings. */
function send(made: Subscriber, { request }: Pick<Call, 'request'>, bindings: Env) {
  const [method, path, body, more] = request(made);
  const headers = {
    ...more,
    Cookie: made.person.cookie,
    Origin: ORIGIN,
    'Content-Type': 'application/json',
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return ask(path, init, bindings);
}

/** Bindings of a day without faults, whose messages nobody delivers. */
const healthy: Env = {
  ...env,
  INSIGHT_QUEUE: recordingQueue().queue,
  REFRESH_QUEUE: recordingQueue().queue,
};

const endings = ['failing', 'lost'] as const;

test.each(
  Object.entries(CALLS).flatMap(([name, call]) => endings.map((e) => [name, e, call] as const)),
)('%s, with a call that is %s', async (_, ending, call) => {
  let isOver = true;
  for (let last = 1; isOver; last += 1) {
    const made = await makeSubscriber();
    const life = new Life(last, ending);
    const first = await send(made, call, bindingsOf(life));
    isOver = life.isOver;
    if (!first.ok) expect(await first.json(), `call ${last}`).toHaveProperty('message');
    const again = await send(made, call, healthy);
    expect(again.ok, `call ${last}`).toBe(true);
    expect(await call.result(made), `call ${last}`).toEqual(call.once);
  }
});

test.each(endings)(
  'a fetch of recent episodes that failed can be repeated, with a call that is %s',
  async (ending) => {
    const request = (): [string, string] => ['POST', '/api/podcasts/fetch-recent'];
    let isOver = true;
    for (let last = 1; isOver; last += 1) {
      const made = await makeSubscriber();
      const life = new Life(last, ending);
      const first = await send(made, { request }, bindingsOf(life));
      isOver = life.isOver;
      const [window] = await db
        .select()
        .from(fetchWindows)
        .where(eq(fetchWindows.userId, made.person.id));
      const days = ((window?.nextFetchAt.getTime() ?? 0) - Date.now()) / 86_400_000;
      // A claim that nobody knows to be theirs lasts a minute.
      expect(first.ok ? days > 6 : days < 0.01, `call ${last}: ${first.status}`).toBe(true);
    }
  },
);
