import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import type { ServerEvent } from '../../../schema/wire/chat.ts';
import { ApiError } from '../../api/client.ts';
import { toast } from '../../ui/toasts.ts';
import { AskError, askOverHttp } from './ask-over-http.ts';
import { createSession, fetchConversation, stopAnswer } from './calls.ts';
import { conversationReducer } from './conversation.ts';
import {
  type InsightState,
  isAnswering,
  type Question,
  startConversation,
} from './conversation-state.ts';
import { type OpeningStep, openSession, SetupError } from './open-session.ts';
import { transcriptQuery } from './queries.ts';
import * as texts from './texts.ts';
import { type FinalStatus, useChatSocket } from './use-chat-socket.ts';
import { useInsightUpkeep } from './use-insight-upkeep.ts';
import { keptQuestion, useKeptQuestion } from './use-kept-question.ts';
import { useTranscriptNotices } from './use-transcript-notices.ts';

export interface ConversationInput {
  episodeId: string;
  /** Null until one was made: then the conversation opens one itself. */
  sessionId: string | null;
  userId: string;
  initialInsight: string | null;
  remainingFollowUps: number | null;
  onSession: (sessionId: string) => void;
  /** Without a session: goes back to the conversation one had about the episode, if any. */
  resumes: boolean;
  /** The log-in is over: whoever shows the reader's name has to know. */
  onSignedOut: () => void;
  /** The reader asked for an insight, not for a conversation: its failing is told as such. */
  isGenerating: boolean;
  /** How the episode's insight stands, whenever that changes. */
  onInsight: (status: InsightState['status']) => void;
}

