import { format, isValid, parseISO } from 'date-fns';
import { DATE_FORMAT, TIME_FORMAT } from '../../schema/limits.ts';

const UNKNOWN_DATE = 'Unknown date';

/** `Nov 21, 2026`, or 'Unknown date' if it is missing or invalid. */
export function formatDay(time: string | null | undefined): string {
  return formatAs(DATE_FORMAT, time) ?? UNKNOWN_DATE;
}

/**
 * The same for a source: its date is a day of the calendar, which the server stores as midnight UTC.
 * West of Greenwich, that is the evening before.
 */
export function formatDate(time: string | null | undefined): string {
  const day = parseISO(time?.slice(0, 'yyyy-mm-dd'.length) ?? '');
  return isValid(day) ? format(day, DATE_FORMAT) : UNKNOWN_DATE;
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
