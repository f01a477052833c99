import type { ChatHistorySession } from '../../../schema/wire/chat.ts';
import type { TranscriptReply } from '../../../schema/wire/episodes.ts';
import type { ChatSessionInit } from '../../../schema/wire/insights.ts';
import { ApiError, api, readReply } from '../../api/client.ts';

export type TranscriptOutcome =
  | { status: 'ready'; transcript: TranscriptReply }
  | { status: 'unavailable'; isYoutubeShort: boolean };

/** A transcript, or that there is none: that is an answer, too. */
export async function fetchTranscript(
  episodeId: string,
  signal?: AbortSignal,
): Promise<TranscriptOutcome> {
  try {
    const transcript = await readReply(
      api.podcasts.episodes[':episodeId'].transcript.$get(
        { param: { episodeId } },
        { init: { signal } },
      ),
    );
    return { status: 'ready', transcript };
  } catch (error) {
    if (!(error instanceof ApiError) || error.details.transcriptUnavailable !== true) throw error;
    return { status: 'unavailable', isYoutubeShort: error.details.isYoutubeShort === true };
  }
}

/** A new session for an episode, and its insight queued where there is none yet. */
export function createSession(episodeId: string): Promise<ChatSessionInit> {
  return readReply(api.podcasts.episodes[':episodeId'].insights.$post({ param: { episodeId } }));
}

/** Asks a question whose answer is streamed as newline-separated JSON; any status is returned. */
export function postQuestion(
  asked: { episodeId: string; sessionId: string; question: string },
  signal: AbortSignal,
) {
  const { episodeId, sessionId, question } = asked;
  return api.podcasts.episodes[':episodeId'].chat.$post(
    { param: { episodeId }, json: { message: question, sessionId } },
    { headers: { Accept: 'application/x-ndjson' }, init: { signal } },
  );
}

/** Ends the answer in the making; what came of it is kept. */
export function stopAnswer(episodeId: string, sessionId: string) {
  return readReply(
    api.podcasts.episodes[':episodeId'].chat.stop.$post({
      param: { episodeId },
      json: { sessionId },
    }),
  );
}

export async function fetchInsight(episodeId: string, signal?: AbortSignal) {
  const { data } = await readReply(
    api.podcasts.episodes[':episodeId'].insights.$get(
      { param: { episodeId } },
      { init: { signal } },
    ),
  );
  return data;
}

export async function listSessions(signal?: AbortSignal): Promise<ChatHistorySession[]> {
  const { chatSessions } = await readReply(
    api.user['chat-sessions'].$get({}, { init: { signal } }),
  );
  return chatSessions;
}

export function saveAnswer(episodeId: string, insight: string) {
  return readReply(api.user.insights.$post({ json: { episodeId, insight } }));
}
