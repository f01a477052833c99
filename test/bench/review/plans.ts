/** Schedules to compare: each tells when an item is due after its grades. */
import { type DayGrade, scheduleOf } from '../../../worker/review/schedule.ts';

export interface Planned {
  dueDay: number;
  /** In days; the backlog is ordered by it. */
  stability: number;
}
export type Plan = (grades: readonly DayGrade[]) => Planned;

/** The product's schedule. */
export const fsrsIntervals: Plan = (grades) => {
  const { dueDay, stability } = scheduleOf(grades, {
    addedDay: grades[0]?.day ?? 0,
    wrongDay: null,
  });
  return { dueDay, stability: stability ?? 1 };
};

/**
 * Uses the intervals one after the other while the item is remembered, and starts again after a failure.
 */
export const fixedIntervals =
  (days: readonly number[]): Plan =>
  (grades) => {
    const lastFailure = grades.findLastIndex(({ rating }) => rating === 1);
    const step = Math.min(days.length - 1, Math.max(0, grades.length - lastFailure - 2));
    const interval = days[step] ?? 1;
    return { dueDay: (grades.at(-1)?.day ?? 0) + interval, stability: interval };
  };
