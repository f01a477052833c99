/** When a brief is due, as the clocks go where the reader is. */
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

/** More than a week is only needed to skip a week that has had its brief. */
const DAYS_AHEAD = 22;

/**
 * The first time after `after` that the clocks show this weekday and hour. An hour that the clocks skip
 * begins when they go on; of an hour that they repeat, it is one of the two.
 *
 * @param doneWeek the last week that has had its brief; null for none
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
  throw new Error('no weekday came in three weeks');
}
