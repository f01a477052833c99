/** A model's notes on a source are deleted with it. */
import { env } from 'cloudflare:workers';
import { expect, inject, test } from 'vitest';
import { createAssistant } from '../../../worker/assistant/choose-assistant.ts';
import { toAssistantEpisode } from '../../../worker/episodes/assistant-episode.ts';
import { findAnyEpisode } from '../../../worker/episodes/store.ts';
import { removeSource, sourceDeps } from '../../../worker/sources/edit-sources.ts';
import { readStoredTranscript } from '../../../worker/transcripts/store.ts';
import { makePerson, type Person } from '../../support/people.ts';
import { db } from '../../support/podcasts.ts';
import { addSource, SOURCES } from '../../support/sources.ts';

const model = createAssistant({
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'answers',
  AI_BASE_URL: `${inject('modelServer')}/v1`,
  AI_CONTEXT_TOKENS: 24_000,
  AI_TIMEOUT_MS: 45_000,
  DB: env.DB,
  NOTES: env.TRANSCRIPTS,
});
const NOBODY = { industry: null, role: null, goals: null };

const notesOn = async (id: string) =>
  (await env.TRANSCRIPTS.list({ prefix: `notes/${id}/` })).objects.length;

/** A source that a model has read. */
async function makeNoted(person: Person): Promise<string> {
  const { id } = await addSource(person);
  const [episode, transcript] = await Promise.all([
    findAnyEpisode(db, id),
    readStoredTranscript(env.TRANSCRIPTS, id),
  ]);
  if (!episode || !transcript) throw new Error('the source is not there');
  await model.writeInsight(toAssistantEpisode(episode, transcript.lines), NOBODY, {});
  expect(await notesOn(id)).toBeGreaterThan(0);
  return id;
}

test.each<[string, (person: Person, id: string) => Promise<Response>]>([
  ['the text is deleted', (person, id) => person.send('DELETE', `${SOURCES}/${id}`)],
  ['it is changed', (person, id) => person.send('PUT', `${SOURCES}/${id}`, { text: 'Other.' })],
  ['the account is deleted', (person) => person.send('DELETE', '/api/user', {})],
])('notes on a text are deleted when %s', async (_, end) => {
  const person = await makePerson();
  const id = await makeNoted(person);
  expect((await end(person, id)).status).toBe(200);
  expect(await notesOn(id)).toBe(0);
});

test('notes that are stored while the text is deleted go with it', async () => {
  const person = await makePerson();
  const { id } = await addSource(person);
  const deps = sourceDeps(env);
  /** Stores notes right after the existing ones were listed. */
  const bucket: Pick<R2Bucket, 'list' | 'delete'> = {
    list: async (options) => {
      const listed = await env.TRANSCRIPTS.list(options);
      if (await findAnyEpisode(db, id)) await env.TRANSCRIPTS.put(`notes/${id}/late.json`, '{}');
      return listed;
    },
    delete: (keys) => env.TRANSCRIPTS.delete(keys),
  };
  await removeSource({ ...deps, bucket: bucket as R2Bucket }, person.id, id);
  expect(await notesOn(id)).toBe(0);
});
