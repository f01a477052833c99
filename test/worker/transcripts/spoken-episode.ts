/** Episodes with only audio, for the tests of transcription. */
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { transcripts } from '../../../schema/tables/episodes.ts';
import { hostOrigin, serve } from '../../support/outside.ts';
import { makePerson } from '../../support/people.ts';
import type { Served } from '../../support/podcast-host.ts';
import { db, makeEpisode, makePodcast, subscribe } from '../../support/podcasts.ts';
import { deliver, recordingQueue } from '../../support/queues.ts';

export const QUEUE = 'dripcast-transcription';
/** Not an MP3, so that it is transcribed whole. */
export const SOUND = { body: 'OggS and so on', headers: { 'Content-Type': 'audio/ogg' } };
export const TRANSCRIBED = {
  text: 'We hired four people. Two came back.',
  language: 'en',
  segments: [
    { start: 0, end: 4.5, text: ' We hired four people.' },
    { start: 4.5, end: 8, text: ' Two came back.' },
  ],
};

/** An episode with only audio, and a speech server that answers as specified. */
export async function makeSpoken(speech: Served, fields: Parameters<typeof makeEpisode>[1] = {}) {
  const key = crypto.randomUUID();
  const audioUrl = await serve(`/${key}.ogg`, SOUND);
  const speechPath = `/${key}/v1/audio/transcriptions`;
  await serve(speechPath, speech);
  const { id: podcastId } = await makePodcast({ title: 'Spoken' });
  const episode = await makeEpisode(podcastId, { audioUrl, ...fields });
  const path = `/api/podcasts/episodes/${episode.id}/transcript`;
  const { queue, sent } = recordingQueue();
  const own: Env = {
    ...env,
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'words',
    AI_SPEECH_MODEL: 'ears',
    AI_BASE_URL: `${hostOrigin()}/${key}/v1`,
    TRANSCRIPTION_QUEUE: queue,
  };
  return {
    id: episode.id,
    audioPath: `/${key}.ogg`,
    speechPath,
    own,
    sent,
    /** Requests the transcript as a subscriber of its podcast. */
    ask: async () => {
      const person = await makePerson(own);
      await subscribe(person.id, podcastId);
      return person.ask(path);
    },
    askWithoutSubscription: async () => (await makePerson(own)).ask(path),
    transcribe: (attempts = 1) => deliver(QUEUE, [{ body: sent.at(-1), attempts }], own),
  };
}

export const json = (body: unknown): Served => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

/** The state of an episode's transcript. */
export async function stateOf(episodeId: string) {
  const rows = await db.select().from(transcripts).where(eq(transcripts.episodeId, episodeId));
  return rows[0] ?? null;
}
