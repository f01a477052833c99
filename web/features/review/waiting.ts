/**
 * What waits on this device to be sent: grades, and days that were read to their end. Each stands
 * under a key of its own, so that two tabs never overwrite each other's, and the keys sort by time.
 */
import { z } from 'zod';
import { gradeSchema } from '../../../schema/wire/review.ts';

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

const PREFIX = 'dripcast.review.waiting.';

/** Where storage is full or forbidden: until the page is left. */
const inMemory = new Map<string, string>();

const listeners = new Set<() => void>();
function tellListeners() {
  for (const listener of listeners) listener();
}

/** @returns how to stop listening */
export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function addWaiting(userId: string, waiting: Waiting): void {
  const id = waiting.type === 'grade' ? waiting.gradeId : 'day';
  const key = `${PREFIX}${userId}.${waiting.at}.${id}`;
  try {
    localStorage.setItem(key, JSON.stringify(waiting));
  } catch {
    inMemory.set(key, JSON.stringify(waiting));
  }
  tellListeners();
}

export function removeWaiting(key: string): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Then it was never there.
  }
  tellListeners();
}

function keysOf(userId: string): string[] {
  const own = `${PREFIX}${userId}.`;
  let stored: string[] = [];
  try {
    stored = Object.keys(localStorage);
  } catch {
    // Forbidden.
  }
  return [...new Set([...stored, ...inMemory.keys()])].filter((key) => key.startsWith(own)).sort();
}

/** Oldest first. What cannot be read is thrown away. */
export function listWaiting(userId: string): { key: string; waiting: Waiting }[] {
  return keysOf(userId).flatMap((key) => {
    try {
      const text = inMemory.get(key) ?? localStorage.getItem(key) ?? 'null';
      return [{ key, waiting: waitingSchema.parse(JSON.parse(text)) }];
    } catch {
      removeWaiting(key);
      return [];
    }
  });
}

export const countWaiting = (userId: string): number => keysOf(userId).length;

export function hasWaitingGrade(userId: string, itemId: string): boolean {
  return listWaiting(userId).some(
    ({ waiting }) => waiting.type === 'grade' && waiting.itemId === itemId,
  );
}
