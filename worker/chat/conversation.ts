/**
 * The rules of a conversation, as pure functions. The Durable Object holds a
 * `Conversation`, asks these functions what is allowed and what to show, and stores what they return.
 */
import { FOLLOW_UPS_MAX } from '../../schema/limits.ts';
import type { ChatMessage, ServerEvent, SessionEvent } from '../../schema/wire/chat.ts';
import { GREETING, GREETING_ALL, GREETING_SOURCE } from '../../schema/wire/chat-texts.ts';
import type { AssistantKind, Exchange } from '../assistant/assistant.ts';
import { withoutModel } from '../assistant/without-model.ts';

export const NO_QUESTIONS_LEFT = 'No more questions remaining';
export const CONVERSATION_FULL = 'This conversation is full. Please start a new one.';
export const ANSWER_IN_PROGRESS = 'An answer is being written. Please wait for it.';
export const ANSWER_FAILED =
  'The answer could not be written. This did not use up a question, so please ask again.';
export const ANSWER_INTERRUPTED =
  'The answer was interrupted. This did not use up a question, so please ask again.';
export const OUR_FAULT = 'Something went wrong on our side. Please try again.';
export const CONVERSATION_GONE = 'This conversation no longer exists';
export const CONVERSATION_NOT_FOUND = 'Conversation not found';
export const ANSWER_STOPPED_EMPTY =
  'Stopped before the answer began. This did not use up a question.';

/** A question and its result. `writing` is the only state that isn't final. */
export interface FollowUp {
  /** Given by the client. */
  id: string;
  question: string;
  answer: string;
  status: 'writing' | 'done' | 'failed';
  /** Why it failed, in words for the reader; null unless failed. */
  error: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}

export interface InsightState {
  status: 'none' | 'queued' | 'done' | 'failed';
  /** Markdown; null unless done. */
  text: string | null;
  /** 0 to 100. */
  progress: number;
  /** The current step, or why it failed. */
  step: string;
}

export interface Conversation {
  sessionId: string;
  userId: string;
  /** Null where it is about all of one's podcasts. */
  episodeId: string | null;
  /** Whether the episode is one of the user's own sources. */
  isOfSource: boolean;
  remaining: number;
  insight: InsightState;
  /** Oldest first. */
  followUps: FollowUp[];
}

/** Why a question is refused. The codes are those of `AppError`. */
export interface Refusal {
  code: 'conflict' | 'not_found' | 'too_many_requests';
  message: string;
}

const isWriting = (followUp: FollowUp) => followUp.status === 'writing';

/** Returns why no question may be asked now, or null. */
export function refusalOf(conversation: Conversation): Refusal | null {
  // Check for a running answer first: it is not known yet whether it will use up the last question.
  if (conversation.followUps.some(isWriting))
    return { code: 'conflict', message: ANSWER_IN_PROGRESS };
  if (conversation.remaining <= 0) return { code: 'conflict', message: NO_QUESTIONS_LEFT };
  if (conversation.followUps.length >= FOLLOW_UPS_MAX) {
    return { code: 'conflict', message: CONVERSATION_FULL };
  }
  return null;
}

/** Adds a question that `refusalOf` allows. It is only charged once answered. */
export function beginFollowUp(
  conversation: Conversation,
  followUp: Pick<FollowUp, 'id' | 'question' | 'createdAt'>,
): Conversation {
  const begun: FollowUp = { ...followUp, answer: '', status: 'writing', error: null };
  return { ...conversation, followUps: [...conversation.followUps, begun] };
}

/**
 * Completes an answer, whole or stopped.
 *
 * @param cost the questions it uses up; 0 if the embedded assistant replaced the model
 */
export function completeFollowUp(
  conversation: Conversation,
  id: string,
  answer: string,
  cost: 0 | 1 = 1,
): Conversation {
  if (!conversation.followUps.some((followUp) => followUp.id === id && isWriting(followUp)))
    return conversation;
  return {
    ...conversation,
    remaining: Math.max(0, conversation.remaining - cost),
    followUps: withFollowUp(conversation, id, { answer, status: 'done' }),
  };
}

/** Fails an answer: its text is discarded and it is not charged. */
export function failFollowUp(conversation: Conversation, id: string, error: string): Conversation {
  return {
    ...conversation,
    followUps: withFollowUp(conversation, id, { status: 'failed', error }),
  };
}

/** After a crash or an eviction, answers in progress will never be finished. */
export function failUnfinished(conversation: Conversation): {
  conversation: Conversation;
  failed: FollowUp[];
} {
  let next = conversation;
  for (const followUp of conversation.followUps.filter(isWriting)) {
    next = failFollowUp(next, followUp.id, ANSWER_INTERRUPTED);
  }
  const failed = next.followUps.filter(
    (_, index) => conversation.followUps[index]?.status === 'writing',
  );
  return { conversation: next, failed };
}

