/**
 * Simulates a reader who forgets. Their memory follows FSRS's kind of curve, but with parameters of their own
 * and a difficulty per item that no schedule knows: a schedule only sees what was remembered.
 */
import { default_w, type FSRSState, fsrs, type Grade } from 'ts-fsrs';
import type { DayGrade } from '../../../worker/review/schedule.ts';
import type { Plan, Planned } from './plans.ts';

const DAYS = 90;
const NEW_PER_DAY = 5;

interface Item {
  grades: DayGrade[];
  planned: Planned | null;
  /** The state of the reader's memory. */
  memory: FSRSState | null;
  lastDay: number;
  ease: number;
}

/** The order of a backlog: smaller numbers first. */
export const ORDERS = {
  likeliestFirst: ({ lastDay, stability, today }) => (today - lastDay) / stability,
  unlikeliestFirst: ({ lastDay, stability, today }) => -(today - lastDay) / stability,
  oldestFirst: ({ dueDay }) => dueDay,
} satisfies Record<
  string,
  (item: { lastDay: number; stability: number; dueDay: number; today: number }) => number
>;
type Order = (item: {
  lastDay: number;
  stability: number;
  dueDay: number;
  today: number;
}) => number;

export interface Outcome {
  /** The share of reviews that were remembered, without first ones. */
  remembered: number;
  /**
   * The same for those that could wait a day, because a schedule of whole days can only reach its target
   * there.
   */
  rememberedStable: number;
  reviewsPerDay: number;
  itemsMet: number;
  /**
   * How many of them the reader would remember on the last day, as the sum of the probabilities.
   */
  known: number;
}

export function simulate({
  plan,
  order,
  random,
  away,
  perDay = 20,
  spread = 0.3,
}: {
  plan: Plan;
  order: Order;
  random: () => number;
  /** Days on which the reader is away. */
  away?: { from: number; to: number };
  /** The most items per day. */
  perDay?: number;
  /** By how much a reader's parameters, and an item's stability, differ from the average. */
  spread?: number;
}): Outcome {
  const around = () => 1 + (random() * 2 - 1) * spread;
  const mind = fsrs({ w: default_w.map((value) => value * around()), enable_short_term: false });
  const items: Item[] = [];
  const recall = ({ memory, lastDay, ease }: Item, day: number) =>
    memory ? mind.forgetting_curve(day - lastDay, memory.stability * ease) : 0;
  let reviews = 0;
  let remembered = 0;
  const stable = { reviews: 0, remembered: 0 };
  for (let day = 0; day < DAYS; day++) {
    if (away && day >= away.from && day < away.to) continue;
    const due = items
      .filter(({ planned }) => planned !== null && planned.dueDay <= day)
      .map((item) => ({ item, rank: rankOf(item, order, day) }))
      .sort((one, other) => one.rank - other.rank)
      .slice(0, perDay);
    const fresh = Array.from({ length: Math.min(NEW_PER_DAY, perDay - due.length) }, newItem);
    for (const item of [...due.map((one) => one.item), ...fresh]) {
      const isFirst = item.memory === null;
      const knows = isFirst ? random() < 0.5 : random() < recall(item, day);
      if (!isFirst) {
        reviews += 1;
        if (knows) remembered += 1;
        if ((item.planned?.stability ?? 0) >= 1) {
          stable.reviews += 1;
          if (knows) stable.remembered += 1;
        }
      }
      const rating: Grade = knows ? 3 : 1;
      item.memory = mind.next_state(item.memory, isFirst ? 0 : day - item.lastDay, rating);
      item.lastDay = day;
      item.grades.push({ day, rating });
      item.planned = plan(item.grades);
    }
    items.push(...fresh);
  }
  const came = DAYS - (away ? away.to - away.from : 0);
  return {
    remembered: remembered / reviews,
    rememberedStable: stable.remembered / stable.reviews,
    reviewsPerDay: (reviews + items.length) / came,
    itemsMet: items.length,
    known: items.reduce((sum, item) => sum + recall(item, DAYS), 0),
  };

  function newItem(): Item {
    return { grades: [], planned: null, memory: null, lastDay: 0, ease: around() };
  }
}

function rankOf({ planned, lastDay }: Item, order: Order, today: number): number {
  return planned ? order({ lastDay, today, ...planned }) : 0;
}
