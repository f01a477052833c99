import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { deleteSoon, resumeDeletions } from '../../api/pending-deletions.ts';
import { putReply } from '../../api/put-reply.ts';
import { reload } from '../../api/reload.ts';
import { withoutConversation, withoutInsight } from './pages.ts';
import { chatSessionsQuery, savedInsightsQuery } from './queries.ts';

/** What a chat knows to be in the library. */
const SAVED_TEXTS_KEY = ['saved-texts'];

/** Deletes items from the reader's library. Each deletion can be undone for ten seconds. */
export function useDeletions(userId: string) {
  const queryClient = useQueryClient();
  useEffect(() => {
    resumeDeletions(userId, {
      insight: async (id) => {
        // An open chat says 'Saved' below its text.
        void reload(queryClient, SAVED_TEXTS_KEY);
        await putReply(queryClient, savedInsightsQuery, (data) =>
          data ? { ...data, pages: withoutInsight(data.pages, id) } : undefined,
        );
      },
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
