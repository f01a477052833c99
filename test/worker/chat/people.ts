/** Readers, episodes and conversations for tests; each test makes its own. */

import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { FOLLOW_UPS_PER_SESSION } from '../../../schema/limits.ts';
import { podcasts } from '../../../schema/tables/catalogue.ts';
import { chatSessions } from '../../../schema/tables/chat.ts';
import { episodes, transcripts } from '../../../schema/tables/episodes.ts';
import type { ChatReplyChunk } from '../../../schema/wire/chat.ts';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { updateProfile } from '../../../worker/accounts/store.ts';
import type { ChatSession } from '../../../worker/chat/ChatSession.ts';
import { NDJSON } from '../../../worker/chat/reply-stream.ts';
import { createDatabase } from '../../../worker/platform/database.ts';
import { writeTranscript } from '../../../worker/transcripts/store.ts';
import { ask as askWorker, makePerson, type Person } from '../../support/people.ts';

export const db = createDatabase(env.DB);

export type TestReader = Pick<Person, 'id' | 'cookie'>;

export async function makeReader(
  profile: { industry?: string; role?: string; goals?: string } = {},
): Promise<TestReader> {
  const person = await makePerson();
  if (Object.keys(profile).length > 0) await updateProfile(db, person.id, profile);
  return person;
}

const SAID: [speaker: string, text: string][] = [
  ['Ada', 'Welcome. Today we talk about pricing a new product for small hospitals.'],
  ['Ben', 'We raised the price to 4,200 euros a year and lost only two customers.'],
  ['Ada', 'Why did so few of them leave after the price went up?'],
  ['Ben', 'Because the hospitals saved eleven hours a week with the scheduling tool.'],
  ['Ada', 'What would you recommend to somebody who sets a price for the first time?'],
  ['Ben', 'Talk to ten buyers before you print a price list, and write down what they pay today.'],
  ['Ada', 'My mentor Greta Lindholm taught me to never discount in the first meeting.'],
  ['Ben', 'Churn is the share of customers who leave in a year; ours is four percent.'],
];

/** Eight lines, twenty seconds each. */
export const LINES: TranscriptLine[] = SAID.map(([speaker, text], index) => ({
  start: index * 20,
  end: index * 20 + 19,
  speaker,
  text,
}));

/** Adds an episode, with a stored transcript unless `lines` is null. */
export async function makeEpisode(
  options: { lines?: TranscriptLine[] | null; isYoutubeShort?: boolean } = {},
): Promise<string> {
  const { lines = LINES, isYoutubeShort = false } = options;
  const podcastId = crypto.randomUUID();
  const id = crypto.randomUUID();
  await db.batch([
    db.insert(podcasts).values({
      id: podcastId,
      title: 'Prices and People',
      host: 'Ada',
      description: 'About prices.',
      category: 'Marketing',
      feedUrl: `https://podcasts.test/${podcastId}.xml`,
    }),
    db.insert(episodes).values({
      id,
      podcastId,
      guid: id,
      title: 'What hospitals pay',
      description: 'Ben tells how a price list came about. Recorded in Malmo.',
      publishedAt: new Date(),
      isYoutubeShort,
      transcriptLinks: [
        {
          url: `https://podcasts.test/${id}.vtt`,
          type: 'text/vtt',
          language: 'en',
          rel: null,
        },
      ],
    }),
    db.insert(transcripts).values({
      episodeId: id,
      status: lines ? 'ready' : 'unavailable',
      reason: lines ? null : 'There is none.',
      retryAt: lines ? null : new Date(Date.now() + 3_600_000),
      checkedAt: new Date(),
    }),
  ]);
  if (lines) {
    const transcript = { source: 'feed', language: 'en', lines } as const;
    await writeTranscript(env.TRANSCRIPTS, id, transcript, 'text');
  }
  return id;
}

/** Adds a conversation to D1 that nobody has opened yet. */
export async function makeSession(
  reader: TestReader,
  episodeId: string,
  remaining = FOLLOW_UPS_PER_SESSION,
): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .insert(chatSessions)
    .values({ id, userId: reader.id, episodeId, remainingFollowUps: remaining });
  return id;
}

/** Sends a request to the product, optionally as a reader. */
export function call(path: string, init: RequestInit & { reader?: TestReader } = {}) {
  const { reader, ...rest } = init;
  const headers = new Headers(rest.headers);
  if (reader) headers.set('Cookie', reader.cookie);
  if (typeof rest.body === 'string') headers.set('Content-Type', 'application/json');
  return askWorker(path, { ...rest, headers });
}

export function ask(
  reader: TestReader,
  episodeId: string,
  sessionId: string,
  message: string,
  headers: Record<string, string> = {},
) {
  return call(`/api/podcasts/episodes/${episodeId}/chat`, {
    method: 'POST',
    reader,
    headers,
    body: JSON.stringify({ message, sessionId }),
  });
}

export const sessionStub = (sessionId: string) => env.CHAT_SESSIONS.getByName(sessionId);

/** A reader, an episode with a transcript, and a conversation about it. */
export async function makeChat(remaining?: number) {
  const reader = await makeReader();
  const episodeId = await makeEpisode();
  const sessionId = await makeSession(reader, episodeId, remaining);
  return { reader, episodeId, sessionId, stub: sessionStub(sessionId) };
}

/** A question whose answer is streamed. */
export const askStreaming = (
  reader: TestReader,
  episodeId: string,
  sessionId: string,
  message: string,
) => ask(reader, episodeId, sessionId, message, { Accept: NDJSON });

/** Returns how a request is refused. */
export async function refusalOf(
  response: Response,
): Promise<[status: number, error: string, message: string]> {
  const { error, message } = await response.json<{ error: string; message: string }>();
  return [response.status, error, message];
}

/** Returns the lines of a streamed answer. Each must be complete. */
export async function linesOf(response: Response): Promise<ChatReplyChunk[]> {
  const text = await response.text();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Waits until writing an answer to D1 has failed, which happens after the reader has it. */
export async function untilSyncFailed(logged: Record<string, unknown>[]): Promise<void> {
  await expect.poll(() => logged.map(({ event }) => event)).toContain('chat_sync_failed');
}

/** Ends an object as a failing machine would. */
export async function crash(stub: DurableObjectStub<ChatSession>): Promise<void> {
  await runInDurableObject(stub, (_, state) => state.abort('crashed')).catch(() => {});
}
