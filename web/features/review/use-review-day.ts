import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Rating } from '../../../schema/wire/review.ts';
import { dayQuery, dueCountQuery, type LoadedDay, progressQuery } from './queries.ts';
import { sendUnsent } from './send-unsent.ts';
import { asOfToday, kept, storeDay, withoutItem } from './stored-day.ts';
import { timeZone } from './time-zone.ts';
import { addUnsent, countUnsent, onUnsentChange } from './unsent.ts';

/** How often to retry while something waits. */
const SEND_AGAIN_MS = 20_000;

/** A reader's day. Grades are stored on this device until the server has them. */
export function useReviewDay(userId: string) {
  const queryClient = useQueryClient();
  const options = dayQuery(userId);
  const query = useQuery(options);
  const unsent = useSyncExternalStore(onUnsentChange, () => countUnsent(userId));

  const [hasFailed, setHasFailed] = useState(false);
  const send = useCallback(
    async (isOver = false) => {
      try {
        await sendUnsent(userId);
        setHasFailed(false);
      } catch {
        // It keeps waiting, and the page says so.
        setHasFailed(true);
        return;
      }
      // The connection is back, or it is past midnight: replaces the day with the server's.
      const dayKey = dayQuery(userId).queryKey;
      if (isOver || queryClient.getQueryData(dayKey)?.isStored) {
        void queryClient.invalidateQueries({ queryKey: dayKey });
      }
      void queryClient.invalidateQueries({ queryKey: dueCountQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: progressQuery.queryKey });
    },
    [queryClient, userId],
  );

  useEffect(() => {
    if (unsent === 0) return;
    const sendAgain = () => void send();
    const timer = setInterval(sendAgain, SEND_AGAIN_MS);
    window.addEventListener('online', sendAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sendAgain);
    };
  }, [unsent, send]);

  /** Changes the day here, and sends what waits. */
  const change = async (next: (day: LoadedDay) => LoadedDay) => {
    // A reply to an earlier request would bring back the item just graded.
    await queryClient.cancelQueries({ queryKey: options.queryKey });
    const day = queryClient.getQueryData(options.queryKey);
    if (!day) return send();
    const changed = next(asOfToday(day));
    storeDay(userId, changed);
    queryClient.setQueryData(options.queryKey, changed);
    await send(changed.date !== day.date);
  };
  const now = () => ({ at: new Date().toISOString(), timeZone: timeZone() });

  const grade = async (itemId: string, rating: Rating) => {
    const gradeId = crypto.randomUUID();
    addUnsent(userId, { type: 'grade', itemId, gradeId, rating, ...now() });
    await change((day) => withoutItem(day, itemId));
  };
  /** The page was read to its end. */
  const keep = async () => {
    if (!query.data || asOfToday(query.data).isKept) return;
    addUnsent(userId, { type: 'day', ...now() });
    await change((day) => ({ ...day, ...kept(day) }));
  };
  const isStuck = hasFailed || query.data?.isStored === true;
  return { query, unsent: isStuck ? unsent : 0, grade, keep };
}
