import { format, isValid } from 'date-fns';
import { DATE_FORMAT, TIME_FORMAT } from '../../schema/limits.ts';

const UNKNOWN_DATE = 'Unknown date';

/** `Nov 21, 2026`, or 'Unknown date' if it is missing or invalid. */
export function formatDay(time: string | null | undefined): string {
  return formatAs(DATE_FORMAT, time) ?? UNKNOWN_DATE;
}

/** `9:30 AM`, or empty if the time is unknown. */
export function formatTime(time: string | null | undefined): string {
  return formatAs(TIME_FORMAT, time) ?? '';
}

function formatAs(pattern: string, time: string | null | undefined): string | null {
  // `new Date(null)` would be 1 January 1970.
  const date = new Date(time ?? Number.NaN);
  return isValid(date) ? format(date, pattern) : null;
}
