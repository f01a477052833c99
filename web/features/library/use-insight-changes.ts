import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedInsight, SavedInsightsPage } from '../../../schema/wire/library.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { putReply } from '../../api/put-reply.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { sha256Hex } from '../../api/sha256.ts';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { savedInsightsQuery } from './queries.ts';

/**
 * Saves the notes of an insight, unless they have been changed elsewhere: the library then shows those, and a
 * next try replaces them.
 *
 * @param notesNow the notes in the library. Those at first are what was typed over; it may load newer ones meanwhile.
 */
export function useNotesUpdate(id: string, notesNow?: string | null) {
  const queryClient = useQueryClient();
  const [notesBefore, setNotesBefore] = useState(notesNow);
  const show = (change: Partial<SavedInsight>) =>
    putReply(queryClient, savedInsightsQuery, (data) =>
      mapInsights(data, (insight) => (insight.id === id ? { ...insight, ...change } : insight)),
    );
  return useMutation({
    mutationFn: async (userNotes: string) => {
      const header =
        notesBefore === undefined ? {} : { 'If-Match': `"${await sha256Hex(notesBefore ?? '')}"` };
      return readReply(
        api.user.insights[':id'].$put({ param: { id }, header, json: { userNotes } }),
        (saved) => saved.id === id,
      );
    },
    onSuccess: async (updated) => {
      await show(updated);
      toastSuccess('Notes updated successfully');
    },
    onError: async (error) => {
      const userNotes = notesElsewhere(error);
      if (userNotes !== null) {
        setNotesBefore(userNotes);
        return show({ userNotes });
      }
      toastError(refusalMessage(error, 'Failed to update notes'));
    },
  });
}

/** The notes that were saved elsewhere, if that is why they were refused; otherwise null. */
export function notesElsewhere(error: unknown): string | null {
  if (!(error instanceof ApiError && error.status === 409 && 'userNotes' in error.details))
    return null;
  return String(error.details.userNotes ?? '');
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
