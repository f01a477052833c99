import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { subscriptions } from '../../../schema/tables/catalogue.ts';
import { refreshJobSchema } from '../../../schema/wire/jobs.ts';
import { endHostsRest, serve, timesAsked } from '../../support/outside.ts';
import { makePerson } from '../../support/people.ts';
import type { Served } from '../../support/podcast-host.ts';
import {
  db,
  episodesOf,
  feedStateOf,
  makePodcast,
  rss,
  subscribe,
} from '../../support/podcasts.ts';
import { deliver, recordingQueue, runWeekly } from '../../support/queues.ts';

const QUEUE = 'dripcast-refresh';
/** Three of each kind. */
const PODCASTS = 36;
/**
 * How long a host may take. Longer than a machine stalls, because there are good hosts among the bad ones.
 */
const FIRST_BYTE_MS = 8_000;

const news: Served = { body: rss('Weekly', [{ guid: '1', title: 'Of this week' }]) };
const page: Served = { body: '<!doctype html><html><body>Buy this domain</body></html>' };
const unclosed: Served = { body: (news.body ?? '').replace(/<\/channel>.*$/s, '') };

/** What the feeds do, in turn; the first ones can be read. */
const READABLE = [news, unclosed, 'moved', 'elsewhere'] as const;
const UNREADABLE: Served[] = [
  { status: 404 },
  { status: 410 },
  { status: 500 },
  { status: 429 },
  { body: '' },
  page,
  { isHeld: true },
  { status: 302, headers: { Location: 'http://10.0.0.1/feed' } },
];

async function makeOne(index: number) {
  const path = `/${crypto.randomUUID()}.xml`;
  const kinds = [...READABLE, ...UNREADABLE];
  const kind = kinds[index % kinds.length] ?? news;
  const isMove = typeof kind === 'string';
  const served: Served = isMove
    ? {
        status: kind === 'moved' ? 301 : 302,
        headers: { Location: await serve(`/moved${path}`, news) },
      }
    : kind;
  const { id } = await makePodcast({ feedUrl: await serve(path, served) });
  // A feed that moved may be postponed between its two addresses; it is read at the second.
  const readAt = isMove ? `/moved${path}` : path;
  return { id, readAt, isReadable: index % kinds.length < READABLE.length };
}

/** Removes from `sent` the messages that were sent again without a request to the host. */
function takePostponed(sent: unknown[]): { body: unknown }[] {
  return sent
    .splice(0)
    .filter((body) => {
      const { deferrals, failures } = refreshJobSchema.parse(body);
      return deferrals !== undefined && failures === undefined;
    })
    .map((body) => ({ body }));
}

test('a week with good and bad hosts reads each podcast once, or gives a reason', async () => {
  await db.delete(subscriptions);
  const podcasts = await Promise.all(
    Array.from({ length: PODCASTS }, (_, index) => makeOne(index)),
  );
  const people = [await makePerson(), await makePerson()];
  for (const { id } of people) await subscribe(id, ...podcasts.map((podcast) => podcast.id));

  const { queue, sent } = recordingQueue();
  const own: Env = { ...env, REFRESH_QUEUE: queue, OUTBOUND_FIRST_BYTE_MS: FIRST_BYTE_MS };
  await runWeekly(own);
  await deliver(QUEUE, [{ body: sent.shift() }], own);
  expect(sent.map((body) => refreshJobSchema.parse(body).podcastId).toSorted()).toEqual(
    podcasts.map(({ id }) => id).toSorted(),
  );
  const messages = sent.splice(0).map((body) => ({ body }));
  let settled = 0;
  for (let start = 0; start < PODCASTS; start += 20) {
    const result = await deliver(QUEUE, messages.slice(start, start + 20), own);
    settled += result.acked.length + result.retried.length;
  }
  expect(settled).toBe(PODCASTS);
  // All feeds are on one host. A feed that waits too long for its permit, or comes after a slow one, is
  // queued again for later.
  for (let postponed = takePostponed(sent); postponed.length > 0; postponed = takePostponed(sent)) {
    await endHostsRest();
    await deliver(QUEUE, postponed, own);
  }

  for (const { id, readAt, isReadable } of podcasts) {
    const state = await feedStateOf(id);
    expect(await timesAsked(readAt)).toBe(1);
    expect(await episodesOf(id)).toHaveLength(isReadable ? 1 : 0);
    if (isReadable) expect(state).toMatchObject({ failures: 0, lastError: null });
    else expect(state).toMatchObject({ failures: 1, lastError: expect.stringMatching(/\.$/) });
  }
  // What a crash queues twice isn't read twice.
  const readable = podcasts.filter(({ isReadable }) => isReadable);
  await deliver(
    QUEUE,
    messages.filter(({ body }) =>
      readable.some(({ id }) => id === refreshJobSchema.parse(body).podcastId),
    ),
    own,
  );
  for (const { readAt } of readable) expect(await timesAsked(readAt)).toBe(1);
});
