import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { sessionIdOf } from '../../../worker/accounts/sessions.ts';
import { withKeyedLock } from '../../../worker/platform/keyed-lock.ts';
import { post, someAddress, someName } from '../../support/accounts.ts';
import { bindingWith } from '../../support/bindings.ts';
import { serve } from '../../support/outside.ts';
import { ask, makePerson, ORIGIN, type Person } from '../../support/people.ts';
import { makeEpisode, makePodcast, vtt, vttLink } from '../../support/podcasts.ts';
import { makeSpoken } from '../../support/search.ts';

const MAX_WAITING = 50;

/** Holds a user's lock until it is told to stop. */
function keepBusy(userId: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const kept = withKeyedLock(userId, () => promise);
  return async () => {
    resolve();
    await kept;
  };
}

const SOME_ID = crypto.randomUUID();
const TEXT: object = { kind: 'text', text: 'Prices rise in March.' };
const PAGE: object = { kind: 'page', address: 'http://10.0.0.1/' };

test.each([
  ['GET', '/api/search?q=price', ''],
  ['GET', `/api/user/insights/${SOME_ID}/markdown`, ''],
  ['GET', '/api/user/brief/preview', ''],
  ['POST', '/api/user/insights', ''],
  ['POST', '/api/user/opml', ''],
  ['PUT', `/api/user/insights/${SOME_ID}`, ''],
  ['POST', '/api/user/imports?parts=1', ''],
  ['PUT', `/api/user/imports/${SOME_ID}?part=1`, ''],
  ['PUT', `/api/user/sources/${SOME_ID}`, ''],
  ['POST', '/api/user/sources', '', TEXT],
  ['POST', '/api/user/sources', 'page ', PAGE],
  ['POST', '/api/user/moments', 'outside '],
  ['GET', `/api/podcasts/episodes/${SOME_ID}/said?at=1`, 'outside '],
  ['POST', '/api/user/podcasts', 'outside '],
  ['POST', '/api/user/podcasts/preview', 'outside '],
  ['POST', '/api/digest/generate', 'digest '],
])(
  "%s %s waits for the person's earlier ones, and for nobody else's",
  async (method, path, prefix, body = {}) => {
    const [person, other] = [await makePerson(), await makePerson()];
    const end = keepBusy(`${prefix}${person.id}`);
    const send = ({ ask, send: sendJson }: Person) =>
      method === 'GET' ? ask(path) : sendJson(method, path, body);
    let isAnswered = false;
    const waiting = send(person).then((reply) => {
      isAnswered = true;
      return reply.status;
    });
    const { status } = await send(other);
    expect(isAnswered).toBe(false);
    await end();
    expect(await waiting).toBe(status);
  },
);

test.each([
  ['a page', 'page '],
  ['a podcast', 'outside '],
])('a text does not wait for %s that is read from a slow server', async (_, prefix) => {
  const person = await makePerson();
  const end = keepBusy(`${prefix}${person.id}`);
  expect((await person.send('POST', '/api/user/sources', TEXT)).status).toBe(201);
  await end();
});

test.each(['', '/transcript'])(
  'an episode%s whose transcript is there waits for what its reader reads, and for nobody else',
  async (path) => {
    const [person, other] = [await makePerson(), await makePerson()];
    const { episodeId } = await makeSpoken(['Ada Quist speaks.', 'Ines: And so does Ines.']);
    const end = keepBusy(person.id);
    const open = ({ ask }: Person) => ask(`/api/podcasts/episodes/${episodeId}${path}`);
    let isAnswered = false;
    const waiting = open(person).then((reply) => {
      isAnswered = true;
      return reply.status;
    });
    for (const _ of [1, 2, 3]) expect((await open(other)).status).toBe(200);
    expect(isAnswered).toBe(false);
    await end();
    expect(await waiting).toBe(200);
  },
);

test('a transcript asked for many times while it is fetched is not read again for each', async () => {
  let reads = 0;
  const bucket = bindingWith(env.TRANSCRIPTS, {
    get(key: string) {
      if (key.endsWith('.json')) reads += 1;
      return env.TRANSCRIPTS.get(key);
    },
  });
  const person = await makePerson({ ...env, TRANSCRIPTS: bucket });
  const { id: podcastId } = await makePodcast();
  const url = await serve(`/${crypto.randomUUID()}.vtt`, { body: vtt(['Hello.']), delayMs: 500 });
  const { id } = await makeEpisode(podcastId, { transcriptLinks: [vttLink(url)] });
  const asked = Array.from({ length: 5 }, () =>
    person.ask(`/api/podcasts/episodes/${id}/transcript`),
  );
  const replies = await Promise.all(asked);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(reads).toBe(0);
});

test('a feed waits for what its owner reads', async () => {
  const person = await makePerson();
  const created = await person.send('POST', '/api/user/feeds/saved', {});
  const { address } = await created.json<{ address: string }>();
  const end = keepBusy(person.id);
  let isAnswered = false;
  const waiting = ask(new URL(address).pathname).then((reply) => {
    isAnswered = true;
    return reply.status;
  });
  expect((await ask('/api/podcasts')).status).toBe(200);
  expect(isAnswered).toBe(false);
  await end();
  expect(await waiting).toBe(200);
});

test.each(['login', 'register'])(
  'a %s waits for earlier ones from its address only',
  async (path) => {
    const address = someAddress();
    const end = keepBusy(`login ${address}`);
    const send = (from: string) =>
      post(`/api/${path}`, { username: someName(), password: 'correct horse' }, { address: from });
    let isAnswered = false;
    const waiting = send(address).then((reply) => {
      isAnswered = true;
      return reply.status;
    });
    const { status } = await send(someAddress());
    expect(isAnswered).toBe(false);
    await end();
    expect(await waiting).toBe(status);
  },
);

test('a handshake waits for the earlier ones of its session', async () => {
  const [person, other] = [await makePerson(), await makePerson()];
  const request = new Request(ORIGIN, { headers: { Cookie: person.cookie } });
  const end = keepBusy((await sessionIdOf(request)) ?? '');
  const path = `/ws?sessionId=${crypto.randomUUID()}`;
  const shake = ({ ask }: Person) => ask(path, { headers: { Upgrade: 'websocket' } });
  let isAnswered = false;
  const waiting = shake(person).then(({ status }) => {
    isAnswered = true;
    return status;
  });
  for (let time = 0; time < 3; time++) expect((await shake(other)).status).toBe(404);
  expect(isAnswered).toBe(false);
  await end();
  expect(await waiting).toBe(404);
});

test('many at once run one at a time, in order, and too many are refused', async () => {
  const { id } = await makePerson();
  const end = keepBusy(id);
  let running = 0;
  const read = (index: number) =>
    withKeyedLock(id, async () => {
      running += 1;
      expect(running).toBe(1);
      await scheduler.wait(0);
      running -= 1;
      return index;
    });
  const reads = Array.from({ length: MAX_WAITING }, (_, index) => read(index));
  await expect(read(MAX_WAITING)).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Too many requests at once. Please try again in a moment.',
  });
  await end();
  expect(await Promise.all(reads)).toEqual(reads.map((_, index) => index));
  expect(await read(0), 'afterwards there is room again').toBe(0);
});

test('a read that fails lets the next one run', async () => {
  const { id } = await makePerson();
  const failing = withKeyedLock(id, () => Promise.reject(new Error('broken')));
  const next = withKeyedLock(id, () => Promise.resolve('read'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('read');
});
