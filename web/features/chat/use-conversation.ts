import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { ServerEvent } from '../../../schema/wire/chat.ts';
import { LOGIN_NEEDED } from '../../../schema/wire/chat-texts.ts';
import { ApiError } from '../../api/client.ts';
import { isMissing } from '../../api/missing.ts';
import { createSession, fetchConversation } from './calls.ts';
import { conversationReducer } from './conversation.ts';
import {
  answeringIdOf,
  type InsightState,
  isAnswering,
  startConversation,
} from './conversation-state.ts';
import { readSessionReply, SetupError } from './open-session.ts';
import { transcriptQuery } from './queries.ts';
import { useAsking } from './use-asking.ts';
import { type FinalStatus, useChatSocket } from './use-chat-socket.ts';
import { subjectKey } from './use-draft.ts';
import { useInsightUpkeep } from './use-insight-upkeep.ts';
import { useOpening } from './use-opening.ts';
import { storedQuestion, useStoredQuestion } from './use-stored-question.ts';
import { useTranscriptNotices } from './use-transcript-notices.ts';

export interface ConversationInput {
  /** Null for a conversation about all of the reader's podcasts. */
  episodeId: string | null;
  /** Null until a session exists; the conversation then creates one. */
  sessionId: string | null;
  userId: string;
  initialInsight: string | null;
  remainingFollowUps: number | null;
  onSession: (sessionId: string) => void;
  /** Without a session id: resume the reader's last conversation about the episode, if any. */
  resumes: boolean;
  /** Called when the reader's login has expired, so that the header can update. */
  onLoggedOut: () => void;
  /**
   * The reader asked for an insight rather than a conversation: it is generated if there is none, and a
   * failure is reported as such.
   */
  isGenerating: boolean;
  /** Called whenever the state of the episode's insight changes; with what the reader can do if known. */
  onInsight: (status: InsightState['status'], reason?: string) => void;
  /** Called if the episode turns out to have no transcript. */
  onNoTranscript: () => void;
}

/** Why no more questions can be asked; `no-episode`: it has been removed, or the address is wrong. */
export type EndedBy = FinalStatus | 'no-episode';

/** A conversation that is open or being opened: its state, and what its reader can do. */
export type ConversationHandle = ReturnType<typeof useConversation>;

/**
 * A conversation about an episode: opens it, keeps the connection alive, sends questions and recovers
 * from errors.
 */
export function useConversation(input: ConversationInput) {
  const { episodeId, sessionId, userId } = input;
  const subject = subjectKey(userId, episodeId);
  const [state, dispatch] = useReducer(conversationReducer, null, () =>
    startConversation(
      input.initialInsight,
      input.remainingFollowUps,
      storedQuestion(sessionId, subject),
    ),
  );
  useStoredQuestion(sessionId, subject, state.ownQuestion);
  const isBusy = isAnswering(state);
  const onEvent = useCallback((event: ServerEvent) => dispatch({ type: 'server', event }), []);
  const socket = useChatSocket({
    sessionId,
    episodeId,
    userId,
    onEvent,
    isExpecting: isBusy || state.insight?.status === 'queued',
    askWhyRefused: async () => {
      if (sessionId === null) return null;
      try {
        const said = await fetchConversation(episodeId, sessionId, AbortSignal.timeout(REFUSAL_MS));
        // Messages from the socket are newer.
        if (said && !socket.isLive()) dispatch({ type: 'read', event: said });
        return null;
      } catch (error) {
        return finalStatusOf(error);
      }
    },
  });

  const [isLoggedOut, setIsLoggedOut] = useState(false);
  const onLoggedOut = () => setIsLoggedOut(true);
  const { open, step, episodeTitle, isEpisodeGone } = useOpening(input, dispatch, onLoggedOut);
  const ended = endedBy({ isLoggedOut, isEpisodeGone, status: socket.status });
  const tellLoggedOut = useEffectEvent(input.onLoggedOut);
  useEffect(() => {
    if (ended === null) return;
    const notice = ended === 'logged-out' ? LOGIN_NEEDED : null;
    dispatch({ type: 'not-answered', notice });
    if (ended === 'logged-out') tellLoggedOut();
  }, [ended]);

  const transcript = useQuery({
    ...transcriptQuery(episodeId ?? ''),
    enabled: episodeId !== null,
  });
  const noTranscript = transcript.data?.status === 'unavailable';
  useInsightUpkeep({
    episodeId,
    state,
    dispatch,
    isLive: socket.status === 'open',
    noTranscript,
    input,
  });
  useTranscriptNotices(transcript, dispatch, input.onNoTranscript);
  const { ask, stop } = useAsking(input, {
    socket,
    dispatch,
    mayAsk: !isBusy && ended === null,
    answeringId: answeringIdOf(state),
    noTranscript,
    open,
    onLoggedOut,
  });
  const askForInsight = async () => {
    const asked = readSessionReply(await createSession(episodeId, { isGenerating: true }));
    if (asked === null) throw new SetupError('Session initialization failed');
    dispatch({ type: 'insight-asked', session: asked });
  };
  const takeQuestionBack = useCallback(() => dispatch({ type: 'question-taken-back' }), []);

  const isPreparing =
    step !== 'failed' &&
    ended === null &&
    (sessionId === null ||
      state.insight?.status === 'queued' ||
      (state.insight === null && socket.status === 'connecting'));
  return {
    subject,
    state,
    step: isPreparing || step === 'failed' ? step : ('ready' as const),
    isPreparing,
    isAnswering: isBusy,
    socketStatus: socket.status,
    ended,
    episodeTitle,
    transcript,
    ask,
    stop,
    askForInsight,
    takeQuestionBack,
  };
}

function endedBy({
  isLoggedOut,
  isEpisodeGone,
  status,
}: {
  isLoggedOut: boolean;
  isEpisodeGone: boolean;
  status: ReturnType<typeof useChatSocket>['status'];
}): EndedBy | null {
  if (isLoggedOut) return 'logged-out';
  if (isEpisodeGone) return 'no-episode';
  return status === 'gone' || status === 'logged-out' ? status : null;
}

/** How long to wait for the reason of a refused handshake. */
const REFUSAL_MS = 10_000;

/** Returns what a refused call says about the conversation, or null if it may still exist. */
function finalStatusOf(error: unknown): FinalStatus | null {
  if (error instanceof ApiError && error.status === 401) return 'logged-out';
  return isMissing(error) ? 'gone' : null;
}
