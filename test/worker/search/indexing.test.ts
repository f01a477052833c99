import { env } from 'cloudflare:workers';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { failedJobs, leases } from '../../../schema/tables/jobs.ts';
import { searchChanges } from '../../../schema/tables/search.ts';
import { sendSearchChanges } from '../../../worker/search/changes.ts';
import { startSweep } from '../../../worker/search/sweep.ts';
import { indexDeps, indexSources } from '../../../worker/search/update-index.ts';
import { takeOverLostWork } from '../../../worker/take-over.ts';
import { bindingWith } from '../../support/bindings.ts';
import {
  countingDatabase,
  interruptedDatabase,
  measuringDatabase,
} from '../../support/databases.ts';
import { logLines } from '../../support/log-lines.ts';
import { serve } from '../../support/outside.ts';
import { makePerson } from '../../support/people.ts';
import { db, makeEpisode, makePodcast, subscribe, vttLink } from '../../support/podcasts.ts';
import { deliver, fullQueue, recordingQueue } from '../../support/queues.ts';
import { index, makeSpoken, searchAs, snippetsFor, storeTranscript } from '../../support/search.ts';

const dump = async () => {
  const [documents, passages, words] = await env.SEARCH.batch([
    env.SEARCH.prepare(
      `SELECT kind, source_id, owner, podcast_id, episode_id, published_at, version
       FROM documents ORDER BY kind, source_id`,
    ),
    env.SEARCH.prepare(
      `SELECT kind, source_id, passages.id % 65536 AS place, sentences
       FROM passages JOIN documents ON documents.id = passages.id / 65536
       ORDER BY kind, source_id, place`,
    ),
    env.SEARCH.prepare('SELECT word FROM words ORDER BY word'),
  ]);
  return [documents?.results, passages?.results, words?.results];
};

/** Runs every page of a sweep; its messages go nowhere else meanwhile. */
async function runSweep(mode: 'check' | 'rebuild') {
  const { queue, sent } = recordingQueue();
  const own: Env = { ...env, SEARCH_QUEUE: queue };
  await startSweep(own, mode);
  let pages = 0;
  while (sent.length > 0) {
    const body = sent.shift();
    const { acked } = await deliver('dripcast-search', [{ body }], own);
    expect(acked).toEqual(['m0']);
    pages += 1;
  }
  const row = await env.SEARCH.prepare('SELECT * FROM sweeps WHERE mode = ?').bind(mode).first();
  expect(row?.finished_at).not.toBeNull();
  return { pages, written: row?.written };
}

/** Different words of twenty letters. */
const wordsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    String(first + i)
      .replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
      .padStart(20, 'k'),
  ).join(' ');

