/** Work that takes longer than its lease, which is therefore renewed while the work goes on. */
import { createMessageBatch } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leases } from '../../../schema/tables/jobs.ts';
import { refreshPodcast } from '../../../worker/episodes/refresh.ts';
import { refreshDeps } from '../../../worker/episodes/refresh-deps.ts';
import { createDatabase } from '../../../worker/platform/database.ts';
import { withLease } from '../../../worker/platform/leases.ts';
import { findTranscript, transcriptDeps } from '../../../worker/transcripts/find-transcript.ts';
import { consumeTranscription } from '../../../worker/transcripts/transcription/consume.ts';
import { accountOf, deliverImport, silentEnv, upload } from '../../support/account-imports.ts';
import { bindingWith } from '../../support/bindings.ts';
import { rejectingDatabase } from '../../support/databases.ts';
import { beginExport, deliverExport, fillAccount } from '../../support/exports.ts';
import { makePerson } from '../../support/people.ts';
import { db, makeEpisode, makePodcast, vtt, vttLink } from '../../support/podcasts.ts';
import { json, makeSpoken, QUEUE, TRANSCRIBED } from '../transcripts/spoken-episode.ts';

/** Longer than the interval of every lease. */
const A_WHILE_MS = 20_000;
const LONG_AGO = new Date(1);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A bucket that does something before the first call of this method. */
function bucketBefore(method: keyof R2Bucket, meanwhile: () => Promise<unknown>): R2Bucket {
  let isFirst = true;
  return bindingWith(env.TRANSCRIPTS, {
    async [method](...args: unknown[]) {
      if (isFirst) {
        isFirst = false;
        await meanwhile();
      }
      return Reflect.apply(env.TRANSCRIPTS[method], env.TRANSCRIPTS, args);
    },
  });
}

test('whoever takes over a lease learns how many died with it in a row', async () => {
  const key = `work ${crypto.randomUUID()}`;
  const take = (work: (deaths: number) => Promise<unknown>) => withLease(db, key, work);
  const deaths = vi.fn(async (_: number) => {});
  const die = async () => {
    await take(async (before) => {
      await deaths(before);
      // A dead worker neither renews nor releases it.
      await db
        .update(leases)
        .set({ holder: 'dead', expiresAt: LONG_AGO })
        .where(eq(leases.key, key));
    });
  };
  await die();
  await die();
  await take(deaths);
  await take(deaths);
  expect(deaths.mock.calls).toEqual([[0], [1], [2], [0]]);
});

test('work that is done counts, also if its lease cannot be released', async () => {
  const key = `work ${crypto.randomUUID()}`;
  const broken = createDatabase(rejectingDatabase(env.DB, /^delete from "leases"/i));
  const take = (work: () => Promise<unknown>) => withLease(broken, key, work);
  expect(await take(async () => 'done')).toBe('done');
  await db.update(leases).set({ expiresAt: LONG_AGO }).where(eq(leases.key, key));
  await expect(take(() => Promise.reject(new Error('not done')))).rejects.toThrow('not done');
});

test('a lease is renewed with what belongs to it, also after a failure, until the work is done', async () => {
  const key = `work ${crypto.randomUUID()}`;
  const untilOf = async () => (await db.select().from(leases).where(eq(leases.key, key)))[0];
  const renew = vi.fn(async () => {});
  renew.mockRejectedValueOnce(new Error('the database is away'));
  const work = async () => {
    for (const times of [1, 2]) {
      await db.update(leases).set({ expiresAt: LONG_AGO }).where(eq(leases.key, key));
      vi.advanceTimersByTime(A_WHILE_MS);
      await expect.poll(() => renew.mock.calls.length).toBe(times);
      expect((await untilOf())?.expiresAt.getTime()).toBeGreaterThan(Date.now());
    }
  };
  await withLease(db, key, work, renew);
  vi.advanceTimersByTime(A_WHILE_MS);
  expect(renew).toHaveBeenCalledTimes(2);
  expect(await untilOf()).toBeUndefined();
});

