import { useQuery } from '@tanstack/react-query';
import { type Dispatch, useEffect } from 'react';
import type { ChatHistorySession } from '../../../schema/wire/chat.ts';
import type { ConversationAction } from './conversation.ts';
import type { Message } from './conversation-state.ts';
import { sessionHistoryQuery } from './queries.ts';

/** What was said before, where no socket tells it. */
export function useSessionHistory({
  sessionId,
  isNeeded,
  dispatch,
}: {
  sessionId: string | null;
  isNeeded: boolean;
  dispatch: Dispatch<ConversationAction>;
}): void {
  const { data } = useQuery({
    ...sessionHistoryQuery(),
    enabled: isNeeded && sessionId !== null,
    select: (sessions) => sessions.find(({ id }) => id === sessionId),
  });
  useEffect(() => {
    if (!data || !isNeeded) return;
    const { remainingFollowUps } = data;
    dispatch({ type: 'history', messages: toMessages(data), remainingFollowUps });
  }, [data, isNeeded, dispatch]);
}

function toMessages({ followUps, initialInsight }: ChatHistorySession): Message[] {
  const said = followUps.flatMap(({ id, question, answer }): Message[] => [
    { id: `${id}:question`, role: 'user', content: question, isStreaming: false },
    { id, role: 'assistant', content: answer, isStreaming: false },
  ]);
  if (initialInsight === null) return said;
  const insight: Message = {
    id: 'insight',
    role: 'assistant',
    content: initialInsight,
    isStreaming: false,
  };
  return [insight, ...said];
}
