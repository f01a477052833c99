import { subMilliseconds } from 'date-fns';
import type { Database } from '../platform/database.ts';
import type { Settings } from '../platform/settings.ts';
import { countCharged } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface Quota {
  /** Generations since then count towards the rolling window. */
  since: Date;
  perWindow: number;
}

/** Returns the current quota. The window may be a fraction of a day. */
export function quotaNow(
  settings: Pick<Settings, 'FETCH_WINDOW_DAYS' | 'GENERATIONS_PER_WINDOW'>,
): Quota {
  return {
    since: subMilliseconds(new Date(), settings.FETCH_WINDOW_DAYS * DAY_MS),
    perWindow: settings.GENERATIONS_PER_WINDOW,
  };
}

/** Returns how many generations a reader has left. */
export async function remainingGenerations(
  db: Database,
  userId: string,
  quota: Quota,
): Promise<number> {
  return Math.max(0, quota.perWindow - (await countCharged(db, userId, quota.since)));
}
