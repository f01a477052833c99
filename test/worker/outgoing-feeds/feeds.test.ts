import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { digests } from '../../../schema/tables/digest.ts';
import { outgoingFeeds } from '../../../schema/tables/outgoing-feeds.ts';
import type { FeedKind, OutgoingFeed } from '../../../schema/wire/outgoing-feeds.ts';
import { withKeyedLock } from '../../../worker/platform/keyed-lock.ts';
import { makeToken } from '../../support/access-tokens.ts';
import { someAddress } from '../../support/accounts.ts';
import { ask, makePerson, type Person } from '../../support/people.ts';
import { db, makeEpisode, makePodcast, subscribe } from '../../support/podcasts.ts';
import { addSource } from '../../support/sources.ts';

async function createFeed(person: Person, kind: FeedKind): Promise<string> {
  const reply = await person.send('POST', `/api/user/feeds/${kind}`);
  expect(reply.status).toBe(201);
  const { address } = await reply.json<{ address: string }>();
  return new URL(address).pathname;
}

async function keep(person: Person, { daysAgo = 0 } = {}): Promise<string> {
  const createdAt = new Date(Date.now() - daysAgo * 86_400_000);
  const [row] = await db
    .insert(digests)
    .values({
      userId: person.id,
      title: 'Your week in podcasts',
      digest: 'Quiet.',
      periodStart: createdAt,
      periodEnd: createdAt,
      episodes: [],
      createdAt,
    })
    .returning();
  return row?.id ?? '';
}

const idsIn = (xml: string) => [...xml.matchAll(/urn:uuid:([\w-]+)/g)].map(([, id]) => id);

describe('the feed of digests', () => {
  test('is read by its address, and by no other', async () => {
    const person = await makePerson();
    const older = await keep(person, { daysAgo: 7 });
    const newer = await keep(person);
    await keep(await makePerson());
    const path = await createFeed(person, 'digests');
    const reply = await ask(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8');
    const xml = await reply.text();
    expect(idsIn(xml)).toEqual([newer, older]);
    expect(xml).toContain(`<link>http://localhost/tools?tool=digest&amp;digest=${newer}</link>`);
    const again = { 'If-None-Match': reply.headers.get('ETag') ?? '' };
    expect((await ask(path, { headers: again })).status).toBe(304);
    expect((await ask(`${path.slice(0, -1)}_`)).status).toBe(404);
    expect((await ask('/api/feeds/short')).status).toBe(404);
    const [row] = await db.select().from(outgoingFeeds).where(eq(outgoingFeeds.userId, person.id));
    expect(JSON.stringify(row), 'only a hash is stored').not.toContain(path.slice(-20));
  });

  test('can be revoked, by a new address or for good', async () => {
    const person = await makePerson();
    const first = await createFeed(person, 'digests');
    const second = await createFeed(person, 'digests');
    const other = await createFeed(person, 'saved');
    expect((await ask(first)).status).toBe(404);
    expect((await ask(second)).status).toBe(200);
    expect((await person.send('DELETE', '/api/user/feeds/digests')).status).toBe(200);
    expect((await ask(second)).status).toBe(404);
    expect((await ask(other)).status, 'the other feed stays').toBe(200);
    const { feeds } = await (await person.ask('/api/user/feeds')).json<{
      feeds: OutgoingFeed[];
    }>();
    expect(feeds).toEqual([
      { kind: 'digests', createdAt: null },
      { kind: 'saved', createdAt: expect.any(String) },
    ]);
  });

  test("has its own turns, so that whoever has its address takes none of its owner's", async () => {
    const person = await makePerson();
    const path = await createFeed(person, 'digests');
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const work = withKeyedLock(person.id, () => end);
    const reply = await Promise.race([ask(path), scheduler.wait(5_000)]);
    resolve();
    await work;
    expect(reply?.status).toBe(200);
  });

  test('is written once for all who read it at once, however many', async () => {
    const person = await makePerson();
    const id = await keep(person);
    const path = await createFeed(person, 'digests');
    const read = async () => {
      const reply = await ask(path, { headers: { 'CF-Connecting-IP': someAddress() } });
      return reply.ok ? idsIn(await reply.text()) : reply.status;
    };
    const feeds = await Promise.all(Array.from({ length: 60 }, read));
    expect(feeds).toEqual(feeds.map(() => [id]));
  });

  test('is deleted with the account', async () => {
    const person = await makePerson();
    const path = await createFeed(person, 'digests');
    await person.send('DELETE', '/api/user', {});
    expect((await ask(path)).status).toBe(404);
  });
});

test('the feed of saved insights has the newest of its owner, with links to their places', async () => {
  const [person, stranger] = [await makePerson(), await makePerson()];
  const podcast = await makePodcast();
  await subscribe(person.id, podcast.id);
  const { id: episodeId } = await makeEpisode(podcast.id);
  const save = async (insight: string) =>
    (
      await (
        await person.send('POST', '/api/user/insights', { episodeId, insight })
      ).json<{
        id: string;
      }>()
    ).id;
  const older = await save('**Older** [12:34]');
  const newer = await save('Newer');
  const path = await createFeed(person, 'saved');
  const xml = await (await ask(path)).text();
  expect(new Set(idsIn(xml))).toEqual(new Set([newer, older]));
  expect(xml).toContain(`tools?episode=${episodeId}&amp;amp;at=754`);
  const empty = await (await ask(await createFeed(stranger, 'saved'))).text();
  expect(idsIn(empty)).toEqual([]);
});

test("a source's citations link to its paragraphs", async () => {
  const person = await makePerson();
  const { id: episodeId } = await addSource(person);
  const insight = 'Rent rose by nine percent. [¶ 2]';
  await person.send('POST', '/api/user/insights', { episodeId, insight });
  const xml = await (await ask(await createFeed(person, 'saved'))).text();
  expect(xml).toContain(`tools?episode=${episodeId}&amp;amp;at=2`);
});

test('an access token can neither create nor revoke an address', async () => {
  const person = await makePerson();
  const path = await createFeed(person, 'digests');
  const { token } = await makeToken(person, ['read', 'write']);
  for (const method of ['POST', 'DELETE']) {
    const reply = await ask('/api/user/feeds/digests', {
      method,
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(reply.status).toBe(403);
  }
  expect((await ask(path)).status).toBe(200);
});
