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
import { reload } from '../../api/reload.ts';
import { readLocal, writeLocal } from '../../ui/local-storage.ts';
import { toast, toastError, toastSuccess } from '../../ui/toasts.ts';

/** Recent episodes depend on the subscriptions. */
const RECENT_EPISODES_KEY = ['episodes', 'recent'];
/** The state of the subscribed feeds. */
const CACHE_STATUS_KEY = ['episodes', 'cache-status'];
/** What a quiz can be about. */
const QUIZ_PODCASTS_KEY = ['quiz', 'podcasts'];

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

const NOTE_KEY = 'dripcast.subscriptions';

/**
 * Whether the reader had subscriptions when this browser last saw the list. Lets the screen start in
 * its final layout before the list arrives. Null if unknown.
 *
 * @param userId undefined while the session loads; the previous reader's value is used then
 */
export function hadSubscriptions(userId: string | undefined): boolean | null {
  const [hasSubscriptions, reader] = readNote();
  const isOther = userId !== undefined && reader !== userId;
  return hasSubscriptions === undefined || isOther ? null : hasSubscriptions === '1';
}

/** The id of the reader whose session was last seen in this browser. */
export const previousReader = (): string | undefined => readNote()[1];

const readNote = () => readLocal(NOTE_KEY)?.split(' ') ?? [];

/** Stores what `hadSubscriptions` returns on the next visit. */
export function noteSubscriptions(userId: string, hasSubscriptions: boolean): void {
  writeLocal(NOTE_KEY, `${hasSubscriptions ? 1 : 0} ${userId}`);
}

/** The reader's subscriptions. Only fetched when logged in. */
export function useSubscriptions(isLoggedIn: boolean) {
  return useQuery({ ...subscriptionsQuery, enabled: isLoggedIn });
}

const SUBSCRIBED = 'Successfully subscribed to podcast';
const NOT_SUBSCRIBED = 'Failed to subscribe to podcast';

/** Subscribes and unsubscribes. `isPending` is true during either call. */
export function useSubscribing(podcastId: string) {
  const queryClient = useQueryClient();
  // The button waits for the new list so that it never shows the old state.
  const onSuccess = () => refreshSubscriptions(queryClient);
  const subscribe = useMutation({ mutationFn: () => postSubscription(podcastId), onSuccess });
  const unsubscribe = useMutation({
    mutationFn: () =>
      readReply(api.podcasts[':id'].subscribe.$delete({ param: { id: podcastId } })),
    onSuccess,
  });

  // Awaited instead of using callbacks: the card may unmount before the reply arrives.
  return {
    isPending: subscribe.isPending || unsubscribe.isPending,
    subscribe: async () => {
      try {
        await subscribe.mutateAsync();
      } catch (error) {
        toastError(refusalMessage(error, NOT_SUBSCRIBED));
        return;
      }
      toastSuccess(SUBSCRIBED);
    },
    /** Resolves to whether it succeeded. */
    unsubscribe: async (): Promise<boolean> => {
      try {
        await unsubscribe.mutateAsync();
      } catch (error) {
        toastError(refusalMessage(error, 'Failed to unsubscribe from podcast'));
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

/** Refetches what depends on the subscriptions. */
export function refreshSubscriptions(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: RECENT_EPISODES_KEY });
  void queryClient.invalidateQueries({ queryKey: CACHE_STATUS_KEY });
  void reload(queryClient, QUIZ_PODCASTS_KEY);
  return reload(queryClient, subscriptionsQuery.queryKey);
}

/** Subscribes from any screen, without a podcast card. */
export async function subscribeTo(queryClient: QueryClient, podcastId: string): Promise<void> {
  try {
    await postSubscription(podcastId);
  } catch (error) {
    toastError(refusalMessage(error, NOT_SUBSCRIBED));
    return;
  }
  await refreshSubscriptions(queryClient);
  toastSuccess(SUBSCRIBED);
}