describe('the index', () => {
  test('is unchanged by a duplicate message', async () => {
    const { episodeId } = await makeSpoken(['The annealing furnace was cold.']);
    const before = await dump();
    await index(['transcript', episodeId], ['transcript', episodeId], ['episode', episodeId]);
    expect(await dump()).toEqual(before);
  });

  test('reads one transcript at a time, because a page of the longest ones would not fit into memory', async () => {
    const spoken = [await makeSpoken(['A first one.']), await makeSpoken(['A second one.'])];
    let [open, most] = [0, 0];
    const bucket = bindingWith(env.TRANSCRIPTS, {
      get(key: string) {
        open += 1;
        most = Math.max(most, open);
        return env.TRANSCRIPTS.get(key).finally(() => {
          open -= 1;
        });
      },
    });
    const ids = spoken.map(({ episodeId }) => episodeId);
    const deps = { ...indexDeps(env), bucket };
    expect(await indexSources(deps, 'transcript', ids, { isForced: true })).toBe(2);
    expect(most).toBe(1);
  });

  test('is asked once about all the sources of a page', async () => {
    const spoken = [await makeSpoken(['A first one.']), await makeSpoken(['A second one.'])];
    const ids = spoken.map(({ episodeId }) => episodeId);
    const counting = countingDatabase(env.SEARCH);
    const deps = indexDeps({ ...env, SEARCH: counting.database });
    expect(await indexSources(deps, 'transcript', ids)).toBe(0);
    expect(counting.count()).toBe(1);
  });

  test.each([
    ['long words', (i: number) => `${'abcdefghij'.repeat(58)}${i} ends here.`],
    ['many different words', (i: number) => wordsFrom(i * 25, 25)],
  ])('takes %s in statements that are short enough for D1', async (_, sentence) => {
    const { id: podcastId } = await makePodcast();
    const { id } = await makeEpisode(podcastId);
    await storeTranscript(
      id,
      Array.from({ length: 4_000 }, (_, i) => sentence(i)),
    );
    const measuring = measuringDatabase(env.SEARCH);
    const deps = indexDeps({ ...env, SEARCH: measuring.database });
    expect(await indexSources(deps, 'transcript', [id])).toBe(1);
    await env.DB.prepare('DELETE FROM episodes WHERE id = ?').bind(id).run();
    expect(await indexSources(deps, 'transcript', [id])).toBe(1);
    expect(measuring.longestBytes()).toBeLessThan(2_000_000);
  });

  test('has the new transcript alone once one is replaced', async () => {
    const person = await makePerson();
    const { episodeId, podcastId } = await makeSpoken(['The brontosaur was first.']);
    await subscribe(person.id, podcastId);
    await storeTranscript(episodeId, ['The stegosaur was second.']);
    await index(['transcript', episodeId]);
    expect(await snippetsFor(person, 'brontosaur')).toEqual([]);
    expect(await snippetsFor(person, 'stegosaur')).toEqual(['The stegosaur was second.']);
    expect((await searchAs(person, 'brontosaurr')).didYouMean).toBeNull();
  });

  test('follows saves, changes and deletions', async () => {
    // In the platform's queue, these messages would wait for those that other files have left.
    const { queue, sent } = recordingQueue();
    const person = await makePerson({ ...env, SEARCH_QUEUE: queue });
    const { id: episodeId } = await makeEpisode((await makePodcast()).id);
    const found = async (word: string) => {
      await deliver(
        'dripcast-search',
        sent.splice(0).map((body) => ({ body })),
      );
      return snippetsFor(person, word);
    };
    const save = { episodeId, insight: 'Keep the marmalade ledger.' };
    const saved = await person.send('POST', '/api/user/insights', save);
    const { id } = await saved.json<{ id: string }>();
    await expect.poll(() => found('marmalade')).toEqual([save.insight]);
    await person.send('PUT', `/api/user/insights/${id}`, { insight: 'Keep the quince ledger.' });
    await expect.poll(() => found('quince')).toEqual(['Keep the quince ledger.']);
    expect(await found('marmalade')).toEqual([]);
    await person.ask(`/api/user/insights/${id}`, { method: 'DELETE' });
    await expect.poll(() => found('quince')).toEqual([]);
  });

  test.each(['transcript', 'said?at=2'])(
    'is told of a transcript that somebody is the first to read, by %s',
    async (path) => {
      await takeOverLostWork(env);
      const { queue, sent } = recordingQueue();
      const person = await makePerson({ ...env, SEARCH_QUEUE: queue });
      const said = 'WEBVTT\n\n00:01.000 --> 00:04.000\nA quince pays no rent.';
      const link = vttLink(await serve(`/${crypto.randomUUID()}.vtt`, { body: said }));
      const { id: podcastId } = await makePodcast();
      const { id: sourceId } = await makeEpisode(podcastId, { transcriptLinks: [link] });
      await subscribe(person.id, podcastId);
      sent.splice(0);
      expect((await person.ask(`/api/podcasts/episodes/${sourceId}/${path}`)).status).toBe(200);
      expect(sent).toContainEqual(expect.objectContaining({ kind: 'transcript', sourceId }));
    },
  );

  test('drops a message that is none of ours, and logs it', async () => {
    const logged = logLines();
    const { acked, retried } = await deliver('dripcast-search', [{ body: { nonsense: true } }]);
    expect({ acked, retried }).toEqual({ acked: ['m0'], retried: [] });
    expect(logged).toContainEqual(expect.objectContaining({ event: 'job_not_understood' }));
  });

  test('sends each source once, and keeps what it could not send', async () => {
    await db.delete(searchChanges);
    const { id: episodeId } = await makeEpisode((await makePodcast()).id);
    await env.DB.prepare('UPDATE episodes SET title = ? WHERE id = ?').bind('New', episodeId).run();
    const { queue, sent } = recordingQueue();
    await sendSearchChanges({ DB: env.DB, SEARCH_QUEUE: fullQueue() });
    expect(await db.$count(searchChanges)).toBeGreaterThan(1);
    await sendSearchChanges({ DB: env.DB, SEARCH_QUEUE: queue });
    expect(sent.filter((body) => Object(body).sourceId === episodeId)).toEqual([
      { kind: 'episode', sourceId: episodeId, changes: [expect.any(Number), expect.any(Number)] },
    ]);
    expect(await db.$count(searchChanges)).toBeGreaterThan(1);
    await deliver(
      'dripcast-search',
      sent.map((body) => ({ body })),
    );
    expect(await db.$count(searchChanges)).toBe(0);
  });
});

