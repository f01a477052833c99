import { expect, test } from 'vitest';
import { sessionIdOf } from '../../../worker/accounts/sessions.ts';
import { inOwnLine } from '../../../worker/platform/own-line.ts';
import { makePerson, ORIGIN, type Person } from '../../support/people.ts';

const MOST_WAITING = 50;

/** Keeps a person's line busy until it is told to end. */
function keepBusy(userId: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const kept = inOwnLine(userId, () => promise);
  return async () => {
    resolve();
    await kept;
  };
}

test.each([
  '/api/search?q=price',
  `/api/user/insights/${crypto.randomUUID()}/markdown`,
  '/api/user/brief/preview',
])("%s waits for the person's earlier reads, and for nobody else's", async (path) => {
  const [person, other] = [await makePerson(), await makePerson()];
  const end = keepBusy(person.id);
  let isAnswered = false;
  const waiting = person.ask(path).then((reply) => {
    isAnswered = true;
    return reply.status;
  });
  const { status } = await other.ask(path);
  expect(isAnswered).toBe(false);
  await end();
  expect(await waiting).toBe(status);
});

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
    inOwnLine(id, async () => {
      running += 1;
      expect(running).toBe(1);
      await scheduler.wait(0);
      running -= 1;
      return index;
    });
  const reads = Array.from({ length: MOST_WAITING }, (_, index) => read(index));
  await expect(read(MOST_WAITING)).rejects.toMatchObject({
    code: 'too_many_requests',
    message: 'Too many requests at once. Please try again in a moment.',
  });
  await end();
  expect(await Promise.all(reads)).toEqual(reads.map((_, index) => index));
  expect(await read(0), 'afterwards there is room again').toBe(0);
});

test('a read that fails lets the next one run', async () => {
  const { id } = await makePerson();
  const failing = inOwnLine(id, () => Promise.reject(new Error('broken')));
  const next = inOwnLine(id, () => Promise.resolve('read'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('read');
});
