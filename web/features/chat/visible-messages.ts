import {
  type Conversation,
  GREETING_ID,
  INSIGHT_ID,
  type Message,
  messageIdOf,
} from './conversation-state.ts';
import { EPISODE_VOICE, INSIGHT_FAILED, type Voice } from './texts.ts';

export const AWAITING_ID = 'awaiting-answer';

/** The messages on screen, oldest first. */
export function visibleMessages(state: Conversation, voice: Voice = EPISODE_VOICE): Message[] {
  const [first, ...others] = state.messages;
  const isOpened = first?.id === GREETING_ID || first?.id === INSIGHT_ID;
  const exchanges = isOpened ? others : state.messages;
  const opening = isOpened ? first : localOpening(state, voice);

  const said = [asShown(opening, state), ...exchanges.filter(({ content }) => content !== '')];
  if (state.pendingQuestion !== null) {
    const { pendingQuestion } = state;
    said.push(spoken(messageIdOf(pendingQuestion), 'user', pendingQuestion.text));
  }
  const messages = withNotices(said, state);
  if (state.isAwaitingAnswer) {
    messages.push({ ...spoken(AWAITING_ID, 'assistant', voice.awaiting), isStreaming: true });
  }
  return messages;
}

function localOpening({ insightText }: Conversation, { greeting }: Voice): Message {
  return insightText === null
    ? spoken(GREETING_ID, 'assistant', greeting)
    : spoken(INSIGHT_ID, 'assistant', insightText);
}

function asShown(opening: Message, { insight }: Conversation): Message {
  const isFailed = opening.id === GREETING_ID && insight?.status === 'failed';
  return isFailed ? { ...opening, content: INSIGHT_FAILED } : opening;
}

/** Places each notice below the message it followed, or at the end if that message is gone. */
function withNotices(messages: Message[], { notices }: Conversation): Message[] {
  const shown = [...messages];
  for (const { id, content, afterId } of notices) {
    // Shown before any message: place it below the opening messages.
    const index =
      afterId === null ? 0 : shown.findLastIndex(({ id: otherId }) => otherId === afterId);
    // Notices after the same message keep their order.
    let place = index === -1 ? shown.length : index + 1;
    while (index !== -1 && shown[place]?.id.startsWith('notice-')) place += 1;
    shown.splice(place, 0, spoken(id, 'system', content));
  }
  return shown;
}

function spoken(id: string, role: Message['role'], content: string): Message {
  return { id, role, content, isStreaming: false };
}
