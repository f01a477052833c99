/** When a conversation's object has to wake up: one alarm for everything that may be due. */
import { addDays, addSeconds, isAfter } from 'date-fns';

/** Checks on an answer in progress, so that an eviction doesn't go unnoticed. */
const WATCH_SECONDS = 10;
const SYNC_RETRY_SECONDS = 15;
/** Checks on an awaited insight, in case its message or worker was lost. */
const INSIGHT_SECONDS = 20;
const IDLE_DAYS = 30;

export interface ChatActivity {
  /** When it was last used, in milliseconds since 1970. */
  activeAt: number;
  isWriting: boolean;
  /** Whether D1 has everything. */
  isSynced: boolean;
  hasSockets: boolean;
  /** Whether someone is waiting for the insight. */
  awaitsInsight: boolean;
}

/** Whether it has been unused long enough to be forgotten, with everything in D1. */
export function isIdle(
  { activeAt, isWriting, isSynced, hasSockets }: ChatActivity,
  now: Date,
): boolean {
  if (isWriting || hasSockets || !isSynced) return false;
  return !isAfter(addDays(activeAt, IDLE_DAYS), now);
}

/**
 * When to look next: at an answer in progress, at unsynced data, at an awaited insight, or for
 * idleness.
 */
export function nextAlarm(activity: ChatActivity, now: Date): Date {
  const { activeAt, isWriting, isSynced, awaitsInsight } = activity;
  if (isWriting) return addSeconds(now, WATCH_SECONDS);
  if (!isSynced) return addSeconds(now, SYNC_RETRY_SECONDS);
  if (awaitsInsight) return addSeconds(now, INSIGHT_SECONDS);
  const idleAt = addDays(activeAt, IDLE_DAYS);
  // An open socket keeps an old conversation alive; look again a day later.
  return isAfter(idleAt, now) ? idleAt : addDays(now, 1);
}
