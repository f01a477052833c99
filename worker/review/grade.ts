import { subDays } from 'date-fns';
import { REVIEW_LATE_DAYS } from '../../schema/limits.ts';
import type { Grade, ReviewItem } from '../../schema/wire/review.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { dayOf } from './days.ts';
import { asReply } from './due.ts';
import { scheduleOf } from './schedule.ts';
import { findSettings } from './settings.ts';
import { insertGrade, keepDay, readGrades, updateSchedule } from './store.ts';

/**
 * Grades an item. Grades may arrive repeatedly and late: the schedule is recomputed from all grades in the
 * order in which they were given.
 *
 * @throws AppError not_found if the user has no such item; unprocessable if the grade is too old
 */
export async function gradeItem(
  db: Database,
  userId: string,
  itemId: string,
  { gradeId, rating, at, timeZone }: Grade,
  now: Date,
): Promise<ReviewItem> {
  const zone = timeZone ?? (await findSettings(db, userId)).timeZone;
  const time = timeWithin(at, now);
  const grade = { gradeId, rating, at: time, day: dayOf(time, zone) };
  let graded = await insertGrade(db, userId, itemId, grade);
  while (graded) {
    const { item, grades } = graded;
    const schedule = scheduleOf(grades, {
      addedDay: dayOf(item.createdAt, zone),
      wrongDay: item.wrongDay,
    });
    if (await updateSchedule(db, userId, item, schedule)) {
      return asReply({ ...item, ...schedule }, zone);
    }
    // Another grade or a quiz has changed the item since it was read.
    graded = await readGrades(db, userId, itemId);
  }
  throw new AppError('not_found', 'This is not in your review');
}

/** Records that the day's page was read to its end, even if nothing was due. */
export async function keepDayAt(
  db: Database,
  userId: string,
  { at, timeZone }: Pick<Grade, 'at' | 'timeZone'>,
  now: Date,
): Promise<void> {
  const zone = timeZone ?? (await findSettings(db, userId)).timeZone;
  await keepDay(db, userId, dayOf(timeWithin(at, now), zone));
}

/** Limits a client's time: at most now, and not older than a device may have been offline. */
function timeWithin(at: Date, now: Date): Date {
  if (at < subDays(now, REVIEW_LATE_DAYS)) {
    throw new AppError('unprocessable', `This was more than ${REVIEW_LATE_DAYS} days ago`);
  }
  return at > now ? now : at;
}