describe('changes', () => {
  const change = async (count: number) => {
    const ids = Array.from({ length: count }, () => crypto.randomUUID());
    await db
      .insert(searchChanges)
      .values(ids.map((sourceId) => ({ kind: 'text' as const, sourceId })));
    return ids;
  };

  test('are sent once, however many send at the same time', async () => {
    await db.delete(searchChanges);
    const ids = await change(30);
    const { queue, sent } = recordingQueue();
    const own = { DB: env.DB, SEARCH_QUEUE: queue };
    await Promise.all(Array.from({ length: 20 }, () => sendSearchChanges(own)));
    expect(sent.map((body) => Object(body).sourceId).sort()).toEqual(ids.sort());
  });

  test('whose message was lost are sent again after a while, until the index has them', async () => {
    await db.delete(searchChanges);
    const [sourceId] = await change(1);
    const { queue, sent } = recordingQueue();
    const own = { DB: env.DB, SEARCH_QUEUE: queue };
    const takenBefore = (ms: number) =>
      db.update(searchChanges).set({ takenAt: new Date(Date.now() - ms) });
    await takenBefore(1_000);
    await sendSearchChanges(own);
    expect(sent).toEqual([]);
    await takenBefore(360_000);
    await takeOverLostWork({ ...env, SEARCH_QUEUE: queue });
    const [body] = sent;
    expect(sent).toEqual([{ kind: 'text', sourceId, changes: [expect.any(Number)] }]);
    await deliver('dripcast-search', [{ body }]);
    await takenBefore(360_000);
    await sendSearchChanges(own);
    expect(sent).toHaveLength(1);
  });

  test('of which a message comes twice are read once', async () => {
    const { episodeId } = await makeSpoken(['The annealing furnace was cold.']);
    const [row] = await db
      .select()
      .from(searchChanges)
      .where(and(eq(searchChanges.sourceId, episodeId), eq(searchChanges.kind, 'transcript')));
    const body = { kind: 'transcript', sourceId: episodeId, changes: [row?.id] };
    const counting = countingDatabase(env.SEARCH);
    await deliver('dripcast-search', [{ body }, { body }], { ...env, SEARCH: counting.database });
    expect(counting.count()).toBe(1);
  });

  test('that can never be indexed are not sent for ever, and can be retried', async () => {
    await db.delete(searchChanges);
    const [sourceId] = await change(1);
    const [row] = await db.select().from(searchChanges);
    const id = crypto.randomUUID();
    const body = { kind: 'text', sourceId, changes: [row?.id] };
    await deliver('dripcast-search-dead', [{ id, body }]);
    expect(await db.$count(searchChanges)).toBe(0);
    expect(await db.select().from(failedJobs).where(eq(failedJobs.id, id))).toMatchObject([
      { queue: 'dripcast-search-dead', body: { kind: 'text', sourceId } },
    ]);
  });
});

