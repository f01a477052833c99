import { format, isValid } from 'date-fns';
import { DATE_FORMAT, TIME_FORMAT } from '../../schema/limits.ts';

const UNKNOWN_DATE = 'Unknown date';

/** `Nov 21, 2026`; says so where the date is not known or cannot be read. */
export function formatDay(time: string | null | undefined): string {
  return formatAs(DATE_FORMAT, time) ?? UNKNOWN_DATE;
}

/** `9:30 AM`; empty where the time is not known. */
export function formatTime(time: string | null | undefined): string {
  return formatAs(TIME_FORMAT, time) ?? '';
}

function formatAs(pattern: string, time: string | null | undefined): string | null {
  // A date made of null is the first of January 1970.
  const date = new Date(time ?? Number.NaN);
  return isValid(date) ? format(date, pattern) : null;
}
