/** When an item is due: FSRS-6 with `ts-fsrs`, in whole days of the reader's calendar. */
import { createEmptyCard, default_w, type FSRSParameters, fsrs } from 'ts-fsrs';
import { REVIEW_KNOWN_DAYS, REVIEW_RETENTION } from '../../schema/limits.ts';
import type { Rating, ReviewState } from '../../schema/wire/review.ts';
import { asUtc, fromUtc } from './days.ts';

/**
 * The scheduler's parameters. An item is asked at most once a day, so there are no short-term steps. Daily
 * limits even out the load, so intervals are not fuzzed.
 */
const PARAMETERS = {
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
 * Computes an item's schedule from all its grades. The same grades give the same schedule, in whatever
 * order they arrived.
 *
 * @param grades oldest first, one per day
 * @param wrongDay when it was last answered wrongly in a quiz; unless it was graded since, it is due on the
 *   next day
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
  const dueAfterQuiz = isWrong ? wrongDay + 1 : Number.POSITIVE_INFINITY;
  const isNew = lastDay === null;
  return {
    dueDay: isNew && isWrong ? dueAfterQuiz : Math.min(dueDay, dueAfterQuiz),
    stability: lastDay === null ? null : card.stability,
    difficulty: lastDay === null ? null : card.difficulty,
    lastDay,
    reps: card.reps,
    lapses: card.lapses,
  };
}

/** Returns the state of an item. @param stability in days; null before the first grade */
export function stateOf(stability: number | null): ReviewState {
  if (stability === null) return 'new';
  return stability >= REVIEW_KNOWN_DAYS ? 'known' : 'learning';
}
