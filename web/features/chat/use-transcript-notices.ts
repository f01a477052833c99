import type { UseQueryResult } from '@tanstack/react-query';
import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { LOGIN_NEEDED } from '../../../schema/wire/chat-texts.ts';
import { ApiError } from '../../api/client.ts';
import type { TranscriptOutcome } from './calls.ts';
import type { ConversationAction } from './conversation.ts';
import { noTranscriptNotice, TRANSCRIPT_NOT_FETCHED } from './texts.ts';

/**
 * Warns once that answers have to do without a transcript.
 *
 * @param onUnavailable called if there is none, rather than none for now
 */
export function useTranscriptNotices(
  transcript: UseQueryResult<TranscriptOutcome>,
  dispatch: Dispatch<ConversationAction>,
  onUnavailable: () => void,
): void {
  const notice = noticeOf(transcript);
  useEffect(() => {
    if (notice !== null) dispatch({ type: 'notice', content: notice });
  }, [notice, dispatch]);
  const isUnavailable = transcript.data?.status === 'unavailable';
  const tell = useEffectEvent(onUnavailable);
  useEffect(() => {
    if (isUnavailable) tell();
  }, [isUnavailable]);
}

function noticeOf({ data, error }: UseQueryResult<TranscriptOutcome>): string | null {
  if (data?.status === 'unavailable') return noTranscriptNotice(data.isYoutubeShort);
  if (data || !error) return null;
  const isLoggedOut = error instanceof ApiError && error.status === 401;
  return isLoggedOut ? LOGIN_NEEDED : TRANSCRIPT_NOT_FETCHED;
}
