import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { deleteSoon, resumeDeletions } from '../../api/pending-deletions.ts';
import { putReply } from '../../api/put-reply.ts';
import { withoutConversation, withoutInsight } from './pages.ts';
import { chatSessionsQuery, savedInsightsQuery } from './queries.ts';

/** Deletes items from the reader's library. Each deletion can be undone for ten seconds. */
export function useDeletions(userId: string) {
  const queryClient = useQueryClient();
  useEffect(() => {
    resumeDeletions(userId, {
      insight: (id) =>
        putReply(queryClient, savedInsightsQuery, (data) =>
          data ? { ...data, pages: withoutInsight(data.pages, id) } : undefined,
        ),
      conversation: (id) =>
        putReply(queryClient, chatSessionsQuery, (data) =>
          data ? { ...data, pages: withoutConversation(data.pages, id) } : undefined,
        ),
    });
  }, [userId, queryClient]);
  const deleteInsight = useCallback(
    (id: string) => deleteSoon({ kind: 'insight', id, userId }),
    [userId],
  );
  const deleteConversation = useCallback(
    (id: string) => deleteSoon({ kind: 'conversation', id, userId }),
    [userId],
  );
  return { deleteInsight, deleteConversation };
}
