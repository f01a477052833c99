/**
 * The rules of a conversation about an episode, as pure functions. The Durable Object holds one
 * `Conversation`, asks these what may happen and what the screen shows, and keeps what they return.
 */
import type { ChatMessage, ServerEvent, SessionEvent } from '../../schema/wire/chat.ts';
import type { Exchange } from '../assistant/assistant.ts';

export const GREETING =
  "I'm ready to discuss this podcast with you! What would you like to know about it?";
export const NO_QUESTIONS_LEFT = 'No more questions remaining';
export const CONVERSATION_FULL = 'This conversation is full. Please start a new one.';
export const ANSWER_IN_PROGRESS = 'An answer is being written. Please wait for it.';
export const ANSWER_FAILED =
  'The answer could not be written. This did not use up a question, so please ask again.';
export const ANSWER_INTERRUPTED =
  'The answer was interrupted. This did not use up a question, so please ask again.';
export const CONVERSATION_GONE = 'The conversation is gone';
export const ANSWER_STOPPED_EMPTY =
  'Stopped before the answer began. This did not use up a question.';

/** Of all questions, the failed and the free ones too: what one conversation keeps has an end. */
export const MOST_FOLLOW_UPS = 200;

/** One question and what became of it. `writing` is the only state that is not final. */
export interface FollowUp {
  /** Given by whoever asked. */
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
  /** What is being done; why it failed, where it did. */
  step: string;
}

export interface Conversation {
  sessionId: string;
  userId: string;
  episodeId: string;
  remaining: number;
  insight: InsightState;
  /** Oldest first. */
  followUps: FollowUp[];
}

/** Why a question is not taken; the codes are those of `AppError`. */
export interface Refusal {
  code: 'conflict' | 'not_found' | 'too_many_requests';
  message: string;
}

const isWriting = (followUp: FollowUp) => followUp.status === 'writing';

/** Null where a question may be asked now. */
export function refusalOf(conversation: Conversation): Refusal | null {
  // The running answer first: whether it will cost the last question is not known yet.
  if (conversation.followUps.some(isWriting))
    return { code: 'conflict', message: ANSWER_IN_PROGRESS };
  if (conversation.remaining <= 0) return { code: 'conflict', message: NO_QUESTIONS_LEFT };
  if (conversation.followUps.length >= MOST_FOLLOW_UPS) {
    return { code: 'conflict', message: CONVERSATION_FULL };
  }
  return null;
}

/** Takes a question that `refusalOf` does not refuse. Nothing is paid before the answer is there. */
export function beginFollowUp(
  conversation: Conversation,
  followUp: Pick<FollowUp, 'id' | 'question' | 'createdAt'>,
): Conversation {
  const begun: FollowUp = { ...followUp, answer: '', status: 'writing', error: null };
  return { ...conversation, followUps: [...conversation.followUps, begun] };
}

/**
 * The answer is there, whole or as far as it was let run.
 *
 * @param cost questions it uses up: 0 where something else stood in for the model
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

/** The answer failed: what had come of it is void, and it costs nothing. */
export function failFollowUp(conversation: Conversation, id: string, error: string): Conversation {
  return {
    ...conversation,
    followUps: withFollowUp(conversation, id, { status: 'failed', error }),
  };
}

/** After a crash or an eviction: whatever was being written will never be finished. */
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

/** Earlier exchanges for the assistant, oldest first. */
export function earlierExchanges(conversation: Conversation): Exchange[] {
  return conversation.followUps
    .filter((followUp) => followUp.status === 'done')
    .map(({ question, answer }) => ({ question, answer }));
}

/**
 * All that was said, as a screen shows it. A failed question stays, with its error, until a later
 * one is answered: nothing typed is lost, and old failures do not pile up.
 *
 * @param written what has come so far of the answer in the making
 */
export function messagesOf(conversation: Conversation, written = ''): ChatMessage[] {
  const answeredUntil = conversation.followUps.findLastIndex(
    (followUp) => followUp.status === 'done',
  );
  const shown = conversation.followUps.filter(
    (followUp, index) => followUp.status !== 'failed' || index > answeredUntil,
  );
  return [
    openingMessage(conversation),
    ...shown.flatMap((followUp) => followUpMessages(followUp, written)),
  ];
}

function openingMessage({ insight }: Conversation): ChatMessage {
  return insight.text === null
    ? whole('greeting', 'assistant', GREETING)
    : whole('insight', 'assistant', insight.text);
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

/** A piece of an answer, to append to what came before. */
export function answerPiece(id: string, content: string): ChatMessage {
  return { id, role: 'assistant', content, isPartial: true, isComplete: false };
}

function whole(id: string, role: ChatMessage['role'], content: string): ChatMessage {
  return { id, role, content, isPartial: false, isComplete: true };
}

/** The first event of every connection. */
export function sessionEvent(conversation: Conversation, written = ''): SessionEvent {
  const { sessionId, remaining, insight } = conversation;
  return {
    type: 'session',
    session: { id: sessionId, remainingFollowUps: remaining },
    messages: messagesOf(conversation, written),
    insight: { status: insight.status, progress: insight.progress, currentStep: insight.step },
  };
}

/** The insight's state as an event for open sockets. */
export function insightEvent({ status, text, progress, step }: InsightState): ServerEvent {
  if (status === 'failed') return { type: 'insight_failed', message: step };
  if (text !== null) return { type: 'insight_complete', insight: text };
  return { type: 'insight_progress', progress, currentStep: step };
}

/** The last event of an answer that is there: the whole of it, and what is left after it. */
export function completeEvent(conversation: Conversation, id: string, answer: string): ServerEvent {
  return {
    type: 'chat_message',
    message: whole(id, 'assistant', answer),
    remainingFollowUps: conversation.remaining,
  };
}

/** A refusal or a failed answer, which the reader sees. */
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
