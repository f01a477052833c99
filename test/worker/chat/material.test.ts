/** The material of an answer: the episodes, their transcripts and the reader's profile. */
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { episodes } from '../../../schema/tables/episodes.ts';
import { updateProfile } from '../../../worker/accounts/store.ts';
import { loadMaterial, NOBODY } from '../../../worker/chat/load-material.ts';
import {
  allPodcastsDeps,
  loadMaterialFromAll,
} from '../../../worker/chat/load-material-from-all.ts';
import { transcriptDeps } from '../../../worker/transcripts/find-transcript.ts';
import { bindingWith } from '../../support/bindings.ts';
import { brokenDatabase } from '../../support/databases.ts';
import { logLines } from '../../support/log-lines.ts';
import { makePerson } from '../../support/people.ts';
import { makeEpisode as makeEpisodeOf, makePodcast, subscribe } from '../../support/podcasts.ts';
import { index, makeSpoken, storeTranscript } from '../../support/search.ts';
import { db, LINES, makeEpisode, makeReader } from './people.ts';

const NOBODYS = '00000000-0000-4000-8000-000000000000';

async function materialOf(userId: string, episodeId: string, d1 = env.DB) {
  const deps = { db: d1, transcripts: transcriptDeps(env) };
  const material = await loadMaterial(deps, userId, episodeId);
  if (!('episode' in material)) throw new Error('not about one episode');
  return material;
}

describe('an answer about one episode', () => {
  test('has its transcript and the profile of its reader', async () => {
    const reader = await makeReader({ industry: 'Health', role: 'Nurse' });
    const episodeId = await makeEpisode();
    const { episode, reader: profile } = await materialOf(reader.id, episodeId);
    expect(episode).toMatchObject({ id: episodeId, title: 'What hospitals pay', lines: LINES });
    expect(profile).toEqual({ industry: 'Health', role: 'Nurse', goals: null });
  });

  test('tells who hosts the podcast', async () => {
    const reader = await makeReader();
    const podcast = await makePodcast({ host: 'Ida Holm' });
    const { id } = await makeEpisodeOf(podcast.id);
    expect((await materialOf(reader.id, id)).episode.podcastHost).toBe('Ida Holm');
  });

  test('has the rest of a profile without an industry', async () => {
    const reader = await makeReader({ role: 'Nurse' });
    const { reader: profile } = await materialOf(reader.id, await makeEpisode());
    expect(profile).toEqual({ industry: null, role: 'Nurse', goals: null });
  });

  test('reads the transcript once for several questions', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    const first = await materialOf(reader.id, episodeId);
    const second = await materialOf(reader.id, episodeId);
    expect(second.episode.lines).toBe(first.episode.lines);
  });

  test('shares one transcript among those who ask at once', async () => {
    const readers = await Promise.all([makeReader(), makeReader(), makeReader()]);
    const episodeId = await makeEpisode();
    const [first, ...others] = await Promise.all(
      readers.map(({ id }) => materialOf(id, episodeId)),
    );
    for (const { episode } of others) expect(episode.lines).toBe(first?.episode.lines);
  });

  test('comes from memory for the next question, and tells what has changed since', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    expect((await materialOf(reader.id, episodeId)).newer).toBeUndefined();
    const again = await materialOf(reader.id, episodeId);
    expect(await again.newer?.()).toBeNull();
    await updateProfile(db, reader.id, { role: 'Nurse' });
    const recent = await materialOf(reader.id, episodeId);
    expect(recent.reader.role).toBeNull();
    expect(await recent.newer?.()).toMatchObject({ reader: { role: 'Nurse' } });
    expect((await materialOf(reader.id, episodeId)).reader.role).toBe('Nurse');
    await db.delete(episodes).where(eq(episodes.id, episodeId));
    const { newer } = await materialOf(reader.id, episodeId);
    await expect(newer?.()).rejects.toThrow('no longer exists');
    await expect(materialOf(reader.id, episodeId)).rejects.toThrow('no longer exists');
  });

  test('comes from memory while the database fails', async () => {
    const reader = await makeReader();
    const episodeId = await makeEpisode();
    await materialOf(reader.id, episodeId);
    const { episode, newer } = await materialOf(reader.id, episodeId, brokenDatabase(env.DB));
    expect(episode.lines).toEqual(LINES);
    expect(await newer?.()).toBeNull();
  });

  test('has no transcript if none is available or it cannot be read', async () => {
    const reader = await makeReader();
    const without = await makeEpisode({ lines: null });
    expect((await materialOf(reader.id, without)).episode).toMatchObject({ lines: [] });
    expect((await materialOf(reader.id, without)).episode.isTemporary).toBeUndefined();
    const unread = await makeEpisode();
    const logged = logLines();
    await env.TRANSCRIPTS.put(`transcripts/${unread}.json`, '{');
    expect((await materialOf(reader.id, unread)).episode).toMatchObject({
      lines: [],
      isTemporary: true,
    });
    expect(logged).toMatchObject([{ event: 'transcript_not_found', episodeId: unread }]);
  });

  test('needs the episode, but not a profile', async () => {
    const reader = await makeReader();
    await expect(materialOf(reader.id, NOBODYS)).rejects.toThrow('no longer exists');
    const { reader: profile } = await materialOf(NOBODYS, await makeEpisode());
    expect(profile).toEqual(NOBODY);
  });
});

