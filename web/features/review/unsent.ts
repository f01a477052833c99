/** What this device has not sent yet: grades, and days that were read to their end. */
import { z } from 'zod';
import { gradeSchema } from '../../../schema/wire/review.ts';
import { storedItems } from '../../api/stored-items.ts';

const unsentSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('grade'),
    itemId: z.string(),
    gradeId: z.string(),
    rating: gradeSchema.shape.rating,
    at: z.string(),
    timeZone: z.string(),
  }),
  z.object({ type: z.literal('day'), at: z.string(), timeZone: z.string() }),
]);
export type Unsent = z.output<typeof unsentSchema>;

const items = storedItems('review.waiting', unsentSchema);

export const {
  /** Oldest first. */
  list: listUnsent,
  count: countUnsent,
  remove: removeUnsent,
  onChange: onUnsentChange,
} = items;

export function addUnsent(userId: string, item: Unsent): void {
  const id = item.type === 'grade' ? item.gradeId : 'day';
  // The ids sort by time.
  items.put(userId, `${item.at}.${id}`, item);
}

export function hasUnsentGrade(userId: string, itemId: string): boolean {
  return listUnsent(userId).some(({ item }) => item.type === 'grade' && item.itemId === itemId);
}
