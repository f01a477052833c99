import { env } from 'cloudflare:workers';
import { differenceInSeconds, subHours, subMinutes } from 'date-fns';
import { parseOpml } from 'feedsmith';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Subscription } from '../../../schema/wire/catalogue.ts';
import type { OpmlImport } from '../../../schema/wire/own-podcasts.ts';
import { sendLostOpmlImportsAgain } from '../../../worker/own-podcasts/opml-import-store.ts';
import { rejectingDatabase } from '../../support/databases.ts';
import { leaveDead } from '../../support/leases.ts';
import { endHostsRest, hostOrigin, serve, timesAsked } from '../../support/outside.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db, makePodcast, rss, subscribe } from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';

const PATH = '/api/user/opml';

/** Stands in for the queue, so that only the test delivers messages. */
const silent = recordingQueue().queue as unknown as Env['TRANSFER_QUEUE'];
const own: Env = { ...env, REFRESH_QUEUE: recordingQueue().queue, TRANSFER_QUEUE: silent };

async function makeFeed() {
  const path = `/${crypto.randomUUID().slice(0, 13)}/feed.xml`;
  const title = `Listed ${path.slice(1, 9)}`;
  return { path, title, address: await serve(path, { body: rss(title, []) }) };
}

const opmlOf = (body: string) => `<opml version="2.0"><body>${body}</body></opml>`;
const outline = (title: string, address: string) =>
  `<outline type="rss" text="${title}" xmlUrl="${address}"/>`;

/** Starts an import whose messages the test delivers by hand. */
async function begin(person: Person, opml: string): Promise<OpmlImport> {
  const reply = await person.send('POST', PATH, { opml, category: 'Finance' });
  expect(reply.status).toBe(202);
  return reply.json<OpmlImport>();
}

const stateOf = async (person: Person, id: string) =>
  (await person.ask(`${PATH}/${id}`)).json<OpmlImport>();

async function finish(person: Person, { id, total }: OpmlImport): Promise<OpmlImport> {
  let state = await stateOf(person, id);
  for (let rounds = 0; state.done < total && rounds < total; rounds += 1) {
    await deliver('dripcast-transfers', [{ body: { importId: id } }], own);
    state = await stateOf(person, id);
  }
  return state;
}