describe('an answer about all podcasts', () => {
  const QUESTION = 'What does the scheduling tool save?';
  const SAID = 'The scheduling tool saves the nurses eleven hours.';

  async function materialFor(userId: string) {
    const material = await loadMaterialFromAll(allPodcastsDeps(env), userId, QUESTION, []);
    if (!('episodes' in material)) throw new Error('about one episode');
    return material;
  }

  test('has the profile of its reader; who has nothing to ask is told what to do first', async () => {
    const reader = await makeReader({ goals: 'Save time' });
    const { podcastId, episodeId } = await makeSpoken([SAID]);
    await subscribe(reader.id, podcastId);
    const material = await materialFor(reader.id);
    expect(material.reader).toEqual({ industry: null, role: null, goals: 'Save time' });
    expect(material.episodes.map(({ id }) => id)).toEqual([episodeId]);
    await expect(materialFor(NOBODYS)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Subscribe to one or add a source'),
    });
  });

  test('shares its transcripts with those who ask at once, and with whoever asks next', async () => {
    const { podcastId, episodeId } = await makeSpoken([SAID]);
    const readers = await Promise.all([makeReader(), makeReader(), makeReader()]);
    for (const { id } of readers) await subscribe(id, podcastId);
    let reads = 0;
    const bucket = bindingWith(env.TRANSCRIPTS, {
      get(key: string) {
        reads += 1;
        return env.TRANSCRIPTS.get(key);
      },
    });
    const deps = { ...allPodcastsDeps(env), bucket };
    const ask = async (userId: string) => {
      const material = await loadMaterialFromAll(deps, userId, QUESTION, []);
      return 'episodes' in material ? material.episodes[0] : undefined;
    };
    const [first, ...others] = await Promise.all(readers.map(({ id }) => ask(id)));
    const next = await ask(readers[0]?.id ?? '');
    expect(first?.id).toBe(episodeId);
    for (const other of [...others, next]) expect(other?.lines).toBe(first?.lines);
    expect(reads).toBe(1);
  });

  test('passes over an episode that is found by its title but has no transcript', async () => {
    const { id } = await makePerson();
    const podcast = await makePodcast();
    const silent = await makeEpisodeOf(podcast.id, { title: 'What the scheduling tool saves' });
    await index(['episode', silent.id]);
    const { podcastId, episodeId } = await makeSpoken([SAID]);
    await subscribe(id, podcast.id, podcastId);
    const { episodes } = await materialFor(id);
    expect(episodes.map((episode) => episode.id)).toEqual([episodeId]);
  });

  test('has as much text as can be worked on at once, of whole episodes', async () => {
    const { id } = await makePerson();
    const filler = 'Then they talk about the weather of the coast and its long rainy winters. ';
    const spoken = (chars: number) => [SAID, filler.repeat(Math.ceil(chars / filler.length))];
    const long = async (chars: number) => {
      const { podcastId, episodeId } = await makeSpoken([SAID]);
      await subscribe(id, podcastId);
      await storeTranscript(episodeId, spoken(chars));
    };
    await long(450_000);
    expect((await materialFor(id)).episodes).toHaveLength(1);
    await long(450_000);
    expect((await materialFor(id)).episodes).toHaveLength(1);

    const other = await makePerson();
    for (let count = 0; count < 3; count++) {
      const { podcastId, episodeId } = await makeSpoken([SAID]);
      await subscribe(other.id, podcastId);
      await storeTranscript(episodeId, spoken(150_000));
    }
    expect((await materialFor(other.id)).episodes).toHaveLength(2);
  });
});