interface LongWork {
  /** Does the work, with something else in the middle of it. */
  run: (meanwhile: () => Promise<void>) => Promise<unknown>;
  /** The time until which nobody else takes it over. */
  until: { column: string; table: string; key: string; id: string };
}

const works: Record<string, () => Promise<LongWork>> = {
  async 'an export'() {
    const person = await makePerson(silentEnv);
    await fillAccount(person);
    const id = await beginExport(person, ['json']);
    return {
      run: (meanwhile) =>
        deliverExport(id, {
          ...silentEnv,
          TRANSCRIPTS: bucketBefore('createMultipartUpload', meanwhile),
        }),
      until: { column: 'queued_until', table: 'account_exports', key: 'id', id },
    };
  },
  async 'an import of an account'() {
    const person = await makePerson(silentEnv);
    const id = await upload(person, [await accountOf(person)]);
    return {
      run: (meanwhile) =>
        deliverImport(id, { ...silentEnv, TRANSCRIPTS: bucketBefore('get', meanwhile) }),
      until: { column: 'queued_until', table: 'account_imports', key: 'id', id },
    };
  },
  async 'fetching a transcript'() {
    const { id: podcastId } = await makePodcast();
    const { id } = await makeEpisode(podcastId, {
      transcriptLinks: [vttLink('https://slow.test/1.vtt')],
    });
    return {
      run: (meanwhile) =>
        findTranscript(
          {
            ...transcriptDeps(env),
            fetchOutside: async (url) => {
              await meanwhile();
              const body = Uint8Array.from(new TextEncoder().encode(vtt(['Late.'])));
              const headers = new Headers();
              return { status: 200, headers, body, url, isWhole: true, permanentUrl: null };
            },
          },
          id,
        ),
      until: { column: 'retry_at', table: 'transcripts', key: 'episode_id', id },
    };
  },
  async 'transcribing audio'() {
    const episode = await makeSpoken(json(TRANSCRIBED));
    await episode.ask();
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1 };
    const batch = createMessageBatch(QUEUE, [{ ...message, body: episode.sent[0] }]);
    return {
      run: (meanwhile) =>
        consumeTranscription(batch, episode.own, {
          ...transcriptDeps(episode.own),
          queue: episode.own.TRANSCRIPTION_QUEUE,
          transcribe: async () => {
            await meanwhile();
            return { language: 'en', lines: [{ start: 1, end: 5, text: 'Late.' }] };
          },
        }),
      until: { column: 'retry_at', table: 'transcripts', key: 'episode_id', id: episode.id },
    };
  },
  async 'reading a feed'() {
    const { id } = await makePodcast();
    return {
      run: (meanwhile) =>
        refreshPodcast(
          {
            ...refreshDeps(env),
            fetchOutside: async (...args) => {
              await meanwhile();
              return refreshDeps(env).fetchOutside(...args);
            },
          },
          id,
        ),
      until: { column: 'reading_until', table: 'feeds', key: 'podcast_id', id },
    };
  },
};

test.each(Object.keys(works))('%s that takes long is not taken over meanwhile', async (name) => {
  const work = await works[name]?.();
  if (!work) throw new Error(`no work is called ${name}`);
  const { column, table, key, id } = work.until;
  const until = () =>
    env.DB.prepare(`SELECT ${column} FROM ${table} WHERE ${key} = ?`)
      .bind(id)
      .first<number>(column);
  let renewed: number | null = null;
  await work.run(async () => {
    await env.DB.prepare(`UPDATE ${table} SET ${column} = 1 WHERE ${key} = ?`).bind(id).run();
    vi.advanceTimersByTime(A_WHILE_MS);
    await expect.poll(until).toBeGreaterThan(Date.now());
    renewed = await until();
  });
  expect(renewed).toBeGreaterThan(1);
});
