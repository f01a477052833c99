import type { SessionEvent } from '../../../schema/wire/chat.ts';
import type { TranscriptReply } from '../../../schema/wire/episodes.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import type { Question } from './conversation-state.ts';

export type TranscriptOutcome =
  | { status: 'ready'; transcript: TranscriptReply }
  /** `title` is the episode's; null where the server does not tell it. */
  | { status: 'unavailable'; isYoutubeShort: boolean; title: string | null };

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
    const { isYoutubeShort, title } = error.details;
    return {
      status: 'unavailable',
      isYoutubeShort: isYoutubeShort === true,
      title: typeof title === 'string' ? title : null,
    };
  }
}

/** A new session for an episode, and its insight queued where there is none yet. */
export function createSession(episodeId: string): Promise<unknown> {
  return readReply(api.podcasts.episodes[':episodeId'].insights.$post({ param: { episodeId } }));
}

/** Asks a question whose answer is streamed as newline-separated JSON; any status is returned. */
export function postQuestion(
  asked: { episodeId: string; sessionId: string; question: Question },
  signal: AbortSignal,
) {
  const { episodeId, sessionId, question } = asked;
  return api.podcasts.episodes[':episodeId'].chat.$post(
    { param: { episodeId }, json: { id: question.id, message: question.text, sessionId } },
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

/**
 * What was said in a session, where no socket tells it; without a session, in the newest one about
 * the episode in which something was asked (null where there is none).
 */
export async function fetchConversation(
  episodeId: string,
  sessionId: string | null,
  signal?: AbortSignal,
): Promise<SessionEvent | null> {
  const { conversation } = await readReply(
    api.podcasts.episodes[':episodeId'].chat.$get(
      { param: { episodeId }, query: sessionId === null ? {} : { sessionId } },
      { init: { signal } },
    ),
  );
  return conversation;
}

export function saveAnswer(episodeId: string, insight: string) {
  return readReply(api.user.insights.$post({ json: { episodeId, insight } }));
}

export async function fetchSavedHashes(episodeId: string, signal?: AbortSignal) {
  const { hashes } = await readReply(
    api.podcasts.episodes[':episodeId']['saved-texts'].$get(
      { param: { episodeId } },
      { init: { signal } },
    ),
  );
  return hashes;
}
