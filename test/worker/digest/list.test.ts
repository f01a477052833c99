import { expect, test } from 'vitest';
import { digests } from '../../../schema/tables/digest.ts';
import type { Digest, DigestSummary } from '../../../schema/wire/digest.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';

async function add(person: Person, digest: string, createdAt: Date, id: string) {
  await db.insert(digests).values({
    id,
    userId: person.id,
    title: 'Your week in podcasts',
    digest,
    periodStart: createdAt,
    periodEnd: createdAt,
    episodes: [],
    createdAt,
  });
  return id;
}

async function list(person: Person): Promise<string[]> {
  const reply = await person.ask('/api/digest/kept');
  return (await reply.json<{ digests: DigestSummary[] }>()).digests.map(({ id }) => id);
}

test('digests are listed and read by their owner only', async () => {
  const [person, stranger] = [await makePerson(), await makePerson()];
  const [monday, nextMonday] = ['2026-11-09T05:00:00Z', '2026-11-16T05:00:00Z'];
  const older = await add(person, 'Older.', new Date(monday), crypto.randomUUID());
  const newer = await add(person, 'Newer.', new Date(nextMonday), crypto.randomUUID());
  expect(await list(person)).toEqual([newer, older]);
  expect(await list(stranger)).toEqual([]);
  const read = await person.ask(`/api/digest/kept/${older}`);
  expect(await read.json()).toMatchObject({ id: older, digest: 'Older.' });
  expect((await stranger.ask(`/api/digest/kept/${older}`)).status).toBe(404);
});

test('the latest digest heads the list, even if another was made in the same millisecond', async () => {
  const person = await makePerson();
  const now = new Date();
  const ids = [crypto.randomUUID(), crypto.randomUUID()].sort().reverse();
  for (const id of ids) await add(person, 'Same.', now, id);
  const latest = await (await person.ask('/api/digest')).json<{ digest: Digest }>();
  expect(latest.digest.id).toBe((await list(person))[0]);
});
