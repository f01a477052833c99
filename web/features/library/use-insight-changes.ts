import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedInsight, SavedInsightsPage } from '../../../schema/wire/library.ts';
import { api, readReply } from '../../api/client.ts';
import { putReply } from '../../api/put-reply.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { savedInsightsQuery } from './queries.ts';

/** Saves the notes of an insight. */
export function useNotesUpdate(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userNotes: string) =>
      readReply(
        api.user.insights[':id'].$put({ param: { id }, json: { userNotes } }),
        (saved) => saved.id === id,
      ),
    onSuccess: async (updated) => {
      await putReply(queryClient, savedInsightsQuery, (data) =>
        mapInsights(data, (insight) => (insight.id === id ? updated : insight)),
      );
      toastSuccess('Notes updated successfully');
    },
    onError: (error) => toastError(refusalMessage(error, 'Failed to update notes')),
  });
}

type Pages = InfiniteData<SavedInsightsPage>;

function mapInsights(
  data: Pages | undefined,
  change: (insight: SavedInsight) => SavedInsight,
): Pages | undefined {
  if (!data) return undefined;
  const pages = data.pages.map((page) => ({
    ...page,
    podcastGroups: page.podcastGroups.map((group) => ({
      ...group,
      insights: group.insights.map(change),
    })),
  }));
  return { ...data, pages };
}