function withFollowUp(
  conversation: Conversation,
  id: string,
  change: Partial<FollowUp>,
): FollowUp[] {
  return conversation.followUps.map((followUp) =>
    followUp.id === id && isWriting(followUp) ? { ...followUp, ...change } : followUp,
  );
}

/** Returns earlier questions and answers for the assistant, oldest first. */
export function earlierExchanges(conversation: Conversation): Exchange[] {
  return conversation.followUps
    .filter((followUp) => followUp.status === 'done')
    .map(({ question, answer }) => ({ question, answer }));
}

/**
 * Returns the messages as shown on screen. A failed question stays with its error until a later one is
 * answered: nothing typed is lost, and old failures don't pile up.
 *
 * @param writer who writes the answers
 * @param written the text so far of the answer in progress
 */
export function messagesOf(
  conversation: Conversation,
  writer: AssistantKind,
  written = '',
): ChatMessage[] {
  const answeredUntil = conversation.followUps.findLastIndex(
    (followUp) => followUp.status === 'done',
  );
  const shown = conversation.followUps.filter(
    (followUp, index) => followUp.status !== 'failed' || index > answeredUntil,
  );
  return [
    openingMessage(conversation, writer),
    ...shown.flatMap((followUp) => followUpMessages(followUp, written)),
  ];
}

/** An insight says itself if no model wrote it; in its place, the greeting does. That of an episode is specified. */
function openingMessage(
  { insight, episodeId, isOfSource }: Conversation,
  writer: AssistantKind,
): ChatMessage {
  if (insight.text !== null) return whole('insight', 'assistant', insight.text);
  if (episodeId !== null && !isOfSource) return whole('greeting', 'assistant', GREETING);
  const [greeting, whose] =
    episodeId === null ? [GREETING_ALL, "the episodes'"] : [GREETING_SOURCE, "the source's"];
  const note = writer === 'embedded' ? `\n\n_${withoutModel('Answers are selected', whose)}_` : '';
  return whole('greeting', 'assistant', greeting + note);
}

function followUpMessages(followUp: FollowUp, written: string): ChatMessage[] {
  const question = questionMessage(followUp);
  if (followUp.status === 'failed') {
    return [question, whole(`${followUp.id}:error`, 'system', followUp.error ?? ANSWER_FAILED)];
  }
  if (followUp.status === 'writing') return [question, answerPiece(followUp.id, written)];
  return [question, whole(followUp.id, 'assistant', followUp.answer)];
}

export function questionMessage(followUp: Pick<FollowUp, 'id' | 'question'>): ChatMessage {
  return whole(`${followUp.id}:question`, 'user', followUp.question);
}

/** A piece of an answer, to append to the previous pieces. */
export function answerPiece(id: string, content: string): ChatMessage {
  return { id, role: 'assistant', content, isPartial: true, isComplete: false };
}

function whole(id: string, role: ChatMessage['role'], content: string): ChatMessage {
  return { id, role, content, isPartial: false, isComplete: true };
}

/** The first event of every connection. */
export function sessionEvent(
  conversation: Conversation,
  writer: AssistantKind,
  written = '',
): SessionEvent {
  const { sessionId, remaining, insight } = conversation;
  return {
    type: 'session',
    session: { id: sessionId, remainingFollowUps: remaining },
    messages: messagesOf(conversation, writer, written),
    insight: { status: insight.status, progress: insight.progress, currentStep: insight.step },
  };
}

/** The insight's state as an event. */
export function insightEvent({ status, text, progress, step }: InsightState): ServerEvent {
  if (status === 'failed') return { type: 'insight_failed', message: step };
  if (text !== null) return { type: 'insight_complete', insight: text };
  return { type: 'insight_progress', progress, currentStep: step };
}

/** The last event of a successful answer: its whole text and the questions left. */
export function completeEvent(conversation: Conversation, id: string, answer: string): ServerEvent {
  return {
    type: 'chat_message',
    message: whole(id, 'assistant', answer),
    remainingFollowUps: conversation.remaining,
  };
}

/** A refusal or a failed answer, shown to the reader. */
export function errorEvent(
  conversation: Conversation,
  error: string,
  message: string,
  about: { messageId?: string; questionId?: string } = {},
): ServerEvent {
  return {
    type: 'chat_error',
    error,
    message,
    ...about,
    remainingFollowUps: conversation.remaining,
  };
}
