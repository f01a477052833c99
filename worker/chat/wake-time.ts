/** When a conversation's object has to wake by itself: one alarm for all that may be due. */
import { addDays, addSeconds, isAfter } from 'date-fns';

/** While an answer is written it is looked after, so that an eviction cannot go unnoticed. */
const WATCH_SECONDS = 10;
const SYNC_RETRY_SECONDS = 15;
/** An insight that somebody waits for is looked for, should the word of it or its worker be lost. */
const INSIGHT_SECONDS = 20;
const IDLE_DAYS = 30;

export interface Rest {
  /** When somebody last used it, in milliseconds since 1970. */
  activeAt: number;
  isWriting: boolean;
  /** D1 knows everything. */
  isSynced: boolean;
  hasSockets: boolean;
  /** Somebody looks on while the insight is being made. */
  awaitsInsight: boolean;
}

/** Whether nobody has needed it for so long that it may be forgotten: D1 has all of it. */
export function isIdle({ activeAt, isWriting, isSynced, hasSockets }: Rest, now: Date): boolean {
  if (isWriting || hasSockets || !isSynced) return false;
  return !isAfter(addDays(activeAt, IDLE_DAYS), now);
}

/** When to look next: at an answer in the making, at what D1 lacks, for news, or whether it is idle. */
export function nextWake(rest: Rest, now: Date): Date {
  const { activeAt, isWriting, isSynced, awaitsInsight } = rest;
  if (isWriting) return addSeconds(now, WATCH_SECONDS);
  if (!isSynced) return addSeconds(now, SYNC_RETRY_SECONDS);
  if (awaitsInsight) return addSeconds(now, INSIGHT_SECONDS);
  const idleAt = addDays(activeAt, IDLE_DAYS);
  // An open socket keeps an old conversation; it is looked at again a day later.
  return isAfter(idleAt, now) ? idleAt : addDays(now, 1);
}
