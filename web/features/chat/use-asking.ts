import { type Dispatch, useEffect, useRef } from 'react';
import { toast } from '../../ui/toasts.ts';
import { AskError, askOverHttp } from './ask-over-http.ts';
import { stopAnswer } from './calls.ts';
import type { ConversationAction } from './conversation.ts';
import type { Question } from './conversation-state.ts';
import { SetupError } from './open-session.ts';
import * as texts from './texts.ts';
import type { useChatSocket } from './use-chat-socket.ts';
import type { ConversationInput } from './use-conversation.ts';

/** How long a stopped answer may take to end. */
const STOP_MS = 3_000;

/** Sends questions and stops answers: over the socket, or by HTTP while there is none. */
export function useAsking(
  { episodeId, sessionId }: Pick<ConversationInput, 'episodeId' | 'sessionId'>,
  {
    socket,
    dispatch,
    mayAsk,
    answeringId,
    noTranscript,
    open,
    onLoggedOut,
  }: {
    socket: ReturnType<typeof useChatSocket>;
    dispatch: Dispatch<ConversationAction>;
    /** Whether a question can be answered now. */
    mayAsk: boolean;
    /** The question whose answer is awaited or being written. */
    answeringId: string | undefined;
    noTranscript: boolean;
    /** Opens the conversation if it has no session yet. Returns its id. */
    open: () => Promise<string>;
    onLoggedOut: () => void;
  },
) {
  const { isLive } = socket;
  const stopHttp = useRef<AbortController | null>(null);
  useEffect(() => () => stopHttp.current?.abort(), []);
  /** The last question, if its reply was lost. In the same words it is asked, and costs, once. */
  const lost = useRef<Question | null>(null);

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
      const isLost = error instanceof AskError && error.isLost;
      if (error instanceof AskError && error.mayHaveArrived) lost.current = question;
      if (error instanceof AskError && error.isLoggedOut) onLoggedOut();
      else if (isLive())
        dispatch({ type: 'request-ended', question, isAnswered: false, notice, isLost });
      else dispatch({ type: 'not-answered', notice, isLost });
    }
  };

  const ask = async (text: string) => {
    if (!mayAsk || text.trim() === '') return;
    const again = lost.current?.text === text ? lost.current : null;
    lost.current = null;
    const question = again ?? { id: crypto.randomUUID(), text };
    dispatch({ type: 'asked', question });
    if (noTranscript && texts.needsTranscript(text)) {
      dispatch({ type: 'notice', content: texts.NO_TRANSCRIPT });
      toast({ title: 'No transcript available for this episode', variant: 'destructive' });
    }
    let id = sessionId;
    try {
      id ??= await open();
    } catch (error) {
      const isLoggedOut = error instanceof SetupError && error.isLoggedOut;
      if (!isLoggedOut) dispatch({ type: 'not-answered', notice: texts.SETUP_FAILED_ON_SEND });
      return;
    }
    await askThere(id, question);
  };

  const stop = () => {
    const id = answeringId;
    if (sessionId === null || (isLive() && socket.send({ type: 'stop', id }))) return;
    const reply = stopHttp.current;
    // If the request fails or the reply doesn't end, at least stop listening.
    const leave = () => reply?.abort();
    stopAnswer(episodeId, { sessionId, id }).catch(leave);
    setTimeout(leave, STOP_MS);
  };
  return { ask, stop };
}
