import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { notesIn } from '../../../worker/assistant/model/keep-notes.ts';
import { createDatabase } from '../../../worker/platform/database.ts';
import { brokenDatabase } from '../../support/databases.ts';
import { db, makeEpisode, makePodcast } from '../../support/podcasts.ts';

const notes = notesIn(env.TRANSCRIPTS, db);

const someKey = async () => {
  const { id } = await makeEpisode((await makePodcast()).id);
  return { episodeId: id, name: 'some' };
};
const objectsOf = async (episodeId: string) =>
  (await env.TRANSCRIPTS.list({ prefix: `notes/${episodeId}/` })).objects.map(({ key }) => key);

test('notes are read as they were written', async () => {
  const key = await someKey();
  await notes.write(key, { gist: 'a' });
  expect(await notes.read(key)).toEqual({ gist: 'a' });
});

test('notes that are missing or damaged count as none', async () => {
  const key = await someKey();
  await notes.write(key, {});
  const [object = ''] = await objectsOf(key.episodeId);
  await env.TRANSCRIPTS.put(object, '{"gist": ');
  expect(await notes.read(key)).toBeUndefined();
  expect(await notes.read(await someKey())).toBeUndefined();
});

test('notes on what was deleted meanwhile are not kept', async () => {
  const key = { ...(await someKey()), episodeId: crypto.randomUUID() };
  await notes.write(key, { gist: 'a' });
  expect(await objectsOf(key.episodeId)).toEqual([]);
});

test('notes are taken even if that cannot be recorded, but not again if taking them fails', async () => {
  const taken = { notes: [], topics: [] };
  const without = notesIn(env.TRANSCRIPTS, createDatabase(brokenDatabase(env.DB)));
  expect(await without.alone(await someKey(), async () => taken)).toBe(taken);
  let times = 0;
  const fail = async () => {
    times += 1;
    throw new Error('The model is down');
  };
  await expect(notes.alone(await someKey(), fail)).rejects.toThrow('The model is down');
  expect(times).toBe(1);
});
