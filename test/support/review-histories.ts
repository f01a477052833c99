/** Random histories of reviews, and their schedule by `ts-fsrs` run on its own. */
import { type Card, createEmptyCard, fsrs, type Grade } from 'ts-fsrs';
import { dayOf } from '../../worker/review/days.ts';
import { scheduleOf } from '../../worker/review/schedule.ts';
import { seeded } from './sample.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The only parameters of `ts-fsrs`: retention, and that nothing is asked twice a day. */
const alone = fsrs({ request_retention: 0.9, enable_short_term: false });

interface Review {
  at: Date;
  rating: Grade;
}

/** Up to 40 reviews on as many days, each at some time of the day where the reader is. */
function randomHistory(random: () => number, zone: string): Review[] {
  const reviews: Review[] = [];
  let time = Date.UTC(2026, Math.floor(random() * 12), 1 + Math.floor(random() * 28));
  const count = 1 + Math.floor(random() * 40);
  while (reviews.length < count) {
    time += DAY_MS * (1 + Math.floor(random() ** 4 * 200)) + (random() - 0.5) * 20 * HOUR_MS;
    const at = new Date(time);
    const last = reviews.at(-1);
    // One per day, because the log keeps only one.
    if (last && dayOf(at, zone) <= dayOf(last.at, zone)) continue;
    reviews.push({ at, rating: (1 + Math.floor(random() * 4)) as Grade });
  }
  return reviews;
}

/** The reader's local time as if it were UTC, because `ts-fsrs` counts days there. */
function wallClock(at: Date, zone: string): Date {
  const shown = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
  return new Date(`${shown.replace(' ', 'T')}Z`);
}

/** Describes the histories whose schedule differs from that of `ts-fsrs`. */
export function differingHistories(count: number, seed: number, zones: string[]): string[] {
  const random = seeded(seed);
  const differing: string[] = [];
  for (let index = 0; index < count; index++) {
    const zone = zones[index % zones.length] ?? 'UTC';
    const reviews = randomHistory(random, zone);
    const [first] = reviews;
    if (!first) continue;
    let card: Card = createEmptyCard(wallClock(first.at, zone));
    for (const { at, rating } of reviews) card = alone.next(card, wallClock(at, zone), rating).card;
    const ours = scheduleOf(
      reviews.map(({ at, rating }) => ({ day: dayOf(at, zone), rating })),
      { addedDay: dayOf(first.at, zone), wrongDay: null },
    );
    const theirs = {
      dueDay: Math.floor(card.due.getTime() / DAY_MS),
      stability: card.stability,
      difficulty: card.difficulty,
      reps: card.reps,
      lapses: card.lapses,
    };
    const { lastDay: _lastDay, ...compared } = ours;
    if (
      JSON.stringify(Object.entries(compared).sort()) !==
      JSON.stringify(Object.entries(theirs).sort())
    )
      differing.push(
        `${index} in ${zone}: ${JSON.stringify(compared)}, not ${JSON.stringify(theirs)}`,
      );
  }
  return differing;
}
