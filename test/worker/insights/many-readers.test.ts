import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../../schema/tables/accounts.ts';
import { generations } from '../../../schema/tables/insights.ts';
import { consumeInsightBatch } from '../../../worker/insights/consume.ts';
import { profileKeyOf } from '../../../worker/insights/profile-key.ts';
import { surroundedDatabase } from '../../support/databases.ts';
import { db, makeEpisode } from '../chat/people.ts';

/** More than a statement of D1 can have bound parameters. */
const READERS = 120;

/**
 * Takes a generation for each reader, all at the same time. Returns the one that does the work: the first by
 * id.
 *
 * @param roleOf the role in each one's profile, by number
 */
async function takeForMany(
  episodeId: string,
  roleOf: (index: number) => string | null = () => null,
): Promise<string> {
  const takenAt = new Date();
  const people = Array.from({ length: READERS }, (_, index) => ({
    id: crypto.randomUUID(),
    username: crypto.randomUUID(),
    role: roleOf(index),
  }));
  const taken = await Promise.all(
    people.map(async ({ id, role }) => ({
      id: crypto.randomUUID(),
      userId: id,
      episodeId,
      takenAt,
      profileKey: await profileKeyOf({ industry: null, role, goals: null }),
      status: 'queued' as const,
      isCharged: true,
    })),
  );
  const usersInserts = people.map((person) =>
    db.insert(users).values({ ...person, usernameKey: person.username }),
  );
  const takenInserts = taken.map((row) => db.insert(generations).values(row));
  const [first, ...rest] = [...usersInserts, ...takenInserts];
  if (first) await db.batch([first, ...rest]);
  return taken.map(({ id }) => id).sort()[0] ?? '';
}

async function deliver(generationId: string, DB = env.DB) {
  const message = {
    id: crypto.randomUUID(),
    timestamp: new Date(),
    attempts: 1,
    body: { generationId },
  };
  const batch = createMessageBatch('dripcast-insights', [message]);
  await consumeInsightBatch(batch, { ...env, DB });
  return getQueueResult(batch, createExecutionContext());
}

const statusesOf = async (episodeId: string) =>
  new Set(
    (await db.select().from(generations).where(eq(generations.episodeId, episodeId))).map(
      ({ status, isCharged }) => `${status}${isCharged ? ', charged' : ''}`,
    ),
  );

describe('an insight that very many wait for', () => {
  test('arrives for all of them at once, and only one is charged', async () => {
    const episodeId = await makeEpisode();
    const leader = await takeForMany(episodeId);
    expect((await deliver(leader)).explicitAcks).toHaveLength(1);
    expect(await statusesOf(episodeId)).toEqual(new Set(['done', 'done, charged']));
  });

  test('fails for all of them at once, and nobody is charged', async () => {
    const episodeId = await makeEpisode({ lines: null });
    const leader = await takeForMany(episodeId);
    await deliver(leader);
    expect(await statusesOf(episodeId)).toEqual(new Set(['failed']));
  });

  test('is written without reading who waits for those of other profiles', async () => {
    const episodeId = await makeEpisode();
    const one = await takeForMany(episodeId, (index) => `role ${index}`);
    let rows = 0;
    const counting = surroundedDatabase(env.DB, {
      async execute(run, { query }) {
        const found = await run();
        if (query.includes('generations') && Array.isArray(found)) rows += found.length;
        return found;
      },
    });
    expect((await deliver(one, counting)).explicitAcks).toHaveLength(1);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(READERS / 2);
  });
});
