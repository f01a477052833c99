import type { SessionEvent } from '../../../schema/wire/chat.ts';
import type { TranscriptReply } from '../../../schema/wire/episodes.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import type { Question } from './conversation-state.ts';

export type TranscriptOutcome =
  | { status: 'ready'; transcript: TranscriptReply }
  /** `title` is the episode's; null if the server doesn't send it. */
  | { status: 'unavailable'; isYoutubeShort: boolean; title: string | null };

/** Fetches a transcript. A missing transcript is a valid result, not an error. */
export async function fetchTranscript(
  episodeId: string,
  signal?: AbortSignal,
): Promise<TranscriptOutcome> {
  try {
    const transcript = await readReply(
      api.podcasts.episodes[':episodeId'].transcript.$get(
        { param: { episodeId }, query: {} },
        { init: { signal } },
      ),
      ({ transcript: text, lines }) => typeof text === 'string' || Array.isArray(lines),
    );
    return { status: 'ready', transcript };
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.transcriptUnavailable !== true) throw error;
    const { isYoutubeShort, title } = error.details;
    return {
      status: 'unavailable',
      isYoutubeShort: isYoutubeShort === true,
      title: typeof title === 'string' ? title : null,
    };
  }
}

/**
 * Creates a session for an episode.
 *
 * @param episodeId here and below null for a conversation about all of the reader's podcasts
 * @param isGenerating also queues an insight if there is none yet, which costs a generation
 */
export function createSession(
  episodeId: string | null,
  { isGenerating }: { isGenerating: boolean },
): Promise<unknown> {
  if (episodeId === null) return readReply(api.ask.$post());
  const query = { generate: isGenerating ? 'true' : 'false' } as const;
  // The specification asks for this header, although there is no body.
  const headers = { 'Content-Type': 'application/json' };
  return readReply(
    api.podcasts.episodes[':episodeId'].insights.$post(
      { param: { episodeId }, query },
      { headers },
    ),
  );
}

/** Sends a question. The answer streams as newline-separated JSON; responses of any status are returned. */
export function postQuestion(
  asked: { episodeId: string | null; sessionId: string; question: Question },
  signal: AbortSignal,
) {
  const { episodeId, sessionId, question } = asked;
  const json = { message: question.text, sessionId };
  const header = { 'Idempotency-Key': question.id };
  const options = { headers: { Accept: 'application/x-ndjson' }, init: { signal } };
  return episodeId === null
    ? api.ask.chat.$post({ header, json }, options)
    : api.podcasts.episodes[':episodeId'].chat.$post(
        { param: { episodeId }, header, json },
        options,
      );
}

/** Stops the answer to a question. The server keeps the part it already has. */
export function stopAnswer(
  episodeId: string | null,
  json: { sessionId: string; id: string | undefined },
) {
  if (episodeId === null) return readReply(api.ask.chat.stop.$post({ json }));
  return readReply(
    api.podcasts.episodes[':episodeId'].chat.stop.$post({ param: { episodeId }, json }),
  );
}

/** Fetches how far the reader's insight of an episode is, and its text once it is done. */
export async function fetchInsight(episodeId: string, signal?: AbortSignal) {
  const { data } = await readReply(
    api.podcasts.episodes[':episodeId'].insights.$get(
      { param: { episodeId } },
      { init: { signal } },
    ),
    ({ data: insight }) => typeof insight.status === 'string',
  );
  return data;
}

/**
 * Fetches the messages of a session when there is no socket. Without a session id, uses the reader's
 * newest session about the episode that has questions; null if there is none.
 */
export async function fetchConversation(
  episodeId: string | null,
  sessionId: string | null,
  signal?: AbortSignal,
): Promise<SessionEvent | null> {
  const query = sessionId === null ? {} : { sessionId };
  const options = { init: { signal } };
  const { conversation } = await readReply(
    episodeId === null
      ? api.ask.$get({ query }, options)
      : api.podcasts.episodes[':episodeId'].chat.$get({ param: { episodeId }, query }, options),
  );
  return conversation;
}

/** Where the reader's newest moments of an episode are, in seconds. */
export async function fetchSavedPlaces(episodeId: string, signal?: AbortSignal) {
  const { moments } = await readReply(
    api.user.moments.$get({ query: { episodeId } }, { init: { signal } }),
    (reply) => Array.isArray(reply.moments),
  );
  return moments.map(({ start, end }) => ({ start, end }));
}

export function saveAnswer(episodeId: string, insight: string) {
  return readReply(api.user.insights.$post({ json: { episodeId, insight } }));
}

/** SHA-256 of each text that the reader has saved, of an episode or, with null, of all. */
export async function fetchSavedHashes(episodeId: string | null, signal?: AbortSignal) {
  const options = { init: { signal } };
  const { hashes } = await readReply(
    episodeId === null
      ? api.ask['saved-texts'].$get({}, options)
      : api.podcasts.episodes[':episodeId']['saved-texts'].$get({ param: { episodeId } }, options),
    (reply) => Array.isArray(reply.hashes),
  );
  return hashes;
}

/** Whether the reader has nothing that a question could be answered from. */
export async function fetchHasNothingToAsk(signal?: AbortSignal): Promise<boolean> {
  const { isEmpty } = await readReply(
    api.ask.material.$get({}, { init: { signal } }),
    (reply) => typeof reply.isEmpty === 'boolean',
  );
  return isEmpty;
}

/** An episode's show notes, chapters and facts. */
export function fetchEpisodePage(episodeId: string, signal?: AbortSignal) {
  return readReply(
    api.podcasts.episodes[':episodeId'].$get({ param: { episodeId } }, { init: { signal } }),
    ({ chapters, notes }) => Array.isArray(chapters) && typeof notes === 'string',
  );
}
