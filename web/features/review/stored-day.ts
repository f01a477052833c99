/** The day as stored on this device, so that it can be finished offline. */
import { formatISO } from 'date-fns';
import { z } from 'zod';
import { type DueReviews, dueReviewsSchema } from '../../../schema/wire/review.ts';
import { copyKey } from '../../api/device-copies.ts';
import { readLocalJson } from '../../ui/local-json.ts';
import { writeLocal } from '../../ui/local-storage.ts';
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

/** If it can't be stored, the day needs a connection. */
export function storeDay(userId: string, day: DatedDay): void {
  writeLocal(keyOf(userId), JSON.stringify(day));
}

/** Returns null if nothing readable is stored. Leaves out what has been graded since. */
export function readDay(userId: string): DatedDay | null {
  const stored = readLocalJson(keyOf(userId), datedDaySchema);
  if (stored === null) return null;
  const items = stored.items.filter(({ id }) => !hasUnsentGrade(userId, id));
  return asOfToday({ ...stored, items, dueToday: items.length });
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
