import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '../../../schema/wire/catalogue.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { toast } from '../../ui/toasts.ts';

/** The episodes of the podcasts one follows; they change with the subscriptions. */
const RECENT_EPISODES_KEY = ['episodes', 'recent'];

async function fetchSubscriptions(signal: AbortSignal): Promise<Subscription[]> {
  try {
    const request = api.user.subscriptions.$get(undefined, { init: { signal } });
    return await readReply(request, Array.isArray);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return [];
    throw error;
  }
}

export const subscriptionsQuery = queryOptions({
  queryKey: ['user', 'subscriptions'],
  queryFn: ({ signal }) => fetchSubscriptions(signal),
});

/** One's own subscriptions; asked for only when signed in. */
export function useSubscriptions(isSignedIn: boolean) {
  return useQuery({ ...subscriptionsQuery, enabled: isSignedIn });
}

function tellFailure(description: string) {
  toast({ title: 'Error', description, variant: 'destructive' });
}

/** Subscribing to one podcast and its opposite; `isPending` while either is on its way. */
export function useSubscribing(podcastId: string) {
  const queryClient = useQueryClient();
  // The button waits for the list, so that it never shows what was true before.
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: RECENT_EPISODES_KEY });
    return queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey });
  };
  const subscribe = useMutation({
    mutationFn: () => readReply(api.podcasts[':id'].subscribe.$post({ param: { id: podcastId } })),
    onSuccess: refresh,
  });
  const unsubscribe = useMutation({
    mutationFn: () =>
      readReply(api.podcasts[':id'].subscribe.$delete({ param: { id: podcastId } })),
    onSuccess: refresh,
  });

  // Awaited rather than passed as callbacks: a card may be gone before its reply comes.
  const run = async (
    change: { mutateAsync: () => Promise<unknown> },
    done: string,
    not: string,
  ) => {
    try {
      await change.mutateAsync();
    } catch {
      tellFailure(not);
      return;
    }
    toast({ title: 'Success', description: done });
  };

  return {
    isPending: subscribe.isPending || unsubscribe.isPending,
    subscribe: () =>
      run(subscribe, 'Successfully subscribed to podcast', 'Failed to subscribe to podcast'),
    unsubscribe: () =>
      run(
        unsubscribe,
        'Successfully unsubscribed from podcast',
        'Failed to unsubscribe from podcast',
      ),
  };
}
