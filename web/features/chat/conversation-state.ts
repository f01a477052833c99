import type { ChatMessage, ServerEvent } from '../../../schema/wire/chat.ts';

/** The server's ids of what a conversation opens with. */
export const GREETING_ID = 'greeting';
export const INSIGHT_ID = 'insight';
/** Ours, of a question that the server has not told back yet. */
export const PENDING_ID = 'pending-question';

export interface Message {
  id: string;
  role: ChatMessage['role'];
  content: string;
  isStreaming: boolean;
}

/** Something we say ourselves, in red; it stands below the message it followed when it was said. */
interface Notice {
  id: string;
  content: string;
  afterId: string | null;
}

export type InsightState = Extract<ServerEvent, { type: 'session' }>['insight'];

export interface Conversation {
  /** As the server tells it. */
  messages: Message[];
  notices: Notice[];
  /** Asked, but not told back by the server yet. */
  pendingQuestion: string | null;
  /** Asked in this tab and not answered yet. */
  ownQuestion: string | null;
  /** A question is out and nothing of its answer is here yet. */
  isAwaitingAnswer: boolean;
  /** A question that was not answered and goes back to where it was typed. */
  returnedQuestion: string | null;
  /** Null until the server has told. */
  remainingFollowUps: number | null;
  insight: InsightState | null;
  insightText: string | null;
}

/** @param ownQuestion what was out when the page was left, to learn what became of it */
export function startConversation(
  initialInsight: string | null,
  remainingFollowUps: number | null,
  ownQuestion: string | null,
): Conversation {
  return {
    messages: [],
    notices: [],
    pendingQuestion: null,
    ownQuestion,
    isAwaitingAnswer: false,
    returnedQuestion: null,
    remainingFollowUps,
    insight: null,
    insightText: initialInsight,
  };
}

export function isAnswering(state: Conversation): boolean {
  return (
    state.pendingQuestion !== null ||
    state.isAwaitingAnswer ||
    state.messages.some((message) => message.isStreaming)
  );
}

/** What was asked here and not answered returns to the input. */
export function giveQuestionBack(state: Conversation): Conversation {
  const returnedQuestion = state.ownQuestion ?? state.returnedQuestion;
  const nothingOut = { pendingQuestion: null, ownQuestion: null, isAwaitingAnswer: false };
  return { ...state, ...nothingOut, returnedQuestion };
}

/** The server's messages tell what became of it: answered meanwhile, or it never got through. */
export function settleOwnQuestion(state: Conversation): Conversation {
  if (state.messages.some(({ isStreaming }) => isStreaming)) return state;
  const asked = state.messages.findLast(({ role }) => role === 'user');
  const isAnswered = state.messages.at(-1)?.role === 'assistant';
  if (isAnswered && asked?.content === state.ownQuestion) return { ...state, ownQuestion: null };
  return giveQuestionBack(state);
}

/** Says it once in each place. */
export function addNotice(state: Conversation, content: string): Conversation {
  const last = state.messages.at(-1)?.id ?? null;
  const afterId = state.pendingQuestion === null ? last : PENDING_ID;
  const isKnown = state.notices.some(
    (notice) => notice.afterId === afterId && notice.content === content,
  );
  if (isKnown) return state;
  const id = `notice-${state.notices.length + 1}`;
  return { ...state, notices: [...state.notices, { id, content, afterId }] };
}
