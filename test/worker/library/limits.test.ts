import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { SAVED_INSIGHTS_MAX } from '../../../schema/limits.ts';
import { savedInsights } from '../../../schema/tables/library.ts';
import type { SavedInsight } from '../../../schema/wire/library.ts';
import { ask, makePerson, ORIGIN, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast } from '../../support/podcasts.ts';

const PATH = '/api/user/insights';
const MEGABYTE = 1024 * 1024;

/** Fills a library with this many rows of this many characters. */
async function fill(person: Person, episodeId: string, rows: number, chars: number) {
  const insight = 'x'.repeat(chars);
  for (let index = 0; index < rows; index += 10) {
    const some = Array.from({ length: Math.min(10, rows - index) }, () => ({
      userId: person.id,
      episodeId,
      insight,
      insightHtml: '',
      insightHash: crypto.randomUUID(),
      tags: [],
      generatedAt: new Date(),
    }));
    await db.batch([db.insert(savedInsights).values(some)]);
  }
}

async function makeSaver() {
  const person = await makePerson();
  const { id: episodeId } = await makeEpisode((await makePodcast()).id);
  const save = (insight: string) => person.send('POST', PATH, { episodeId, insight });
  return { person, episodeId, save };
}

const FULL = {
  error: 'conflict',
  message:
    'Your library is full: it holds 2,000 insights or 20 MB at most. ' +
    'Delete some that you no longer need, then try again.',
};

describe('the library of one account', () => {
  test('holds at most 2,000 insights, also if several are saved at once', async () => {
    const { person, episodeId, save } = await makeSaver();
    await fill(person, episodeId, SAVED_INSIGHTS_MAX - 1, 1);
    const replies = await Promise.all(['a', 'b', 'c'].map(save));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const full = await save('d');
    expect(full.status).toBe(409);
    expect(await full.json()).toEqual(FULL);
    const [kept] = await db.select().from(savedInsights).where(eq(savedInsights.userId, person.id));
    const id = kept?.id ?? '';
    expect((await person.send('DELETE', `${PATH}/${id}`)).status).toBe(200);
    expect((await save('d')).status).toBe(201);
  });

  test('holds at most 20 MB including notes and tags, and can still be reduced', async () => {
    const { person, episodeId, save } = await makeSaver();
    const saved = await (await save('Small')).json<SavedInsight>();
    await fill(person, episodeId, 40, MEGABYTE / 2 - 100);
    const put = (body: object) => person.send('PUT', `${PATH}/${saved.id}`, body);
    expect((await put({ userNotes: 'n'.repeat(3_000) })).status).toBe(200);
    expect((await save('x'.repeat(10_000))).status).toBe(409);
    expect((await put({ insight: 'x'.repeat(10_000) })).status).toBe(409);
    const notes = await put({ userNotes: 'é'.repeat(5_000) });
    expect(await notes.json()).toEqual(FULL);
    // Far above the limit, as if that had been higher before.
    await fill(person, episodeId, 1, MEGABYTE / 2);
    expect((await put({ userNotes: '' })).status).toBe(200);
  });

  test("leaves another user's library unaffected", async () => {
    const { person, episodeId } = await makeSaver();
    await fill(person, episodeId, SAVED_INSIGHTS_MAX, 1);
    const other = await makeSaver();
    expect((await other.save('Room')).status).toBe(201);
  });
});

describe('writes per minute', () => {
  test.each([
    ['POST', PATH],
    ['PUT', `${PATH}/${crypto.randomUUID()}`],
    ['DELETE', `${PATH}/${crypto.randomUUID()}`],
    ['DELETE', `/api/user/chat-sessions/${crypto.randomUUID()}`],
    ['POST', '/api/content'],
    ['PUT', '/api/user/profile'],
    ['POST', `/api/podcasts/${crypto.randomUUID()}/subscribe`],
    ['DELETE', `/api/podcasts/${crypto.randomUUID()}/subscribe`],
    ['POST', '/api/podcasts/fetch-recent'],
    ['POST', `/api/podcasts/episodes/${crypto.randomUUID()}/insights`],
    ['POST', '/api/quiz/submit'],
    ['POST', '/api/quiz/answers'],
  ])('are counted per person: %s %s', async (method, path) => {
    const person = await makePerson();
    const seen: string[] = [];
    const limiter: RateLimit = {
      limit: async ({ key }) => {
        seen.push(key ?? '');
        return { success: false };
      },
    };
    const bindings: Env = { ...env, WRITE_LIMIT: limiter, QUESTION_LIMIT: limiter };
    const headers = { Cookie: person.cookie, 'Content-Type': 'application/json', Origin: ORIGIN };
    const reply = await ask(path, { method, headers, body: '{}' }, bindings);
    expect(reply.status).toBe(429);
    expect(reply.headers.get('Retry-After')).toBe('60');
    expect(await reply.text()).toContain('Too many changes. Try again in a minute.');
    expect(seen).toEqual([person.id]);
  });
});
