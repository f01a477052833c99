import type { ServerEvent, SessionEvent } from '../../../schema/wire/chat.ts';
import {
  addNotice,
  type Conversation,
  giveQuestionBack,
  isOnItsWay,
  type Message,
  messageIdOf,
  type Question,
} from './conversation-state.ts';
import type { OpenedSession } from './open-session.ts';
import { onServerEvent } from './server-events.ts';

interface Failure {
  notice: string | null;
  /** Whether the connection is to blame. */
  isLost?: boolean;
}

export type ConversationAction =
  | { type: 'server'; event: ServerEvent }
  | { type: 'initialised'; session: OpenedSession }
  /** The reader asked for an insight in an open conversation. */
  | { type: 'insight-asked'; session: OpenedSession }
  | { type: 'asked'; question: Question }
  /** The question goes over HTTP, because there is no socket. */
  | { type: 'requested'; question: Question }
  /** That request ended after the socket had reconnected, which reports what became of the question. */
  | ({ type: 'request-ended'; question: Question; isAnswered: boolean } & Failure)
  /** The whole answer received over HTTP so far. */
  | { type: 'answer-so-far'; question: Question; answer: string }
  | { type: 'answered'; question: Question; answer: string; remainingFollowUps: number | null }
  /** The question got no answer. `notice` says why, if there is anything to say. */
  | ({ type: 'not-answered' } & Failure)
  | { type: 'notice'; content: string }
  | { type: 'insight-text'; text: string }
  /** The conversation as fetched over HTTP when there is no socket. */
  | { type: 'read'; event: SessionEvent }
  | { type: 'question-taken-back' }
  /** Resets to the greeting after a failed generation. */
  | { type: 'reset' };

export function conversationReducer(state: Conversation, action: ConversationAction): Conversation {
  switch (action.type) {
    case 'server':
      return onServerEvent(state, action.event);
    case 'initialised': {
      const { initialInsight, insightStatus, remainingFollowUps } = action.session;
      return {
        ...state,
        remainingFollowUps,
        insight: { status: insightStatus, progress: 0, currentStep: '' },
        insightText: initialInsight ?? state.insightText,
      };
    }
    case 'insight-asked': {
      const { initialInsight, insightStatus } = action.session;
      if (initialInsight !== null)
        return onServerEvent(state, { type: 'insight_complete', insight: initialInsight });
      return { ...state, insight: { status: insightStatus, progress: 0, currentStep: '' } };
    }
    case 'asked': {
      const { question } = action;
      return {
        ...state,
        // What is known of an earlier try, if its reply was lost.
        messages: state.messages.filter(({ id }) => !id.startsWith(question.id)),
        notices: state.notices.filter(
          ({ questionId, isLost }) => questionId !== question.id && !isLost,
        ),
        pendingQuestion: question,
        ownQuestion: question,
        isAwaitingAnswer: true,
      };
    }
    case 'requested':
      return { ...state, requestedId: action.question.id };
    case 'request-ended':
      return onRequestEnd(state, action);
    case 'answer-so-far':
      return withAnswer(state, action, false);
    case 'answered': {
      const { id } = action.question;
      const isNews = !state.messages.some((message) => message.id === id && !message.isStreaming);
      const before = state.remainingFollowUps;
      const counted = before === null || !isNews ? before : Math.max(0, before - 1);
      const next = withAnswer(state, action, true);
      return {
        ...next,
        ownQuestion: next.ownQuestion?.id === id ? null : next.ownQuestion,
        remainingFollowUps: action.remainingFollowUps ?? counted,
      };
    }
    case 'not-answered': {
      // Discard the partial answer.
      const messages = state.messages.filter(({ isStreaming }) => !isStreaming);
      const next = { ...state, messages };
      return giveQuestionBack(withFailure(next, action, state.ownQuestion?.id));
    }
    case 'notice':
      return addNotice(state, action.content);
    case 'insight-text':
      return onServerEvent(state, { type: 'insight_complete', insight: action.text });
    case 'read': {
      // Anything from the socket or an answer is newer than a fetched conversation.
      if (state.messages.length > 0) return state;
      const next = onServerEvent(state, action.event);
      const { pendingQuestion, ownQuestion, returnedQuestion } = state;
      if (pendingQuestion === null) return next;
      // The server may have stored the question before this was fetched. What became of it has its id,
      // too.
      if (next.messages.some(({ id }) => id.startsWith(pendingQuestion.id))) return next;
      return { ...next, pendingQuestion, ownQuestion, returnedQuestion, isAwaitingAnswer: true };
    }
    case 'question-taken-back':
      return { ...state, returnedQuestion: null };
    case 'reset':
      return {
        ...state,
        insight: { status: 'none', progress: 0, currentStep: '' },
        insightText: null,
      };
  }
}

/** If the server got the question, the socket reports the rest, even if the request was cut off. */
function onRequestEnd(
  state: Conversation,
  action: Extract<ConversationAction, { type: 'request-ended' }>,
): Conversation {
  const { question, isAnswered } = action;
  const next = { ...state, requestedId: null };
  if (isAnswered || !isOnItsWay(state) || state.ownQuestion?.id !== question.id) return next;
  return giveQuestionBack(withFailure(next, action, question.id));
}

function withFailure(
  state: Conversation,
  { notice, isLost = false }: Failure,
  questionId: string | null = null,
): Conversation {
  return notice === null ? state : addNotice(state, notice, { questionId, isLost });
}

/** Adds a question and what is known of its answer, unless the socket has already delivered them. */
function withAnswer(
  state: Conversation,
  { question, answer }: { question: Question; answer: string },
  isComplete: boolean,
): Conversation {
  const known = state.messages.find(({ id }) => id === question.id);
  // A socket may have delivered more in the meantime.
  if (known && !isComplete && (!known.isStreaming || known.content.length > answer.length)) {
    return state;
  }
  const asked = { id: messageIdOf(question), role: 'user' as const, content: question.text };
  const others = state.messages.filter(({ id }) => id !== question.id && id !== asked.id);
  const messages: Message[] = [
    ...others,
    { ...asked, isStreaming: false },
    { id: question.id, role: 'assistant', content: answer, isStreaming: !isComplete },
  ];
  const isPending = state.pendingQuestion !== null && state.pendingQuestion.id !== question.id;
  return {
    ...state,
    messages,
    pendingQuestion: isPending ? state.pendingQuestion : null,
    isAwaitingAnswer: isPending || (!isComplete && answer === ''),
  };
}