describe('importing OPML', () => {
  test('goes on as it is if it is sent again because the reply was lost', async () => {
    const [person, stranger] = [await makePerson(own), await makePerson(own)];
    const { title, address } = await makeFeed();
    const id = crypto.randomUUID();
    const send = async (who: Person, opml: string) => {
      const reply = await who.send('POST', PATH, { id, opml, category: 'Finance' });
      expect(reply.status).toBe(202);
      return reply.json<OpmlImport>();
    };
    const opml = opmlOf(outline('Fresh', address));
    const begun = await send(person, opml);
    expect((await send(person, opml)).id).toBe(begun.id);
    const { added } = await finish(person, begun);
    expect(added).toEqual([title]);
    // Also when it is done, and whatever the file is then.
    expect(await send(person, opml)).toMatchObject({ id: begun.id, total: 1, added: [title] });
    const longer = opmlOf(`${outline('Fresh', address)}${outline('More', `${address}?more`)}`);
    expect(await send(person, longer)).toMatchObject({ total: 1, done: 1 });
    expect((await send(stranger, opml)).id).not.toBe(begun.id);
  });

  test('adds new podcasts, lists known ones and explains failures', async () => {
    const [person, stranger] = [await makePerson(own), await makePerson(own)];
    const [fresh, known, ...more] = await Promise.all(Array.from({ length: 6 }, makeFeed));
    const listed = await makePodcast({ feedUrl: `${hostOrigin()}/${crypto.randomUUID()}.xml` });
    const there = await makePodcast({ feedUrl: known?.address ?? '' });
    await subscribe(person.id, there.id);
    const opml = opmlOf(
      `<outline text="Health">${outline('Fresh', fresh?.address ?? '')}</outline>
      ${outline('Listed', listed.feedUrl)}${outline('There', there.feedUrl)}
      ${outline('Gone', `${hostOrigin()}/${crypto.randomUUID()}`)}
      ${outline('Inside', 'http://10.0.0.1/feed')}
      ${more.map(({ title, address }) => outline(title, address)).join('')}`,
    );
    const begun = await begin(person, opml);
    expect(begun).toMatchObject({ total: 9, done: 0, added: [], failed: [] });
    expect((await stranger.ask(`${PATH}/${begun.id}`)).status).toBe(404);

    const { added, known: were, failed } = await finish(person, begun);
    expect(added).toEqual([fresh?.title, listed.title, ...more.map(({ title }) => title)]);
    expect(were).toEqual([there.title]);
    expect(failed).toEqual([
      { title: 'Gone', reason: 'There is nothing at this address.' },
      { title: 'Inside', reason: 'This address does not belong to the public internet.' },
    ]);
    const subscribed = await (await person.ask('/api/user/subscriptions')).json<Subscription[]>();
    const categories = new Map(subscribed.map(({ title, category }) => [title, category]));
    expect(categories.get(fresh?.title ?? '')).toBe('Health');
    expect(categories.get(more[0]?.title ?? '')).toBe('Finance');
    expect(subscribed).toHaveLength(7);
  });

  test('reads addresses as long as those of an export, and says which are too long', async () => {
    const person = await makePerson(own);
    const { path, title } = await makeFeed();
    const long = await serve(`${path}?${'a'.repeat(3_000)}`, { body: rss(title, []) });
    const opml = opmlOf(outline('Long', long) + outline('Longer', `${long}${'b'.repeat(3_000)}`));
    const { added, failed } = await finish(person, await begin(person, opml));
    expect(added).toEqual([title]);
    expect(failed).toEqual([{ title: 'Longer', reason: 'This address is too long.' }]);
  });

  test('adds a podcast once that stands in the file under several addresses', async () => {
    const person = await makePerson(own);
    const { title, address } = await makeFeed();
    const spellings = [address, `${address}#top`, address.replace('http', 'HTTP'), `${address}#a`];
    const opml = opmlOf(spellings.map((one) => outline(title, one)).join(''));
    const { added, known } = await finish(person, await begin(person, opml));
    expect([added, known]).toEqual([[title], [title, title, title]]);
  });

  test('tries a podcast that fails on our side once more, says that it did, and goes on', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const person = await makePerson(own);
    const [passing, lasting] = [await makeFeed(), await makeFeed()];
    const { feedUrl } = await makePodcast({
      feedUrl: `${hostOrigin()}/${crypto.randomUUID()}.xml`,
    });
    const ours = [passing, lasting].map(({ title, address }) => outline(title, address));
    const begun = await begin(person, opmlOf(`${ours.join('')}${outline('Known', feedUrl)}`));
    const insertsFail = rejectingDatabase(env.DB, /^insert into "podcasts"/);
    const message = [{ body: { importId: begun.id } }];
    const goOn = async (DB: D1Database) => {
      await env.DB.prepare('UPDATE opml_outlines SET retry_at = 1 WHERE retry_at > 1').run();
      expect((await deliver('dripcast-transfers', message, { ...own, DB })).acked).toEqual(['m0']);
      return stateOf(person, begun.id);
    };
    const reason = 'Something went wrong on our side.';
    expect(await goOn(insertsFail)).toMatchObject({
      done: 1,
      waiting: [passing, lasting].map(({ title }) => ({ title, reason })),
    });
    await person.send('POST', '/api/user/podcasts', {
      address: passing.address,
      category: 'Finance',
    });
    const state = await goOn(insertsFail);
    error.mockRestore();
    expect(state).toMatchObject({ done: 3, failed: [{ title: lasting.title, reason }] });
    expect(state.added).toContain(passing.title);
    // A late message, or one of an import that is gone, does nothing.
    for (const importId of [begun.id, crypto.randomUUID()]) {
      const { acked } = await deliver('dripcast-transfers', [{ body: { importId } }], own);
      expect(acked).toEqual(['m0']);
    }
    expect(await stateOf(person, begun.id)).toEqual(state);
  });

  describe('of a host that asks us to come back later', () => {
    afterEach(() => endHostsRest());

    /** Imports a podcast of a paused host and one that needs no request. */
    async function beginWithRefusal(
      refusal: Parameters<typeof serve>[1] = { status: 503, headers: { 'Retry-After': '600' } },
    ) {
      const person = await makePerson(own);
      const busy = await makeFeed();
      await serve(busy.path, refusal);
      const listed = await makePodcast({ feedUrl: `${hostOrigin()}/${crypto.randomUUID()}.xml` });
      const opml = opmlOf(`${outline('Busy', busy.address)}${outline('Listed', listed.feedUrl)}`);
      const begun = await begin(person, opml);
      const { queue, sent, delays } = recordingQueue();
      const recording = { ...own, TRANSFER_QUEUE: queue as unknown as Env['TRANSFER_QUEUE'] };
      const proceed = () =>
        deliver('dripcast-transfers', [{ body: { importId: begun.id } }], recording);
      return { person, busy, listed, begun, sent, delays, proceed };
    }

    const haveBegun = (importId: string, at: Date) =>
      env.DB.prepare('UPDATE opml_imports SET created_at = ? WHERE id = ?')
        .bind(at.getTime(), importId)
        .run();
    const timeToRetry = (importId: string) =>
      env.DB.prepare('UPDATE opml_outlines SET retry_at = 1 WHERE import_id = ?')
        .bind(importId)
        .run();

    test('a podcast waits, and is added once its host answers', async () => {
      const { person, busy, listed, begun, sent, delays, proceed } = await beginWithRefusal();
      await proceed();
      const state = await stateOf(person, begun.id);
      expect(state).toMatchObject({ done: 1, added: [listed.title], failed: [] });
      const [waiting] = state.waiting;
      expect(waiting).toMatchObject({
        title: 'Busy',
        reason: 'The server at 127.0.0.1 reported an error.',
      });
      expect(differenceInSeconds(waiting?.retryAt ?? 0, new Date())).toBeGreaterThan(580);
      expect(sent).toEqual([{ importId: begun.id }]);
      expect(delays[0]).toBeGreaterThan(580);

      // A message that comes too early has no effect.
      await proceed();
      expect(sent).toHaveLength(1);
      await serve(busy.path, { body: rss(busy.title, []) });
      await endHostsRest();
      await timeToRetry(begun.id);
      await Promise.all([proceed(), proceed()]);
      expect(await stateOf(person, begun.id)).toMatchObject({ done: 2, waiting: [], failed: [] });
      expect((await stateOf(person, begun.id)).added).toContain(busy.title);
      expect(sent).toHaveLength(1);
    });

    test.each([429, 500, 503])('without saying when, after %i, waits are short', async (status) => {
      const { person, busy, begun, delays, proceed } = await beginWithRefusal({ status });
      await proceed();
      expect(await stateOf(person, begun.id)).toMatchObject({
        done: 1,
        waiting: [{ title: 'Busy' }],
        failed: [],
      });
      expect(delays[0]).toBeCloseTo(60, -1);
      await haveBegun(begun.id, subMinutes(new Date(), 5));
      await timeToRetry(begun.id);
      await proceed();
      expect(delays[1]).toBeCloseTo(300, -1);
      await serve(busy.path, { body: rss(busy.title, []) });
      await timeToRetry(begun.id);
      await proceed();
      expect(await stateOf(person, begun.id)).toMatchObject({ done: 2, waiting: [], failed: [] });
    });

    test('without saying when, a podcast fails after an hour, but is asked twice', async () => {
      const { person, begun, proceed } = await beginWithRefusal({ status: 429 });
      await haveBegun(begun.id, subHours(new Date(), 1));
      await proceed();
      expect((await stateOf(person, begun.id)).waiting).toHaveLength(1);
      await timeToRetry(begun.id);
      await proceed();
      expect(await stateOf(person, begun.id)).toMatchObject({
        done: 2,
        failed: [{ title: 'Busy', reason: 'The server at 127.0.0.1 asked us to try again later.' }],
      });
    });

    test('a podcast fails after half a day', async () => {
      const { person, begun, sent, proceed } = await beginWithRefusal();
      await proceed();
      await haveBegun(begun.id, subHours(new Date(), 12));
      await timeToRetry(begun.id);
      await proceed();
      const reason = 'The server at 127.0.0.1 asked us to try again later.';
      expect(await stateOf(person, begun.id)).toMatchObject({
        done: 2,
        waiting: [],
        failed: [{ title: 'Busy', reason }],
      });
      expect(sent).toHaveLength(1);
    });
  });

  test('twice adds nothing, and sends no request for known podcasts', async () => {
    const person = await makePerson(own);
    const feed = await makeFeed();
    const opml = opmlOf(outline(feed.title, feed.address));
    await finish(person, await begin(person, opml));
    const asked = await timesAsked(feed.path);
    const second = await finish(person, await begin(person, opml));
    expect(second).toMatchObject({ added: [], known: [feed.title], failed: [] });
    expect(await timesAsked(feed.path)).toBe(asked);
  });

  test('keeps the first outcome if a message arrives twice, and goes on once', async () => {
    const person = await makePerson(own);
    const feeds = await Promise.all(Array.from({ length: 6 }, makeFeed));
    const body = feeds.map(({ title, address }) => outline(title, address)).join('');
    const begun = await begin(person, opmlOf(body));
    const { queue, sent } = recordingQueue();
    const recording = { ...own, TRANSFER_QUEUE: queue as unknown as Env['TRANSFER_QUEUE'] };
    const message = [{ body: { importId: begun.id } }];
    await Promise.all([1, 2].map(() => deliver('dripcast-transfers', message, recording)));
    expect((await stateOf(person, begun.id)).done).toBe(4);
    expect(sent).toHaveLength(1);
  });

  test('goes on one by one after its worker died, and without the podcast that kills them', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const person = await makePerson(own);
    const feeds = await Promise.all(Array.from({ length: 4 }, makeFeed));
    const [deadly, ...others] = feeds;
    const body = feeds.map(({ title, address }) => outline(title, address)).join('');
    const begun = await begin(person, opmlOf(body));
    const goOn = async (deaths: number) => {
      await leaveDead(`opml import ${begun.id}`, deaths);
      await deliver('dripcast-transfers', [{ body: { importId: begun.id } }], own);
      return stateOf(person, begun.id);
    };
    expect(await goOn(3)).toMatchObject({
      done: 1,
      failed: [{ title: deadly?.title, reason: 'Something went wrong on our side.' }],
    });
    expect(await timesAsked(deadly?.path ?? '')).toBe(0);
    expect(await goOn(1)).toMatchObject({ done: 2, added: [others[0]?.title] });
    error.mockRestore();
    expect(await finish(person, begun)).toMatchObject({ added: others.map(({ title }) => title) });
  });

  test('says of a podcast that a worker added before it died that it was added, once', async () => {
    const person = await makePerson(own);
    const [had, first, second] = await Promise.all([makeFeed(), makeFeed(), makeFeed()]);
    const add = ({ address }: { address: string }) =>
      person.send('POST', '/api/user/podcasts', { address, category: 'Finance' });
    await add(had);
    const again = { ...first, address: `${first.address}#again` };
    const outlines = [had, first, again, second].map(({ title, address }) =>
      outline(title, address),
    );
    const begun = await begin(person, opmlOf(outlines.join('')));
    await add(first);
    const { added, known } = await finish(person, begun);
    expect(added.toSorted()).toEqual([first.title, second.title].toSorted());
    expect(known.toSorted()).toEqual([had.title, first.title].toSorted());
  });

  test('resumes if its message was lost', async () => {
    const person = await makePerson(own);
    const feed = await makeFeed();
    const begun = await begin(person, opmlOf(outline(feed.title, feed.address)));
    const lost = vi.fn(async (_: string) => {});
    await sendLostOpmlImportsAgain(db, lost);
    expect(lost).not.toHaveBeenCalledWith(begun.id);
    await env.DB.prepare('UPDATE opml_imports SET queued_until = 1 WHERE id = ?')
      .bind(begun.id)
      .run();
    await Promise.all([sendLostOpmlImportsAgain(db, lost), sendLostOpmlImportsAgain(db, lost)]);
    expect(lost.mock.calls.filter(([id]) => id === begun.id)).toHaveLength(1);
  });

  test.each([
    ['no podcast', opmlOf(''), 422, 'There are no podcasts in this file.'],
    ['no OPML', 'nothing of the kind', 422, 'There are no podcasts in this file.'],
    [
      'no end',
      opmlOf(outline('x', 'https://a.test/')).slice(0, -40),
      422,
      'This file ends too early: no podcast in it is complete.',
    ],
    [
      'more than are read',
      opmlOf(
        Array.from({ length: 501 }, (_, index) => outline('x', `https://a.test/${index}`)).join(''),
      ),
      422,
      'This file has more than 500 podcasts. Import it in parts.',
    ],
    ['more characters than are read', 'x'.repeat(1_000_001), 400, 'This file is too large'],
  ])('a file with %s is refused', async (_, opml, status, message) => {
    const person = await makePerson(own);
    const reply = await person.send('POST', PATH, { opml });
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ message });
  });
});

