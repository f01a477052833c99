/** The day as stored on this device, so that it can be finished offline. */
import { formatISO } from 'date-fns';
import { z } from 'zod';
import { type DueReviews, dueReviewsSchema } from '../../../schema/wire/review.ts';
import { copyKey } from '../../api/device-copies.ts';
import { hasUnsentGrade } from './unsent.ts';

/** Today's date here, as `2026-11-27`. */
export const today = (): string => formatISO(new Date(), { representation: 'date' });

const datedDaySchema = dueReviewsSchema.extend({
  /** Of the day that it was. */
  date: z.string().default(''),
});
export type DatedDay = z.output<typeof datedDaySchema>;

/** The same as of now: once midnight has passed, nothing has been graded and the day isn't kept. */
export function asOfToday<Day extends DatedDay>(day: Day): Day {
  const date = today();
  return day.date === date ? day : { ...day, date, gradedToday: 0, isKept: false };
}

const keyOf = (userId: string) => copyKey(userId, 'review-day');

export function storeDay(userId: string, day: DatedDay): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(day));
  } catch {
    // Storage is full or blocked: then the day needs a connection.
  }
}

/** Returns null if nothing readable is stored. Leaves out what has been graded since. */
export function readDay(userId: string): DatedDay | null {
  try {
    const stored = datedDaySchema.safeParse(
      JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'),
    );
    if (!stored.success) return null;
    const items = stored.data.items.filter(({ id }) => !hasUnsentGrade(userId, id));
    return asOfToday({ ...stored.data, items, dueToday: items.length });
  } catch {
    return null;
  }
}

/** Returns the day as it is once one of its items has been graded. */
export function withoutItem<Day extends DueReviews>(day: Day, itemId: string): Day {
  const items = day.items.filter(({ id }) => id !== itemId);
  const wasThere = items.length < day.items.length;
  return {
    ...day,
    items,
    dueToday: day.dueToday - (wasThere ? 1 : 0),
    gradedToday: day.gradedToday + (wasThere ? 1 : 0),
    ...kept(day),
  };
}

/** The streak including today. */
export function kept({ isKept, streak }: DueReviews): Pick<DueReviews, 'isKept' | 'streak'> {
  return { isKept: true, streak: isKept ? streak : streak + 1 };
}
