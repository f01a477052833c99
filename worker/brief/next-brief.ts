/** When a brief is due, in the reader's time zone. */
import { TZDate } from '@date-fns/tz';
import { addDays, format, getISODay } from 'date-fns';

export interface BriefTime {
  /** From Monday, 1, to Sunday, 7. */
  weekday: number;
  hour: number;
  /** An IANA name. */
  timeZone: string;
}

export interface NextBrief {
  at: Date;
  /** The ISO week of that day, such as `2026-W48`. */
  week: string;
}

/** Looks further than a week, to skip the week of a brief that was sent already. */
const DAYS_AHEAD = 22;

/**
 * Returns the first time after `after` at which clocks show this weekday and hour. If they skip the hour,
 * it is the time right after the gap; if they repeat it, either of the two.
 *
 * @param doneWeek the last week with a brief; null if there is none
 */
export function nextBrief(
  { weekday, hour, timeZone }: BriefTime,
  after: Date,
  doneWeek: string | null,
): NextBrief {
  const local = new TZDate(after, timeZone);
  // The calendar alone, in UTC.
  const today = new TZDate(local.getFullYear(), local.getMonth(), local.getDate(), 'UTC');
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    if (getISODay(day) !== weekday) continue;
    const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
    const at = new Date(new TZDate(year, month, date, hour, 0, 0, 0, timeZone).getTime());
    const week = format(day, "RRRR-'W'II");
    if (at > after && (doneWeek === null || week > doneWeek)) return { at, week };
  }
  throw new Error('the weekday was not found within three weeks');
}
