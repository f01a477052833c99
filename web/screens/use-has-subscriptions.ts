import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  hadSubscriptions,
  noteSubscriptions,
  subscriptionsQuery,
} from '../features/catalogue/subscriptions.ts';

/**
 * Whether the reader subscribes to a podcast; until that has loaded, the last known answer, or undefined if there is
 * none.
 */
export function useHasSubscriptions(userId: string): boolean | undefined {
  const { data, isError } = useQuery(subscriptionsQuery);
  useEffect(() => {
    if (data) noteSubscriptions(userId, data.length > 0);
  }, [userId, data]);
  if (data) return data.length > 0;
  return hadSubscriptions(userId) ?? (isError ? true : undefined);
}
