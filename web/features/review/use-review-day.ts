import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Rating } from '../../../schema/wire/review.ts';
import { dayQuery, dueCountQuery, type LoadedDay, progressQuery } from './queries.ts';
import { sendWaiting } from './send-waiting.ts';
import { asOfToday, kept, storeDay, withoutItem } from './stored-day.ts';
import { timeZone } from './time-zone.ts';
import { addWaiting, countWaiting, onWaitingChange } from './waiting.ts';

/** How often to retry while something waits. */
const SEND_AGAIN_MS = 20_000;

/** A reader's day. Grades are stored on this device until the server has them. */
export function useReviewDay(userId: string) {
  const queryClient = useQueryClient();
  const options = dayQuery(userId);
  const query = useQuery(options);
  const waiting = useSyncExternalStore(onWaitingChange, () => countWaiting(userId));

  const [hasFailed, setHasFailed] = useState(false);
  const send = useCallback(
    async (isOver = false) => {
      try {
        await sendWaiting(userId);
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
    if (waiting === 0) return;
    const sendAgain = () => void send();
    const timer = setInterval(sendAgain, SEND_AGAIN_MS);
    window.addEventListener('online', sendAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', sendAgain);
    };
  }, [waiting, send]);

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
    addWaiting(userId, { type: 'grade', itemId, gradeId, rating, ...now() });
    await change((day) => withoutItem(day, itemId));
  };
  /** The page was read to its end. */
  const keep = async () => {
    if (!query.data || asOfToday(query.data).isKept) return;
    addWaiting(userId, { type: 'day', ...now() });
    await change((day) => ({ ...day, ...kept(day) }));
  };
  const isStuck = hasFailed || query.data?.isStored === true;
  return { query, waiting: isStuck ? waiting : 0, grade, keep };
}
