import { queryOptions } from '@tanstack/react-query';
import { isToday } from 'date-fns';
import { dueReviewsSchema } from '../../../schema/wire/review.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { sendUnsent } from './send-unsent.ts';
import { type DatedDay, readDay, storeDay, today } from './stored-day.ts';
import { timeZone } from './time-zone.ts';

/** The key of all review queries, which are refetched after a change. */
export const REVIEW_KEY = ['review'] as const;

/** A page left open overnight shows the new day. For `refetchOnWindowFocus`. */
const isFromBefore = ({ state }: { state: { dataUpdatedAt: number } }) =>
  !isToday(state.dataUpdatedAt);

export interface LoadedDay extends DatedDay {
  /** The server could not be reached, so this is the day as stored on this device. */
  isStored: boolean;
}

/** The day's items. First sends what waits on this device. */
export const dayQuery = (userId: string) =>
  queryOptions({
    queryKey: [...REVIEW_KEY, 'day', userId],
    queryFn: async ({ signal }): Promise<LoadedDay> => {
      try {
        await sendUnsent(userId);
        const query = { timeZone: timeZone() };
        const reply = await readReply(
          api.user.reviews.due.$get({ query }, { init: { signal } }),
          (due) => dueReviewsSchema.safeParse(due).success,
        );
        const day = { ...reply, date: today() };
        storeDay(userId, day);
        return { ...day, isStored: false };
      } catch (error) {
        const stored = readDay(userId);
        if (!(error instanceof ApiError && error.status === 0 && stored)) throw error;
        return { ...stored, isStored: true };
      }
    },
    staleTime: 0,
    retry: false,
    // The stored day may be from before, however recently it was read.
    refetchOnWindowFocus: ({ state }) => state.data?.date !== today(),
  });

/** How many items are due. */
export const dueCountQuery = queryOptions({
  queryKey: [...REVIEW_KEY, 'count'],
  queryFn: ({ signal }) =>
    readReply(
      api.user.reviews.due.$get(
        { query: { timeZone: timeZone(), limit: '0' } },
        { init: { signal } },
      ),
      (due) => dueReviewsSchema.safeParse(due).success,
    ),
  refetchOnWindowFocus: isFromBefore,
});

/** The day's takeaway; null if there is none. */
export const takeawayQuery = queryOptions({
  queryKey: [...REVIEW_KEY, 'takeaway'],
  queryFn: async ({ signal }) => {
    const query = { timeZone: timeZone() };
    const request = api.user.reviews.takeaway.$get({ query }, { init: { signal } });
    return (await readReply(request)).takeaway;
  },
  retry: false,
  refetchOnWindowFocus: isFromBefore,
});

export const progressQuery = queryOptions({
  queryKey: [...REVIEW_KEY, 'progress'],
  queryFn: ({ signal }) =>
    readReply(
      api.user.reviews.progress.$get({ query: { timeZone: timeZone() } }, { init: { signal } }),
      ({ forecast }) => Array.isArray(forecast),
    ),
  staleTime: 0,
  refetchOnWindowFocus: isFromBefore,
});

/** What is in review: item ids by the ids of what they were made from. */
export const entriesQuery = queryOptions({
  queryKey: [...REVIEW_KEY, 'entries'],
  queryFn: async ({ signal }) => {
    const request = api.user.reviews.$get({}, { init: { signal } });
    const { items } = await readReply(request, (reply) => Array.isArray(reply.items));
    return new Map(items.map(({ id, kind, sourceId }) => [`${kind} ${sourceId}`, id]));
  },
});
