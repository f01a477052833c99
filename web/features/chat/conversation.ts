import type { ServerEvent } from '../../../schema/wire/chat.ts';
import type { ChatSessionInit } from '../../../schema/wire/insights.ts';
import {
  addNotice,
  type Conversation,
  giveQuestionBack,
  type Message,
  settleOwnQuestion,
} from './conversation-state.ts';
import { onServerEvent } from './server-events.ts';

export type ConversationAction =
  | { type: 'server'; event: ServerEvent }
  | { type: 'initialised'; init: ChatSessionInit }
  | { type: 'asked'; question: string }
  /** The question did not reach an answer; `notice` says why, where there is something to say. */
  | { type: 'not-answered'; notice: string | null }
  | { type: 'notice'; content: string }
  | { type: 'insight-text'; text: string }
  | { type: 'history'; messages: Message[]; remainingFollowUps: number }
  | { type: 'question-taken-back' }
  /** After a failed generation: back to the greeting. */
  | { type: 'reset' };

export function conversationReducer(state: Conversation, action: ConversationAction): Conversation {
  switch (action.type) {
    case 'server':
      return onServerEvent(state, action.event);
    case 'initialised': {
      const { initialInsight, insightStatus } = action.init.data;
      return {
        ...state,
        remainingFollowUps: action.init.remainingFollowUps,
        insight: { status: insightStatus, progress: 0, currentStep: '' },
        insightText: initialInsight ?? state.insightText,
      };
    }
    case 'asked':
      return {
        ...state,
        pendingQuestion: action.question,
        ownQuestion: action.question,
        isAwaitingAnswer: true,
      };
    case 'not-answered': {
      // What had come of the answer is void.
      const messages = state.messages.filter(({ isStreaming }) => !isStreaming);
      const next = { ...state, messages };
      return giveQuestionBack(action.notice === null ? next : addNotice(next, action.notice));
    }
    case 'notice':
      return addNotice(state, action.content);
    case 'insight-text':
      return onServerEvent(state, { type: 'insight_complete', insight: action.text });
    case 'history': {
      // What the socket told is newer than any list.
      if (state.messages.length > 0) return state;
      const next = {
        ...state,
        messages: action.messages,
        remainingFollowUps: state.remainingFollowUps ?? action.remainingFollowUps,
      };
      // Nor does a list know of a question that is just being asked.
      return state.pendingQuestion === null ? settleOwnQuestion(next) : next;
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
