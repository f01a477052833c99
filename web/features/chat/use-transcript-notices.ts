import type { UseQueryResult } from '@tanstack/react-query';
import { type Dispatch, useEffect } from 'react';
import { ApiError } from '../../api/client.ts';
import { isMissing } from '../../api/missing.ts';
import type { TranscriptOutcome } from './calls.ts';
import type { ConversationAction } from './conversation.ts';
import { LOGIN_AGAIN, noTranscriptNotice, TRANSCRIPT_NOT_FETCHED } from './texts.ts';

/**
 * Warns once that answers have to do without a transcript.
 *
 * @param isLive whether the conversation is known to exist
 */
export function useTranscriptNotices(
  transcript: UseQueryResult<TranscriptOutcome>,
  isLive: boolean,
  dispatch: Dispatch<ConversationAction>,
): void {
  const notice = noticeOf(transcript, isLive);
  useEffect(() => {
    if (notice !== null) dispatch({ type: 'notice', content: notice });
  }, [notice, dispatch]);
}

function noticeOf(
  { data, error }: UseQueryResult<TranscriptOutcome>,
  isLive: boolean,
): string | null {
  if (data?.status === 'unavailable') return noTranscriptNotice(data.isYoutubeShort);
  if (data || !error) return null;
  // If there is no such episode, the conversation about it ends too, and says why.
  if (isMissing(error) && !isLive) return null;
  const isLoggedOut = error instanceof ApiError && error.status === 401;
  return isLoggedOut ? LOGIN_AGAIN : TRANSCRIPT_NOT_FETCHED;
}