describe('a message that is delivered again', () => {
  const givenUp = (sourceId: string) =>
    db
      .select()
      .from(failedJobs)
      .where(eq(failedJobs.id, `index transcript ${sourceId}`));

  const die = (sourceId: string) =>
    db.insert(leases).values({
      key: `index transcript ${sourceId}`,
      holder: 'a dead worker',
      expiresAt: new Date(Date.now() + 45_000),
    });
  const waitForLease = (sourceId: string) =>
    db
      .update(leases)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(leases.key, `index transcript ${sourceId}`));

  test('gives up the source of which its worker died, and only that', async () => {
    const person = await makePerson();
    const { id: podcastId } = await makePodcast();
    await subscribe(person.id, podcastId);
    const [deadly, other] = [await makeEpisode(podcastId), await makeEpisode(podcastId)];
    await storeTranscript(deadly.id, ['The dirigible sank.']);
    await storeTranscript(other.id, ['The dirigible rose.']);
    const messages = [deadly, other].map(({ id: sourceId }) => ({
      body: { kind: 'transcript', sourceId },
    }));
    await die(deadly.id);
    const third = messages.map((message) => ({ ...message, attempts: 3 }));
    expect(await deliver('dripcast-search', third)).toMatchObject({
      acked: ['m1'],
      retried: [{ id: 'm0', delaySeconds: 120 }],
    });
    await waitForLease(deadly.id);
    const fourth = messages.slice(0, 1).map((message) => ({ ...message, attempts: 4 }));
    expect((await deliver('dripcast-search', fourth)).acked).toEqual(['m0']);
    expect(await snippetsFor(person, 'dirigible')).toEqual(['The dirigible rose.']);
    expect(await givenUp(deadly.id)).toMatchObject([
      { queue: 'dripcast-search-dead', body: { kind: 'transcript', sourceId: deadly.id } },
    ]);
  });

  test('gets a sweep past a source that cannot be indexed', async () => {
    const person = await makePerson();
    const { id: podcastId } = await makePodcast();
    await subscribe(person.id, podcastId);
    const [broken, other] = [await makeEpisode(podcastId), await makeEpisode(podcastId)];
    await storeTranscript(broken.id, ['The ornithopter fell.']);
    await storeTranscript(other.id, ['The ornithopter flew.']);
    const TRANSCRIPTS = bindingWith(env.TRANSCRIPTS, {
      async get(key: string) {
        if (key.includes(broken.id)) throw new Error('cannot be read');
        return env.TRANSCRIPTS.get(key);
      },
    });
    const { queue, sent } = recordingQueue();
    const own: Env = { ...env, TRANSCRIPTS, SEARCH_QUEUE: queue };
    await startSweep(own, 'check');
    let page: unknown = sent.shift();
    let failures = 0;
    for (let attempts = 1; page && attempts <= 5; attempts++) {
      const { acked } = await deliver('dripcast-search', [{ body: page, attempts }], own);
      if (acked.length === 0) {
        failures += 1;
        continue;
      }
      page = sent.shift();
      attempts = 0;
    }
    expect(failures).toBe(3);
    expect(await snippetsFor(person, 'ornithopter')).toEqual(['The ornithopter flew.']);
    expect(await givenUp(broken.id)).toHaveLength(1);
  });
});

test('a sweep gets past several sources on one page that kill their workers', async () => {
  const person = await makePerson();
  const { id: podcastId } = await makePodcast();
  await subscribe(person.id, podcastId);
  const made: string[] = [];
  while (made.length < 7) made.push((await makeEpisode(podcastId)).id);
  made.sort();
  for (const id of made) await storeTranscript(id, [`The autogyro ${id} flew.`]);
  const deadly = [1, 3, 5].map((place) => made[place] ?? '');
  let kill = () => {};
  // A worker that is killed never ends, so its lease stays.
  const TRANSCRIPTS = bindingWith(env.TRANSCRIPTS, {
    get(key: string) {
      if (!deadly.some((id) => key.includes(id))) return env.TRANSCRIPTS.get(key);
      kill();
      return new Promise(() => {});
    },
  });
  const { queue, sent } = recordingQueue();
  const own: Env = { ...env, TRANSCRIPTS, SEARCH_QUEUE: queue };
  await startSweep(own, 'check');
  let page: unknown = sent.shift();
  for (let attempts = 1; page; attempts++) {
    expect(attempts).toBeLessThanOrEqual(5);
    const killed = new Promise<null>((resolve) => {
      kill = () => resolve(null);
    });
    const end = deliver('dripcast-search', [{ body: page, attempts }], own);
    const outcome = await Promise.race([end, killed]);
    await db.update(leases).set({ expiresAt: new Date(Date.now() - 1) });
    if (!outcome || outcome.acked.length === 0) continue;
    page = sent.shift();
    attempts = 0;
  }
  const rows = await db.select().from(failedJobs);
  for (const id of made) {
    const isIndexed = (await snippetsFor(person, `"autogyro ${id}"`)).length > 0;
    const isGivenUp = rows.some((row) => row.id === `index transcript ${id}`);
    expect({ id, isIndexed, isGivenUp }).toEqual({
      id,
      isIndexed: !deadly.includes(id),
      isGivenUp: deadly.includes(id),
    });
  }
});

