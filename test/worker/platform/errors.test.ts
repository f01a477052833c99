import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { post, someName } from '../../support/accounts.ts';
import { brokenDatabase, DATABASE_ERROR, interruptedDatabase } from '../../support/databases.ts';
import { ask, makePerson, ORIGIN } from '../../support/people.ts';

const broken: Env = { ...env, DB: brokenDatabase(env.DB) };

/** Words of SQL statements, stacks and paths, which must never leak. */
const INSIDES = /select|insert|d1|sqlite|hidden_column|users|stack|\.ts|at \w+ \(|error:/i;

const APOLOGY = 'Something went wrong on our side. Please try again.';

describe('an error of our own', () => {
  test('becomes an apology in JSON without internal details', async () => {
    for (const [method, path] of [
      ['GET', '/api/podcasts'],
      ['GET', '/api/user'],
      ['GET', '/api/user/insights'],
      ['POST', '/api/podcasts/fetch-recent'],
      ['POST', '/api/logout'],
    ] as const) {
      const headers = { Cookie: `dripcast_session=${'a'.repeat(43)}`, Origin: ORIGIN };
      const reply = await ask(path, { method, headers }, broken);
      expect(reply.status).toBe(500);
      const text = await reply.text();
      expect(JSON.parse(text)).toEqual({ error: 'internal', message: APOLOGY });
      expect(text.replace(APOLOGY, '').replace('"error":', '')).not.toMatch(INSIDES);
      expect(JSON.stringify([...reply.headers])).not.toContain('D1_ERROR');
    }
  });

  test('is plain text on routes whose screens show it directly', async () => {
    const account = { username: someName(), password: 'a password' };
    for (const path of ['/api/login', '/api/register']) {
      const reply = await post(path, account, { bindings: broken });
      expect(reply.status).toBe(500);
      expect(await reply.text()).toBe(APOLOGY);
    }
  });

  test("is logged with its cause for the operator, without a user's data", async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const account = { username: someName(), password: 'very secret words' };
    await post('/api/login', account, { bindings: broken });
    await post('/api/register', account, { bindings: broken });
    const lines = logged.mock.calls.flat().join('\n');
    logged.mockRestore();
    expect(lines).toContain('request_failed');
    expect(lines).toContain(DATABASE_ERROR);
    for (const secret of [account.password, account.username, 'scrypt$']) {
      expect(lines).not.toContain(secret);
    }
  });

  test('is a refusal if the account was deleted meanwhile, and is not logged', async () => {
    const person = await makePerson();
    const leave = () => person.send('DELETE', '/api/user', {});
    const DB = interruptedDatabase(env.DB, /^insert into "contents"/, leave);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const headers = { Cookie: person.cookie, Origin: ORIGIN, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ content: 'A draft' });
    const init = { method: 'POST', headers, body };
    const reply = await ask('/api/content', init, { ...env, DB });
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
    expect(reply.status).toBe(401);
    expect(await reply.json()).toMatchObject({ error: 'unauthorized' });
  });

  test('a deployment with an invalid setting fails with the same apology', async () => {
    const person = await makePerson({ ...env, SESSION_DAYS: 0 });
    const reply = await person.ask('/api/user');
    expect(reply.status).toBe(500);
    expect(await reply.json()).toEqual({ error: 'internal', message: APOLOGY });
  });
});

describe('an invalid field', () => {
  test.each([
    ['POST', '/api/user/insights', { episodeId: 5, insight: 'a' }, 'episodeId'],
    ['POST', '/api/quiz/submit', { score: 'a', totalQuestions: 5 }, 'score'],
    ['POST', '/api/quiz/generate', { podcastId: {}, useWholeLibrary: true }, 'podcastId'],
    ['POST', '/api/content', { content: ['a'] }, 'content'],
  ])('is named: %s %s', async (method, path, body, field) => {
    const reply = await (await makePerson()).send(method, path, body);
    expect(reply.status).toBe(400);
    const refusal = await reply.json<{ message: string }>();
    expect(refusal).toMatchObject({ error: 'bad_request', field });
    expect(refusal.message).toContain(field);
  });
});

describe('health', () => {
  test('is ok if the database and the bucket answer', async () => {
    const reply = await ask('/api/health');
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({ status: 'ok', checks: { d1: 'ok', r2: 'ok' } });
  });

  test("says which part doesn't respond, but not why", async () => {
    const reply = await ask('/api/health', {}, broken);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toEqual({ status: 'failed', checks: { d1: 'failed', r2: 'ok' } });
    const noBucket: Env = {
      ...env,
      TRANSCRIPTS: new Proxy(env.TRANSCRIPTS, {
        get: () => () => Promise.reject(new Error('the bucket is gone')),
      }),
    };
    const without = await ask('/api/health', {}, noBucket);
    expect(without.status).toBe(503);
    expect(await without.json()).toMatchObject({ checks: { d1: 'ok', r2: 'failed' } });
  });
});
