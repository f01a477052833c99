import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PodcastGroup, SavedInsight } from '../../../schema/wire/library.ts';
import { api, readReply } from '../../api/client.ts';
import { putReply } from '../../api/put-reply.ts';
import { toast } from '../../ui/toasts.ts';
import { savedInsightsQuery } from './queries.ts';

/** Writes a saved insight's notes. */
export function useNotesUpdate(id: string, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userNotes: string) =>
      readReply(api.user.insights[':id'].$put({ param: { id }, json: { userNotes } })),
    onSuccess: async (updated) => {
      await putReply(queryClient, savedInsightsQuery, (groups) =>
        mapInsights(groups, (insight) => (insight.id === id ? updated : insight)),
      );
      toast({ title: 'Success', description: 'Notes updated successfully' });
      onSaved();
    },
    onError: () => {
      toast({ title: 'Error', description: 'Failed to update notes', variant: 'destructive' });
    },
  });
}

/** Takes an insight out of the library. */
export function useInsightDeletion(id: string, onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => readReply(api.user.insights[':id'].$delete({ param: { id } })),
    onSuccess: async () => {
      await putReply(queryClient, savedInsightsQuery, (groups) =>
        mapInsights(groups, (insight) => (insight.id === id ? null : insight)),
      );
      toast({ title: 'Success', description: 'Insight deleted' });
      onDeleted();
    },
    onError: () => {
      toast({ title: 'Error', description: 'Failed to delete insight', variant: 'destructive' });
    },
  });
}

/** Groups with each insight changed; null takes it out, and a group that is empty then, too. */
function mapInsights(
  groups: PodcastGroup[] | undefined,
  change: (insight: SavedInsight) => SavedInsight | null,
): PodcastGroup[] | undefined {
  return groups
    ?.map((group) => ({
      ...group,
      insights: group.insights.map(change).filter((insight) => insight !== null),
    }))
    .filter((group) => group.insights.length > 0);
}
