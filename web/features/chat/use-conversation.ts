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
import { type OpeningStep, openSession, readSessionReply, SetupError } from './open-session.ts';
import { transcriptQuery } from './queries.ts';
import * as texts from './texts.ts';
import { type FinalStatus, useChatSocket } from './use-chat-socket.ts';
import { subjectKey } from './use-draft.ts';
import { useInsightUpkeep } from './use-insight-upkeep.ts';
import { keptQuestion, useKeptQuestion } from './use-kept-question.ts';
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
  /** Called when the session has expired, so that the header can update. */
  onSignedOut: () => void;
  /**
   * The reader asked for an insight rather than a conversation: it is generated if there is none, and a
   * failure is reported as such.
   */
  isGenerating: boolean;
  /** Called whenever the state of the episode's insight changes; with what the reader can do if known. */
  onInsight: (status: InsightState['status'], reason?: string) => void;
}

/** Why no more questions can be asked; `no-episode`: it has been removed, or the address is wrong. */
export type EndedBy = FinalStatus | 'no-episode';

/**
 * A conversation about an episode: opens it, keeps the connection alive, sends questions and recovers
 * from errors.
 */
export function useConversation(input: ConversationInput) {
  const { episodeId, sessionId, userId } = input;
  const subject = subjectKey(userId, episodeId);
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
      keptQuestion(sessionId, subject),
    ),
  );
  useKeptQuestion(sessionId, subject, state.ownQuestion);
  const [step, setStep] = useState<OpeningStep>(sessionId === null ? 'toTranscript' : 'session');
  const [episodeTitle, setEpisodeTitle] = useState<string | null>(null);
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
        if (said && !isLive()) dispatch({ type: 'read', event: said });
        return null;
      } catch (error) {
        return finalStatusOf(error);
      }
    },
  });
  const [isSignedOut, setIsSignedOut] = useState(false);
  const [isEpisodeGone, setIsEpisodeGone] = useState(false);
  const ended: EndedBy | null = isSignedOut
    ? 'signed-out'
    : isEpisodeGone
      ? 'no-episode'
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
  const { isLive } = socket;
  const tellInsight = useEffectEvent(input.onInsight);
  /** If the reader has left meanwhile, don't bring them back. */
  const tellSession = useEffectEvent((made: string) => {
    if (isMounted.current) input.onSession(made);
  });
  const transcript = useQuery({
    ...transcriptQuery(episodeId ?? ''),
    enabled: episodeId !== null,
  });
  const noTranscript = transcript.data?.status === 'unavailable';

  /** Only one opening runs at a time; further callers share it. */
  const opening = useRef<Promise<string> | null>(null);
  const open = () => {
    const begin = async () => {
      const had = input.resumes
        ? // Creating a new session will report whatever is wrong.
          await fetchConversation(episodeId, null).catch(() => null)
        : null;
      if (had) {
        dispatch({ type: 'server', event: had });
        tellSession(had.session.id);
        return had.session.id;
      }
      const session = await openSession(
        {
          fetchTranscript: async () =>
            episodeId !== null && queryClient.ensureQueryData(transcriptQuery(episodeId)),
          createSession: () => createSession(episodeId, input),
        },
        setStep,
      );
      dispatch({ type: 'initialised', session });
      setEpisodeTitle(session.episodeTitle);
      // Reported even if the reader has left, because the work continues.
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
      if (error instanceof SetupError && error.isNotFound) setIsEpisodeGone(true);
      dispatch({ type: 'notice', content: texts.SETUP_FAILED });
      if (input.isGenerating) {
        input.onInsight('failed', error instanceof SetupError ? error.refusal : undefined);
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
    dispatch({ type: 'requested', question });
    // A socket that reconnected meanwhile delivers the answer itself.
    const onAnswer = (answer: string) => {
      if (!isLive()) dispatch({ type: 'answer-so-far', question, answer });
    };
    try {
      const answered = await askOverHttp(
        { episodeId, sessionId: id, question },
        onAnswer,
        controller.signal,
      );
      if (isLive()) dispatch({ type: 'request-ended', question, isAnswered: true, notice: null });
      else dispatch({ type: 'answered', question, ...answered });
    } catch (error) {
      const notice = error instanceof AskError ? error.message : null;
      if (error instanceof AskError && error.isSignedOut) setIsSignedOut(true);
      else if (isLive()) dispatch({ type: 'request-ended', question, isAnswered: false, notice });
      else dispatch({ type: 'not-answered', notice });
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
    const reply = stopHttp.current;
    // If the request fails or the reply doesn't end, at least stop listening.
    const leave = () => reply?.abort();
    stopAnswer(episodeId, sessionId).catch(leave);
    setTimeout(leave, STOP_MS);
  };
  const askForInsight = async () => {
    const asked = readSessionReply(await createSession(episodeId, { isGenerating: true }));
    if (asked === null) throw new SetupError('Session initialization failed');
    dispatch({ type: 'insight-asked', session: asked });
  };
  const takeQuestionBack = useCallback(() => dispatch({ type: 'question-taken-back' }), []);

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

/** How long a stopped answer may take to end. */
const STOP_MS = 3_000;

/** How long to wait for the reason of a refused handshake. */
const REFUSAL_MS = 10_000;

/** Returns what a refused call says about the conversation, or null if it may still exist. */
function finalStatusOf(error: unknown): FinalStatus | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return 'signed-out';
  // The server answers 400 to a malformed id.
  return error.status === 404 || error.status === 400 ? 'gone' : null;
}
