import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReviewSettings } from '../../../schema/wire/review.ts';
import { api, readReply } from '../../api/client.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { reload } from '../../api/reload.ts';
import { toastError } from '../../ui/toasts.ts';
import { dayQuery, REVIEW_KEY } from './queries.ts';
import { timeZone } from './time-zone.ts';

/** Changes the reader's settings, then refetches the day. */
export function useReviewSettings(userId: string) {
  const queryClient = useQueryClient();
  const { data: day } = useQuery(dayQuery(userId));
  const mutation = useMutation({
    mutationFn: (json: Partial<ReviewSettings>) =>
      readReply(api.user.reviews.settings.$put({ json })),
    onSuccess: () => reload(queryClient, REVIEW_KEY),
    onError: (error) => toastError(refusalMessage(error, 'Failed to change the settings')),
  });
  // A wrong quiz answer is due tomorrow in the reader's time zone, so the server has to know it.
  const known = day?.isStored ? undefined : day?.settings.timeZone;
  useEffect(() => {
    const json = { timeZone: timeZone() };
    if (known === undefined || known === json.timeZone) return;
    readReply(api.user.reviews.settings.$put({ json })).catch(() => {
      // The next visit will report it.
    });
  }, [known]);
  return { change: mutation.mutate, isPending: mutation.isPending };
}
