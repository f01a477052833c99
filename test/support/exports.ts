/** Accounts with something in them, and their exports, for tests inside workerd. */
import { env } from 'cloudflare:workers';
import { strFromU8, unzipSync } from 'fflate';
import { expect } from 'vitest';
import { chatFollowUps, chatSessions } from '../../schema/tables/chat.ts';
import type { ExportFormat } from '../../schema/wire/exports.ts';
import type { Person } from './people.ts';
import { db, makeEpisode, makePodcast, subscribe } from './podcasts.ts';
import { deliver } from './queues.ts';

export const EXPORTS = '/api/user/exports';

/** An episode of a subscribed podcast with a saved insight, notes, tags and a conversation. */
export async function fillAccount(person: Person, title = 'Raising prices') {
  const podcast = await makePodcast({ title: `Talk ${crypto.randomUUID().slice(0, 8)}` });
  const episode = await makeEpisode(podcast.id, { title, audioUrl: 'https://show.test/1.mp3' });
  await subscribe(person.id, podcast.id);
  const saved = await person.send('POST', '/api/user/insights', {
    episodeId: episode.id,
    insight: `## Points\n\n- Prices rose in ${title}. [12:34]`,
  });
  const { id: insightId } = await saved.json<{ id: string }>();
  await person.send('PUT', `/api/user/insights/${insightId}`, {
    userNotes: 'Ask Ada.',
    tags: ['pricing'],
  });
  const [session] = await db
    .insert(chatSessions)
    .values({ userId: person.id, episodeId: episode.id, remainingFollowUps: 9 })
    .returning();
  const sessionId = session?.id ?? '';
  await db
    .insert(chatFollowUps)
    .values({ sessionId, question: 'Why?', answer: 'Because of demand. [0:20]' });
  return { podcast, episode, insightId, sessionId };
}

export async function beginExport(
  person: Person,
  formats: ExportFormat[],
  choice: { podcastIds?: string[] } = {},
): Promise<string> {
  const reply = await person.send('POST', EXPORTS, { formats, ...choice });
  expect(reply.status).toBe(202);
  return (await reply.json<{ id: string }>()).id;
}

export const deliverExport = (id: string, bindings: Env = env, attempts = 1) =>
  deliver('dripcast-transfers', [{ body: { exportId: id }, attempts }], bindings);

export async function downloadExport(person: Person, id: string): Promise<Uint8Array> {
  const reply = await person.ask(`${EXPORTS}/${id}`);
  expect(reply.status).toBe(200);
  return new Uint8Array(await reply.arrayBuffer());
}

/** Makes an export and returns its file. */
export async function exportOf(
  person: Person,
  formats: ExportFormat[],
  choice: { podcastIds?: string[] } = {},
  bindings: Env = env,
): Promise<Uint8Array> {
  const id = await beginExport(person, formats, choice);
  await deliverExport(id, bindings);
  return downloadExport(person, id);
}

/** The files of a zip by their paths, in its order. */
export const filesIn = (zip: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, strFromU8(bytes)]),
  );
