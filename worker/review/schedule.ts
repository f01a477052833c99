/** When an item is due: FSRS-6 by `ts-fsrs`, in whole days of the reader's calendar. */
import { createEmptyCard, default_w, type FSRSParameters, fsrs } from 'ts-fsrs';
import { REVIEW_KNOWN_DAYS, REVIEW_RETENTION } from '../../schema/limits.ts';
import type { Rating, ReviewState } from '../../schema/wire/review.ts';
import { asUtc, fromUtc } from './days.ts';

/**
 * All that the schedule depends on. Nobody is asked twice in a day, so there are no steps of minutes;
 * a day's load is evened out by its limits, so intervals are not fuzzed.
 */
export const PARAMETERS = {
  w: default_w,
  request_retention: REVIEW_RETENTION,
  maximum_interval: 36_500,
  enable_fuzz: false,
  enable_short_term: false,
} satisfies Partial<FSRSParameters>;

const scheduler = fsrs(PARAMETERS);

export interface DayGrade {
  day: number;
  rating: Rating;
}

export interface Schedule {
  dueDay: number;
  /** Days; null before the first grade. */
  stability: number | null;
  difficulty: number | null;
  lastDay: number | null;
  reps: number;
  lapses: number;
}

/**
 * The schedule that follows from all grades of an item, oldest first and one a day. The same grades
 * make the same schedule, in whatever order they arrived.
 *
 * @param wrongDay when it last went wrong in an ordinary quiz: unless it was graded since, it is due
 *   on the day after
 */
export function scheduleOf(
  grades: readonly DayGrade[],
  { addedDay, wrongDay }: { addedDay: number; wrongDay: number | null },
): Schedule {
  let card = createEmptyCard(asUtc(addedDay));
  for (const { day, rating } of grades) card = scheduler.next(card, asUtc(day), rating).card;
  const lastDay = grades.at(-1)?.day ?? null;
  const dueDay = fromUtc(card.due);
  const isWrong = wrongDay !== null && wrongDay >= (lastDay ?? wrongDay);
  return {
    dueDay: isWrong ? (lastDay === null ? wrongDay + 1 : Math.min(dueDay, wrongDay + 1)) : dueDay,
    stability: lastDay === null ? null : card.stability,
    difficulty: lastDay === null ? null : card.difficulty,
    lastDay,
    reps: card.reps,
    lapses: card.lapses,
  };
}

/** @param stability in days; null before the first grade */
export function stateOf(stability: number | null): ReviewState {
  if (stability === null) return 'new';
  return stability >= REVIEW_KNOWN_DAYS ? 'known' : 'learning';
}