describe('the weekly check', () => {
  test('writes what a lost message left out, and removes what it left behind', async () => {
    const person = await makePerson();
    const lost = await makePodcast();
    await subscribe(person.id, lost.id);
    const episode = await makeEpisode(lost.id);
    await storeTranscript(episode.id, ['The gasometer fell over.']);
    const gone = await makeSpoken(['The zeppelin landed.']);
    await env.DB.prepare('DELETE FROM episodes WHERE id = ?').bind(gone.episodeId).run();
    // All messages of these are lost.
    await db.delete(searchChanges);
    expect(await snippetsFor(person, 'gasometer')).toEqual([]);

    await runSweep('check');
    expect(await snippetsFor(person, 'gasometer')).toEqual(['The gasometer fell over.']);
    const left = await env.SEARCH.prepare('SELECT count(*) AS n FROM documents WHERE source_id = ?')
      .bind(gone.episodeId)
      .first<number>('n');
    expect(left).toBe(0);
    expect(await runSweep('check')).toMatchObject({ written: 0 });
  });

  test('rewrites texts with letters that were once indexed as they are written', async () => {
    const { episodeId } = await makeSpoken(['A quiet Straße.']);
    const plain = await makeSpoken(['A quiet road.']);
    for (const id of [episodeId, plain.episodeId]) {
      await env.SEARCH.prepare(
        "UPDATE documents SET version = '1' || substr(version, 2) WHERE source_id = ?",
      )
        .bind(id)
        .run();
    }
    expect(await indexSources(indexDeps(env), 'transcript', [plain.episodeId])).toBe(0);
    expect(await indexSources(indexDeps(env), 'transcript', [episodeId])).toBe(1);
  });
});

test('of two messages for one page, one moves the sweep on', async () => {
  const { queue, sent } = recordingQueue();
  const own: Env = { ...env, SEARCH_QUEUE: queue };
  await startSweep(own, 'check');
  const [body] = sent.splice(0);
  const position = () =>
    env.SEARCH.prepare(
      "SELECT phase, after_id, looked_at FROM sweeps WHERE mode = 'check'",
    ).first();
  let ahead: unknown;
  const SEARCH = interruptedDatabase(env.SEARCH, /^UPDATE sweeps SET phase/, async () => {
    // The other message gets two pages ahead meanwhile.
    await deliver('dripcast-search', [{ body }], own);
    await deliver('dripcast-search', [{ body }], own);
    ahead = await position();
  });
  expect((await deliver('dripcast-search', [{ body }], { ...own, SEARCH })).acked).toEqual(['m0']);
  expect(await position()).toEqual(ahead);
  expect(sent).toHaveLength(2);
});

test('a rebuild gives the same index', async () => {
  for (let index = 0; index < 12; index++) {
    await makeSpoken([
      `Ordinal ${index} of the rebuild.`,
      'Ines: Some of it is the same each time.',
    ]);
  }
  await runSweep('check');
  const before = await dump();
  const { pages, written } = await runSweep('rebuild');
  expect(pages).toBeGreaterThan(6);
  expect(written).toBeGreaterThanOrEqual(24);
  expect(await dump()).toEqual(before);
});
