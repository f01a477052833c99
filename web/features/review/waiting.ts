/** What waits on this device to be sent: grades, and days that were read to their end. */
import { z } from 'zod';
import { gradeSchema } from '../../../schema/wire/review.ts';
import { storedItems } from '../../api/stored-items.ts';

const waitingSchema = z.discriminatedUnion('type', [
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
export type Waiting = z.output<typeof waitingSchema>;

const items = storedItems('review.waiting', waitingSchema);

export const {
  /** Oldest first. */
  list: listWaiting,
  count: countWaiting,
  remove: removeWaiting,
  onChange: onWaitingChange,
} = items;

export function addWaiting(userId: string, waiting: Waiting): void {
  const id = waiting.type === 'grade' ? waiting.gradeId : 'day';
  // The ids sort by time.
  items.put(userId, `${waiting.at}.${id}`, waiting);
}

export function hasWaitingGrade(userId: string, itemId: string): boolean {
  return listWaiting(userId).some(({ item }) => item.type === 'grade' && item.itemId === itemId);
}
