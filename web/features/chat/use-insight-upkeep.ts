import { useQuery } from '@tanstack/react-query';
import { type Dispatch, useEffect, useEffectEvent } from 'react';
import { CHAT_ERROR_RESET_MS } from '../../../schema/limits.ts';
import { toast } from '../../ui/toasts.ts';
import type { ConversationAction } from './conversation.ts';
import type { Conversation } from './conversation-state.ts';
import { insightQuery } from './queries.ts';
import { NO_TRANSCRIPT } from './texts.ts';
import type { ConversationInput } from './use-conversation.ts';

const POLL_MS = 2_000;
/**
 * Also polls with a socket: if very many readers wait for the same insight, not all of them are
 * notified.
 */
const POLL_LIVE_MS = 20_000;

/**
 * Follows an insight until it is finished: fetches it when it is done (polling if there is no socket),
 * reports its state, and resets the conversation after a failure.
 */
export function useInsightUpkeep({
  episodeId,
  state,
  dispatch,
  isLive,
  noTranscript,
  input,
}: {
  /** Null for a conversation without an insight. */
  episodeId: string | null;
  state: Conversation;
  dispatch: Dispatch<ConversationAction>;
  isLive: boolean;
  noTranscript: boolean;
  input: Pick<ConversationInput, 'onInsight' | 'sessionId'>;
}): void {
  const { insight } = state;
  const isQueued = insight?.status === 'queued';
  const isFinished = isQueued && insight.progress >= 100;
  const isUnheard = input.sessionId !== null && !isLive && (isQueued || insight === null);
  const { data } = useQuery({
    ...insightQuery(episodeId ?? ''),
    enabled: episodeId !== null && (isQueued || isUnheard),
    refetchInterval: isFinished || isUnheard ? POLL_MS : POLL_LIVE_MS,
  });

  const text = data?.initialInsight ?? null;
  const isNews = text !== null && (isQueued || isUnheard);
  useEffect(() => {
    if (isNews && text !== null) dispatch({ type: 'insight-text', text });
  }, [isNews, text, dispatch]);
  const error = isUnheard && data?.status === 'failed' ? (data.error ?? '') : null;
  useEffect(() => {
    if (error === null) return;
    dispatch({ type: 'server', event: { type: 'insight_failed', message: error } });
  }, [error, dispatch]);

  const status = insight?.status ?? 'none';
  const tell = useEffectEvent(() => {
    if (status === 'none') return;
    input.onInsight(status);
    if (status !== 'failed' || !noTranscript) return;
    dispatch({ type: 'notice', content: NO_TRANSCRIPT });
    toast({ title: 'No transcript available for this episode', variant: 'destructive' });
  });
  useEffect(() => {
    tell();
    if (status !== 'failed') return;
    const timer = setTimeout(() => dispatch({ type: 'reset' }), CHAT_ERROR_RESET_MS);
    return () => clearTimeout(timer);
  }, [status, dispatch]);
}
