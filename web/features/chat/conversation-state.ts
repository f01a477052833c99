import type { ChatMessage, ServerEvent } from '../../../schema/wire/chat.ts';
import { QUESTION_LOST } from './texts.ts';

/** The server's ids of a conversation's first messages. */
export const GREETING_ID = 'greeting';
export const INSIGHT_ID = 'insight';

export interface Message {
  id: string;
  role: ChatMessage['role'];
  content: string;
  isStreaming: boolean;
}

/** A question asked in this tab. The server uses the same id. */
export interface Question {
  id: string;
  text: string;
}

/** The id of a question's message. */
export const messageIdOf = ({ id }: Pick<Question, 'id'>) => `${id}:question`;

/** An error message of our own, in red. It stays below the message that was last when it appeared. */
interface Notice {
  id: string;
  content: string;
  afterId: string | null;
  /** The unanswered question, if the notice is about one. */
  questionId: string | null;
  /** Whether the connection is to blame. The notice disappears once there is one again. */
  isLost: boolean;
}

export type InsightState = Extract<ServerEvent, { type: 'session' }>['insight'];

export interface Conversation {
  /** As reported by the server. */
  messages: Message[];
  notices: Notice[];
  /** Sent, but not confirmed by the server yet. */
  pendingQuestion: Question | null;
  /** Asked in this tab and not answered yet. */
  ownQuestion: Question | null;
  /** The id of a question that was sent over HTTP, until its request ends. */
  requestedId: string | null;
  /** A question was sent and none of its answer has arrived yet. */
  isAwaitingAnswer: boolean;
  /** An unanswered question that goes back into the input. */
  returnedQuestion: string | null;
  /** Null until the server reports it. */
  remainingFollowUps: number | null;
  insight: InsightState | null;
  insightText: string | null;
}

/** @param ownQuestion the question that was open when the page was left, if any */
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
    requestedId: null,
    isAwaitingAnswer: false,
    returnedQuestion: null,
    remainingFollowUps,
    insight: null,
    insightText: initialInsight,
  };
}

/** Whether a question waits for its answer, or an answer is being written, in any tab. */
export function isAnswering(state: Conversation): boolean {
  return (
    state.pendingQuestion !== null ||
    state.isAwaitingAnswer ||
    state.messages.some((message) => message.isStreaming)
  );
}

/** The id of the question whose answer is being written, in any tab, or else of the one asked last. */
export function answeringIdOf({ messages, pendingQuestion }: Conversation): string | undefined {
  const written = messages.find(({ isStreaming }) => isStreaming)?.id ?? pendingQuestion?.id;
  const asked = messages.findLast(({ role }) => role === 'user')?.id;
  return written ?? asked?.slice(0, -messageIdOf({ id: '' }).length);
}

/** Puts an unanswered question back into the input. */
export function giveQuestionBack(state: Conversation): Conversation {
  const { ownQuestion, messages } = state;
  const askedId = ownQuestion && messageIdOf(ownQuestion);
  const isWithdrawn = askedId !== null && !messages.some(({ id }) => id === askedId);
  const nothingOut = { pendingQuestion: null, ownQuestion: null, isAwaitingAnswer: false };
  const last = messages.at(-1)?.id ?? null;
  // Notices below a withdrawn question stay in place.
  const notices = state.notices.map((notice) =>
    isWithdrawn && notice.afterId === askedId ? { ...notice, afterId: last } : notice,
  );
  const returnedQuestion = ownQuestion?.text ?? state.returnedQuestion;
  return { ...state, ...nothingOut, notices, returnedQuestion };
}

/** The server's messages show what became of the question: answered meanwhile, or never received. */
export function settleOwnQuestion(state: Conversation): Conversation {
  const { ownQuestion, messages } = state;
  if (messages.some(({ isStreaming }) => isStreaming)) return state;
  const isAnswered = messages.some(({ id }) => id === ownQuestion?.id);
  if (isAnswered) return { ...state, ownQuestion: null };
  if (isOnItsWay(state)) return { ...state, pendingQuestion: ownQuestion, isAwaitingAnswer: true };
  const returned = giveQuestionBack(state);
  // If it arrived and failed, the server's messages say why.
  if (ownQuestion === null) return returned;
  const isExplained = messages.some(({ id }) => id === errorIdOf(ownQuestion.id));
  if (isExplained) return returned;
  return addNotice(returned, QUESTION_LOST, { questionId: ownQuestion.id, isLost: true });
}

/** Whether our question's request is still open and the server's messages don't contain it yet. */
export function isOnItsWay({ ownQuestion, requestedId, messages }: Conversation): boolean {
  if (ownQuestion === null || ownQuestion.id !== requestedId) return false;
  // An answer or an error carries its question's id, too.
  return !messages.some(({ id }) => id.startsWith(ownQuestion.id));
}

/** The id of the message in which the server says why a question got no answer. */
export const errorIdOf = (questionId: string) => `${questionId}:error`;

/** Adds a notice, once per place. */
export function addNotice(
  state: Conversation,
  content: string,
  { questionId = null, isLost = false }: Partial<Pick<Notice, 'questionId' | 'isLost'>> = {},
): Conversation {
  const { pendingQuestion } = state;
  const last = state.messages.at(-1)?.id ?? null;
  const afterId = pendingQuestion === null ? last : messageIdOf(pendingQuestion);
  const isKnown = state.notices.some(
    (notice) => notice.afterId === afterId && notice.content === content,
  );
  if (isKnown) return state;
  // Notices before the last one may be gone.
  const lastNumber = Number(state.notices.at(-1)?.id.replace('notice-', '') ?? 0);
  const id = `notice-${lastNumber + 1}`;
  return { ...state, notices: [...state.notices, { id, content, afterId, questionId, isLost }] };
}
