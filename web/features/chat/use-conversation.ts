import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { ServerEvent } from '../../../schema/wire/chat.ts';
import { wordsOf } from '../../api/client.ts';
import { toast } from '../../ui/toasts.ts';
import { askOverHttp } from './ask-over-http.ts';
import { createSession, stopAnswer } from './calls.ts';
import { conversationReducer } from './conversation.ts';
import { type InsightState, isAnswering, startConversation } from './conversation-state.ts';
import { type OpeningStep, openSession, SetupError } from './open-session.ts';
import { transcriptQuery } from './queries.ts';
import * as texts from './texts.ts';
import { useChatSocket } from './use-chat-socket.ts';
import { useInsightUpkeep } from './use-insight-upkeep.ts';
import { keptQuestion, useKeptQuestion } from './use-kept-question.ts';
import { useSessionHistory } from './use-session-history.ts';
import { useTranscriptNotices } from './use-transcript-notices.ts';

export interface ConversationInput {
  episodeId: string;
  /** Null until one was made: then the conversation opens one itself. */
  sessionId: string | null;
  userId: string;
  initialInsight: string | null;
  remainingFollowUps: number | null;
  onSession: (sessionId: string) => void;
  /** The reader asked for an insight, not for a conversation: its failing is told as such. */
  isGenerating: boolean;
  /** How the episode's insight stands, whenever that changes. */
  onInsight: (status: InsightState['status']) => void;
}

/** A conversation about an episode: opened, kept alive, asked, and mended when something breaks. */
export function useConversation(input: ConversationInput) {
  const { episodeId, sessionId, userId } = input;
  const latest = useRef(input);
  latest.current = input;
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const queryClient = useQueryClient();
  const [state, dispatch] = useReducer(conversationReducer, null, () =>
    startConversation(
      input.initialInsight,
      input.remainingFollowUps,
      keptQuestion(sessionId, episodeId),
    ),
  );
  useKeptQuestion(sessionId, episodeId, state.ownQuestion);
  const [step, setStep] = useState<OpeningStep>(sessionId === null ? 'toTranscript' : 'session');
  const onEvent = useCallback((event: ServerEvent) => dispatch({ type: 'server', event }), []);
  const socket = useChatSocket({ sessionId, userId, onEvent });
  const isLive = useRef(false);
  isLive.current = socket.status === 'open';
  const transcript = useQuery(transcriptQuery(episodeId));
  const noTranscript = transcript.data?.status === 'unavailable';

  /** One opening at a time, however many ask for it. */
  const opening = useRef<Promise<string> | null>(null);
  const open = useCallback(() => {
    const begin = async () => {
      const init = await openSession(
        {
          fetchTranscript: () => queryClient.ensureQueryData(transcriptQuery(episodeId)),
          createSession: () => createSession(episodeId),
        },
        setStep,
      );
      dispatch({ type: 'initialised', init });
      // Who has left meanwhile is not taken back, but the work goes on and is told.
      latest.current.onInsight(init.data.insightStatus);
      if (isMounted.current) latest.current.onSession(init.data.session.id);
      return init.data.session.id;
    };
    opening.current ??= begin().finally(() => {
      opening.current = null;
    });
    return opening.current;
  }, [episodeId, queryClient]);

  useEffect(() => {
    if (sessionId !== null || opening.current) return;
    open().catch((error: unknown) => {
      const isSignedOut = error instanceof SetupError && error.isSignedOut;
      const content = isSignedOut ? texts.SIGN_IN_AGAIN : texts.SETUP_FAILED;
      setStep('failed');
      dispatch({ type: 'notice', content });
      if (latest.current.isGenerating) {
        latest.current.onInsight('failed');
        return;
      }
      toast({
        title: 'Chat Initialization Failed',
        description: wordsOf(error, 'Failed to initialize chat session'),
        variant: 'destructive',
      });
    });
  }, [sessionId, open]);

  const isBusy = isAnswering(state);
  const isPreparing =
    step !== 'failed' &&
    (sessionId === null ||
      state.insight?.status === 'queued' ||
      (state.insight === null && socket.status === 'connecting'));

  useInsightUpkeep({ episodeId, state, dispatch, isLive: isLive.current, noTranscript, input });
  useSessionHistory({ sessionId, isNeeded: socket.status === 'unavailable', dispatch });
  useTranscriptNotices(transcript, dispatch);

  const stopHttp = useRef<AbortController | null>(null);
  useEffect(() => () => stopHttp.current?.abort(), []);

  const askThere = async (id: string, question: string) => {
    if (isLive.current && socket.send({ type: 'chat', message: question })) return;
    const controller = new AbortController();
    stopHttp.current = controller;
    // A socket that has come back meanwhile tells all of it by itself.
    const tell = (event: ServerEvent) => {
      if (!isLive.current) dispatch({ type: 'server', event });
    };
    try {
      await askOverHttp({ episodeId, sessionId: id, question }, tell, controller.signal);
    } catch (error) {
      if (isLive.current) return;
      const reason = error instanceof Error ? error.message : null;
      dispatch({ type: 'not-answered', notice: controller.signal.aborted ? null : reason });
    }
  };

  const ask = async (question: string) => {
    if (isBusy || question.trim() === '') return;
    dispatch({ type: 'asked', question });
    if (noTranscript && texts.needsTranscript(question)) {
      dispatch({ type: 'notice', content: texts.NO_TRANSCRIPT });
      toast({ title: 'No transcript available for this episode', variant: 'destructive' });
    }
    let id = sessionId;
    try {
      id ??= await open();
    } catch {
      setStep('failed');
      dispatch({ type: 'not-answered', notice: texts.SETUP_FAILED_ON_SEND });
      return;
    }
    await askThere(id, question);
  };

  const stop = () => {
    if (sessionId === null || (isLive.current && socket.send({ type: 'stop' }))) return;
    // Where not even that gets through, listening ends at least.
    stopAnswer(episodeId, sessionId).catch(() => stopHttp.current?.abort());
  };
  const takeQuestionBack = useCallback(() => dispatch({ type: 'question-taken-back' }), []);

  return {
    state,
    step: isPreparing || step === 'failed' ? step : ('ready' as const),
    isPreparing,
    isAnswering: isBusy,
    socketStatus: socket.status,
    transcript,
    ask,
    stop,
    takeQuestionBack,
  };
}
