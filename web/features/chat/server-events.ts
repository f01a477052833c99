import type { ChatMessage, ServerEvent } from '../../../schema/wire/chat.ts';
import {
  addNotice,
  type Conversation,
  errorIdOf,
  GREETING_ID,
  giveQuestionBack,
  INSIGHT_ID,
  type Message,
  messageIdOf,
  settleOwnQuestion,
} from './conversation-state.ts';
import { QUESTION_LOST } from './texts.ts';

/** Returns the conversation after a server event. */
export function onServerEvent(state: Conversation, event: ServerEvent): Conversation {
  switch (event.type) {
    case 'session':
      return onSession(state, event);
    case 'insight_progress':
      return {
        ...state,
        insight: { status: 'queued', progress: event.progress, currentStep: event.currentStep },
      };
    case 'insight_complete':
      return {
        ...state,
        insight: { status: 'done', progress: 100, currentStep: '' },
        insightText: event.insight,
        messages: state.messages.map((message) =>
          message.id === GREETING_ID || message.id === INSIGHT_ID
            ? { ...message, id: INSIGHT_ID, content: event.insight }
            : message,
        ),
      };
    case 'insight_failed':
      return { ...state, insight: { status: 'failed', progress: 0, currentStep: event.message } };
    case 'chat_message':
      return onChatMessage(state, event);
    case 'chat_error':
      // The refusal belongs to a question that this tab has already given up.
      if (event.questionId !== undefined && event.questionId !== state.ownQuestion?.id)
        return state;
      return giveQuestionBack(onChatError(state, event));
  }
}

/**
 * The server's messages replace ours. Our own notices stay, unless the server's messages tell what became of
 * the question. The connection is back, so notices about it disappear.
 */
function onSession(
  state: Conversation,
  event: Extract<ServerEvent, { type: 'session' }>,
): Conversation {
  const messages = event.messages.map(toMessage);
  const known = new Set(messages.map(({ id }) => id));
  const isSettled = (id: string) => known.has(id) || known.has(errorIdOf(id));
  const notices = state.notices
    .filter(({ questionId }) => questionId === null || !isSettled(questionId))
    .map((notice) => (notice.isLost ? { ...notice, content: QUESTION_LOST } : notice));
  const next = {
    ...state,
    messages,
    notices,
    remainingFollowUps: event.session.remainingFollowUps,
    insight: event.insight,
    pendingQuestion: null,
    isAwaitingAnswer: messages.some(({ isStreaming, content }) => isStreaming && content === ''),
  };
  return settleOwnQuestion(next);
}

/** A failed answer is discarded and its question stays with the reason. A refused question is removed. */
function onChatError(
  state: Conversation,
  { message, messageId, remainingFollowUps }: Extract<ServerEvent, { type: 'chat_error' }>,
): Conversation {
  if (messageId === undefined) {
    const notice = `Sorry, there was a problem processing your question: ${message}`;
    return addNotice({ ...state, remainingFollowUps }, notice);
  }
  const reason = toMessage({
    // The id under which the server lists the error from now on.
    id: errorIdOf(messageId),
    role: 'system',
    content: message,
    isPartial: false,
    isComplete: true,
  });
  const messages = state.messages.filter(({ id }) => id !== messageId && id !== reason.id);
  return { ...state, remainingFollowUps, messages: [...messages, reason] };
}

function onChatMessage(
  state: Conversation,
  { message, remainingFollowUps }: Extract<ServerEvent, { type: 'chat_message' }>,
): Conversation {
  const known = state.messages.find(({ id }) => id === message.id);
  // The message is complete; ignore late pieces.
  if (known && !known.isStreaming && !message.isComplete) return state;
  const content = message.isComplete || !known ? message.content : known.content + message.content;
  const updated: Message = {
    id: message.id,
    role: message.role,
    content,
    isStreaming: !message.isComplete,
  };
  const next: Conversation = {
    ...state,
    messages: known
      ? state.messages.map((other) => (other.id === message.id ? updated : other))
      : [...state.messages, updated],
  };
  if (message.role === 'user') return onQuestion(next, message);
  if (message.role === 'system') return next;
  if (!message.isComplete) return { ...next, isAwaitingAnswer: content === '' };
  const before = state.remainingFollowUps;
  const answered = {
    ...next,
    isAwaitingAnswer: next.pendingQuestion !== null,
    remainingFollowUps: remainingFollowUps ?? (before === null ? null : Math.max(0, before - 1)),
  };
  if (message.id === state.ownQuestion?.id) return { ...answered, ownQuestion: null };
  // Another tab's question was answered. Ours is still open, or never arrived.
  return next.pendingQuestion === null ? settleOwnQuestion(answered) : answered;
}

/** The server accepted a question: ours, or another tab's while ours may still be on its way. */
function onQuestion(state: Conversation, { id }: ChatMessage): Conversation {
  const { pendingQuestion } = state;
  if (pendingQuestion !== null && messageIdOf(pendingQuestion) !== id) return state;
  return { ...state, pendingQuestion: null, isAwaitingAnswer: true };
}

function toMessage({ id, role, content, isComplete }: ChatMessage): Message {
  // The server sends the bare reason.
  const text = role === 'system' ? `Sorry, there was an error: ${content}` : content;
  return { id, role, content: text, isStreaming: !isComplete };
}
