import { expect, test } from 'vitest';
import { digests } from '../../../schema/tables/digest.ts';
import type { DigestSummary } from '../../../schema/wire/digest.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';

test('digests are listed and read by their owner only', async () => {
  const [person, stranger] = [await makePerson(), await makePerson()];
  const add = async (digest: string, createdAt: Date) => {
    const [row] = await db
      .insert(digests)
      .values({
        userId: person.id,
        title: 'Your week in podcasts',
        digest,
        periodStart: createdAt,
        periodEnd: createdAt,
        episodes: [],
        createdAt,
      })
      .returning();
    return row?.id ?? '';
  };
  const older = await add('Older.', new Date('2026-11-09T05:00:00Z'));
  const newer = await add('Newer.', new Date('2026-11-16T05:00:00Z'));
  const list = async (who: Person) =>
    (await (await who.ask('/api/digest/kept')).json<{ digests: DigestSummary[] }>()).digests;
  expect((await list(person)).map(({ id }) => id)).toEqual([newer, older]);
  expect(await list(stranger)).toEqual([]);
  const read = await person.ask(`/api/digest/kept/${older}`);
  expect(await read.json()).toMatchObject({ id: older, digest: 'Older.' });
  expect((await stranger.ask(`/api/digest/kept/${older}`)).status).toBe(404);
});
