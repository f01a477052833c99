import type { ChatMessage, ServerEvent } from '../../../schema/wire/chat.ts';

/** The server's ids of what a conversation opens with. */
export const GREETING_ID = 'greeting';
export const INSIGHT_ID = 'insight';

export interface Message {
  id: string;
  role: ChatMessage['role'];
  content: string;
  isStreaming: boolean;
}

/** A question asked in this tab. The id is the one it has on the server, too. */
export interface Question {
  id: string;
  text: string;
}

/** The id of the message that a question is. */
export const messageIdOf = ({ id }: Question) => `${id}:question`;

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
  pendingQuestion: Question | null;
  /** Asked in this tab and not answered yet. */
  ownQuestion: Question | null;
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
  ownQuestion: Question | null,
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
  const { ownQuestion, messages } = state;
  const askedId = ownQuestion && messageIdOf(ownQuestion);
  const isWithdrawn = askedId !== null && !messages.some(({ id }) => id === askedId);
  const nothingOut = { pendingQuestion: null, ownQuestion: null, isAwaitingAnswer: false };
  const last = messages.at(-1)?.id ?? null;
  // What was said below a question that is withdrawn stays where it was said.
  const notices = state.notices.map((notice) =>
    isWithdrawn && notice.afterId === askedId ? { ...notice, afterId: last } : notice,
  );
  const returnedQuestion = ownQuestion?.text ?? state.returnedQuestion;
  return { ...state, ...nothingOut, notices, returnedQuestion };
}

/** The server's messages tell what became of it: answered meanwhile, or it never got through. */
export function settleOwnQuestion(state: Conversation): Conversation {
  const { ownQuestion, messages } = state;
  if (messages.some(({ isStreaming }) => isStreaming)) return state;
  const isAnswered = messages.some(({ id }) => id === ownQuestion?.id);
  return isAnswered ? { ...state, ownQuestion: null } : giveQuestionBack(state);
}

/** Says it once in each place. */
export function addNotice(state: Conversation, content: string): Conversation {
  const { pendingQuestion } = state;
  const last = state.messages.at(-1)?.id ?? null;
  const afterId = pendingQuestion === null ? last : messageIdOf(pendingQuestion);
  const isKnown = state.notices.some(
    (notice) => notice.afterId === afterId && notice.content === content,
  );
  if (isKnown) return state;
  const id = `notice-${state.notices.length + 1}`;
  return { ...state, notices: [...state.notices, { id, content, afterId }] };
}
