import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Subscription } from '../../../schema/wire/catalogue.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { toast } from '../../ui/toasts.ts';

/** The episodes of the podcasts one follows; they change with the subscriptions. */
const RECENT_EPISODES_KEY = ['episodes', 'recent'];
/** How their feeds stand. */
const CACHE_STATUS_KEY = ['episodes', 'cache-status'];

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

const FOLLOWING_KEY = 'dripcast.following';

/**
 * Whether the reader follows a podcast, as far as this browser knows before the list has come: the
 * screen takes its final shape at once. Null where it does not know.
 *
 * @param userId undefined while it is not known who reads; then the last reader counts
 */
export function wasFollowing(userId: string | undefined): boolean | null {
  try {
    const [isFollowing, reader] = localStorage.getItem(FOLLOWING_KEY)?.split(' ') ?? [];
    const isOther = userId !== undefined && reader !== userId;
    return isFollowing === undefined || isOther ? null : isFollowing === '1';
  } catch {
    return null;
  }
}

export function noteFollowing(userId: string, isFollowing: boolean): void {
  try {
    localStorage.setItem(FOLLOWING_KEY, `${isFollowing ? 1 : 0} ${userId}`);
  } catch {
    // Storage is forbidden: the screen takes its shape when the list comes.
  }
}

/** One's own subscriptions; asked for only when signed in. */
export function useSubscriptions(isSignedIn: boolean) {
  return useQuery({ ...subscriptionsQuery, enabled: isSignedIn });
}

function tellFailure(error: unknown, otherwise: string) {
  const description = refusalMessage(error, otherwise);
  toast({ title: 'Error', description, variant: 'destructive' });
}

const SUBSCRIBED = 'Successfully subscribed to podcast';
const NOT_SUBSCRIBED = 'Failed to subscribe to podcast';

/** Subscribing to one podcast and its opposite; `isPending` while either is on its way. */
export function useSubscribing(podcastId: string) {
  const queryClient = useQueryClient();
  // The button waits for the list, so that it never shows what was true before.
  const onSuccess = () => refreshSubscriptions(queryClient);
  const subscribe = useMutation({ mutationFn: () => postSubscription(podcastId), onSuccess });
  const unsubscribe = useMutation({
    mutationFn: () =>
      readReply(api.podcasts[':id'].subscribe.$delete({ param: { id: podcastId } })),
    onSuccess,
  });

  // Awaited rather than passed as callbacks: a card may be gone before its reply comes.
  return {
    isPending: subscribe.isPending || unsubscribe.isPending,
    subscribe: async () => {
      try {
        await subscribe.mutateAsync();
      } catch (error) {
        tellFailure(error, NOT_SUBSCRIBED);
        return;
      }
      toast({ title: 'Success', description: SUBSCRIBED });
    },
    /** Resolves to whether it went well. */
    unsubscribe: async (): Promise<boolean> => {
      try {
        await unsubscribe.mutateAsync();
      } catch (error) {
        tellFailure(error, 'Failed to unsubscribe from podcast');
        return false;
      }
      toast({
        title: 'Success',
        description: 'Successfully unsubscribed from podcast',
        action: { label: 'Undo', run: () => void subscribeTo(queryClient, podcastId) },
      });
      return true;
    },
  };
}

function postSubscription(podcastId: string) {
  return readReply(api.podcasts[':id'].subscribe.$post({ param: { id: podcastId } }));
}

function refreshSubscriptions(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: RECENT_EPISODES_KEY });
  void queryClient.invalidateQueries({ queryKey: CACHE_STATUS_KEY });
  return queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey });
}

/** Works on any screen, without a card of the podcast. */
export async function subscribeTo(queryClient: QueryClient, podcastId: string): Promise<void> {
  try {
    await postSubscription(podcastId);
  } catch (error) {
    tellFailure(error, NOT_SUBSCRIBED);
    return;
  }
  await refreshSubscriptions(queryClient);
  toast({ title: 'Success', description: SUBSCRIBED });
}
