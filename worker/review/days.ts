/** Calendar days in a reader's time zone, numbered from 1 January 1970. */
import { cachedByText } from '../platform/cached-by.ts';

const DAY_MS = 86_400_000;

/** A calendar takes 40 KB, and a client may write a name in any mix of capitals. */
const MAX_CALENDARS = 100;

const calendarOf = cachedByText(
  (timeZone) =>
    new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    }),
  MAX_CALENDARS,
);

/** Returns the day of a time. @param timeZone an IANA name */
export function dayOf(time: Date, timeZone: string): number {
  const parts = calendarOf(timeZone).formatToParts(time);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day')) / DAY_MS;
}

/** Converts days to times in UTC and back, for libraries that count days there. */
export const asUtc = (day: number): Date => new Date(day * DAY_MS);
export const fromUtc = (time: Date): number => Math.floor(time.getTime() / DAY_MS);

/** `2026-11-22` */
export const dateOf = (day: number): string => asUtc(day).toISOString().slice(0, 10);

/** No time zone is further from UTC: besides names, offsets up to `-23:59` count as zones. */
const FURTHEST_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Returns the minute when a day begins, which isn't midnight if clocks skip that. A day that a time zone
 * skipped begins with the next one.
 */
export function startOfDay(day: number, timeZone: string): Date {
  let before = (day * DAY_MS - FURTHEST_MS) / MINUTE_MS;
  let from = (day * DAY_MS + FURTHEST_MS) / MINUTE_MS;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayOf(new Date(middle * MINUTE_MS), timeZone) >= day) from = middle;
    else before = middle;
  }
  return new Date(from * MINUTE_MS);
}