/** A conversation about an episode: opened, kept alive, asked, and mended when something breaks. */
export function useConversation(input: ConversationInput) {
  const { episodeId, sessionId, userId } = input;
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
  const [episodeTitle, setEpisodeTitle] = useState<string | null>(null);
  const isBusy = isAnswering(state);
  const onEvent = useCallback((event: ServerEvent) => dispatch({ type: 'server', event }), []);
  const socket = useChatSocket({
    sessionId,
    userId,
    onEvent,
    isExpecting: isBusy || state.insight?.status === 'queued',
    askWhyRefused: async () => {
      if (sessionId === null) return null;
      try {
        const said = await fetchConversation(episodeId, sessionId, AbortSignal.timeout(REFUSAL_MS));
        // What the socket tells is newer.
        if (said && !isLive()) dispatch({ type: 'read', event: said });
        return null;
      } catch (error) {
        return finalStatusOf(error);
      }
    },
  });
  const [isSignedOut, setIsSignedOut] = useState(false);
  const ended: FinalStatus | null = isSignedOut
    ? 'signed-out'
    : socket.status === 'gone' || socket.status === 'signed-out'
      ? socket.status
      : null;
  const tellSignedOut = useEffectEvent(input.onSignedOut);
  useEffect(() => {
    if (ended === null) return;
    const notice = ended === 'signed-out' ? texts.SIGN_IN_AGAIN : null;
    dispatch({ type: 'not-answered', notice });
    if (ended === 'signed-out') tellSignedOut();
  }, [ended]);
  // Asked by work that outlasts the render it began in.
  const isLive = useEffectEvent(() => socket.status === 'open');
  const tellInsight = useEffectEvent(input.onInsight);
  /** Whoever has left meanwhile is not taken back. */
  const tellSession = useEffectEvent((made: string) => {
    if (isMounted.current) input.onSession(made);
  });
  const transcript = useQuery(transcriptQuery(episodeId));
  const noTranscript = transcript.data?.status === 'unavailable';

  /** One opening at a time, however many ask for it. */
  const opening = useRef<Promise<string> | null>(null);
  const open = () => {
    const begin = async () => {
      const had = input.resumes
        ? // Whatever is wrong shows when a new one is asked for.
          await fetchConversation(episodeId, null).catch(() => null)
        : null;
      if (had) {
        dispatch({ type: 'server', event: had });
        tellSession(had.session.id);
        return had.session.id;
      }
      const session = await openSession(
        {
          fetchTranscript: () => queryClient.ensureQueryData(transcriptQuery(episodeId)),
          createSession: () => createSession(episodeId),
        },
        setStep,
      );
      dispatch({ type: 'initialised', session });
      setEpisodeTitle(session.episodeTitle);
      // Told in any case: the work goes on.
      tellInsight(session.insightStatus);
      tellSession(session.id);
      return session.id;
    };
    opening.current ??= begin().finally(() => {
      opening.current = null;
    });
    return opening.current;
  };
  const openAtOnce = useEffectEvent(() => {
    open().catch((error: unknown) => {
      setStep('failed');
      if (error instanceof SetupError && error.isSignedOut) {
        setIsSignedOut(true);
        return;
      }
      dispatch({ type: 'notice', content: texts.SETUP_FAILED });
      if (input.isGenerating) {
        input.onInsight('failed');
        return;
      }
      toast({
        title: 'Chat Initialization Failed',
        description: error instanceof SetupError ? error.message : texts.NO_SESSION,
        variant: 'destructive',
      });
    });
  });
  useEffect(() => {
    if (sessionId === null && opening.current === null) openAtOnce();
  }, [sessionId]);

  const isPreparing =
    step !== 'failed' &&
    ended === null &&
    (sessionId === null ||
      state.insight?.status === 'queued' ||
      (state.insight === null && socket.status === 'connecting'));

  useInsightUpkeep({
    episodeId,
    state,
    dispatch,
    isLive: socket.status === 'open',
    noTranscript,
    input,
  });
  useTranscriptNotices(transcript, dispatch);

  const stopHttp = useRef<AbortController | null>(null);
  useEffect(() => () => stopHttp.current?.abort(), []);

  const askThere = async (id: string, question: Question) => {
    const { id: questionId, text: message } = question;
    if (isLive() && socket.send({ type: 'chat', id: questionId, message })) return;
    const controller = new AbortController();
    stopHttp.current = controller;
    // A socket that has come back meanwhile tells all of it by itself.
    const onAnswer = (answer: string) => {
      if (!isLive()) dispatch({ type: 'answer-so-far', question, answer });
    };
    try {
      const answered = await askOverHttp(
        { episodeId, sessionId: id, question },
        onAnswer,
        controller.signal,
      );
      if (!isLive()) dispatch({ type: 'answered', question, ...answered });
    } catch (error) {
      if (error instanceof AskError && error.isSignedOut) setIsSignedOut(true);
      else if (!isLive()) {
        const notice = error instanceof AskError ? error.message : null;
        dispatch({ type: 'not-answered', notice });
      }
    }
  };

  const ask = async (text: string) => {
    if (isBusy || ended !== null || text.trim() === '') return;
    const question = { id: crypto.randomUUID(), text };
    dispatch({ type: 'asked', question });
    if (noTranscript && texts.needsTranscript(text)) {
      dispatch({ type: 'notice', content: texts.NO_TRANSCRIPT });
      toast({ title: 'No transcript available for this episode', variant: 'destructive' });
    }
    let id = sessionId;
    try {
      id ??= await open();
    } catch (error) {
      setStep('failed');
      if (error instanceof SetupError && error.isSignedOut) setIsSignedOut(true);
      else dispatch({ type: 'not-answered', notice: texts.SETUP_FAILED_ON_SEND });
      return;
    }
    await askThere(id, question);
  };

  const stop = () => {
    if (sessionId === null || (isLive() && socket.send({ type: 'stop' }))) return;
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
    ended,
    episodeTitle,
    transcript,
    ask,
    stop,
    takeQuestionBack,
  };
}

/** How long the reason for a refused handshake is waited for. */
const REFUSAL_MS = 10_000;

/** What a refused call says of the conversation; null where it may be there yet. */
function finalStatusOf(error: unknown): FinalStatus | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return 'signed-out';
  // 400 is for an address that names nothing.
  return error.status === 404 || error.status === 400 ? 'gone' : null;
}