describe('exporting OPML', () => {
  test('lists the subscriptions by category, readable by an independent reader and an import', async () => {
    const [person, other] = [await makePerson(own), await makePerson(own)];
    const [feed, paid] = await Promise.all([makeFeed(), makeFeed()]);
    for (const address of [feed.address, `${paid.address}?token=s3cret`]) {
      const body = { address, category: 'Law' };
      expect((await person.send('POST', '/api/user/podcasts', body)).status).toBe(201);
    }
    const listed = await makePodcast({ feedUrl: `${hostOrigin()}/${crypto.randomUUID()}.xml` });
    await subscribe(person.id, listed.id);
    const reply = await person.ask(PATH);
    expect(reply.headers.get('Content-Disposition')).toContain('.opml');
    const opml = await reply.text();
    const folders = parseOpml(opml).body?.outlines ?? [];
    expect(
      folders.map(({ text, outlines }) => [text, outlines?.map(({ xmlUrl }) => xmlUrl).toSorted()]),
    ).toEqual([
      ['HR', [listed.feedUrl]],
      ['Law', [feed.address, `${paid.address}?token=s3cret`].toSorted()],
    ]);
    expect((await finish(person, await begin(person, opml))).known).toHaveLength(3);
    const taken = await finish(other, await begin(other, opml));
    expect(taken).toMatchObject({ known: [], failed: [] });
    expect(await (await other.ask(PATH)).text()).toBe(opml);
  });
});
