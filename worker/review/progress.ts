import { and, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import { REVIEW_FORECAST_DAYS, REVIEW_KNOWN_DAYS } from '../../schema/limits.ts';
import { podcasts } from '../../schema/tables/catalogue.ts';
import { episodes } from '../../schema/tables/episodes.ts';
import { ownPodcasts } from '../../schema/tables/own-podcasts.ts';
import { reviewGrades, reviewItems } from '../../schema/tables/review.ts';
import type { ReviewProgress } from '../../schema/wire/review.ts';
import { chosenCategory, isOwnBy } from '../episodes/columns.ts';
import type { Database } from '../platform/database.ts';
import { isSeen, selectGraded } from './day-store.ts';
import { dateOf, dayOf } from './days.ts';
import { findSettings } from './settings.ts';

/** The period over which retention is computed. */
const RETENTION_DAYS = 90;
/** Podcasts in the reply, the most reviewed first. */
const PODCASTS_NAMED = 12;

/** Computes how well a reader remembers, and how many items are due on the coming days. */
export async function readProgress(
  db: Database,
  userId: string,
  { timeZone, now }: { timeZone?: string | undefined; now: Date },
): Promise<ReviewProgress> {
  const settings = await findSettings(db, userId);
  const today = dayOf(now, timeZone ?? settings.timeZone);
  const [states, days, [graded], byPodcast, byTopic] = await db.batch([
    selectStates(db, userId),
    selectDue(db, userId, today),
    selectGraded(db, userId, today),
    selectRetention(db, userId, today, sql<string>`${podcasts.title}`),
    // Sources have no category.
    selectRetention(db, userId, today, chosenCategory(), ne(podcasts.kind, 'sources')),
  ]);
  return {
    states: {
      new: 0,
      learning: 0,
      known: 0,
      ...Object.fromEntries(states.map((one) => [one.state, one.count])),
    },
    byPodcast,
    byTopic,
    forecast: forecast(new Map(days.map((one) => [one.day, one])), today, {
      ...settings,
      graded: graded ?? NOTHING,
    }),
  };
}

function selectStates(db: Database, userId: string) {
  const { stability } = reviewItems;
  const state = sql<keyof ReviewProgress['states']>`CASE WHEN ${stability} IS NULL THEN 'new'
    WHEN ${stability} >= ${REVIEW_KNOWN_DAYS} THEN 'known' ELSE 'learning' END`;
  return db
    .select({ state: state.as('state'), count: sql<number>`count(*)` })
    .from(reviewItems)
    .where(eq(reviewItems.userId, userId))
    .groupBy(sql`state`);
}

/** Selects how many items are due by day, those seen before and the others. */
function selectDue(db: Database, userId: string, today: number) {
  const { dueDay, lastDay } = reviewItems;
  // Items graded today aren't due again today.
  const day = sql<number>`max(${dueDay}, ${today} + coalesce(${lastDay} = ${today}, 0))`;
  return db
    .select({
      day: day.as('day'),
      seen: sql<number>`coalesce(sum(${isSeen}), 0)`,
      unseen: sql<number>`coalesce(sum(NOT (${isSeen})), 0)`,
    })
    .from(reviewItems)
    .where(and(eq(reviewItems.userId, userId), sql`${dueDay} < ${today + REVIEW_FORECAST_DAYS}`))
    .groupBy(sql`day`);
}

/**
 * Selects how many reviews of items with each name were remembered lately.
 *
 * @param name of what an item belongs to
 * @param among which podcasts' items count; by default all
 */
function selectRetention(
  db: Database,
  userId: string,
  today: number,
  name: SQL<string>,
  among?: SQL,
) {
  const reviews = sql<number>`count(*)`;
  return db
    .select({ name, reviews, remembered: sql<number>`sum(${reviewGrades.rating} > 1)` })
    .from(reviewGrades)
    .innerJoin(reviewItems, eq(reviewItems.id, reviewGrades.itemId))
    .innerJoin(episodes, eq(episodes.id, reviewItems.episodeId))
    .innerJoin(podcasts, eq(podcasts.id, episodes.podcastId))
    .leftJoin(ownPodcasts, isOwnBy(userId))
    .where(
      and(
        eq(reviewGrades.userId, userId),
        among,
        gt(reviewGrades.day, today - RETENTION_DAYS),
        // The first grade shows prior knowledge instead of memory.
        sql`EXISTS (
          SELECT 1 FROM review_grades AS earlier
          WHERE earlier.item_id = ${reviewItems.id} AND earlier.day < ${reviewGrades.day}
        )`,
      ),
    )
    .groupBy(name)
    .orderBy(sql`${reviews} DESC`, name)
    .limit(PODCASTS_NAMED);
}

const NOTHING = { items: 0, unseen: 0 };

/**
 * Computes the number of items for each coming day with the rules of the day itself: items over its limits
 * move to the next day.
 *
 * @param options.graded today's finished items, which count towards today's limits
 */
export function forecast(
  dueOn: ReadonlyMap<number, { seen: number; unseen: number }>,
  today: number,
  {
    itemsPerDay,
    newPerDay,
    graded,
  }: { itemsPerDay: number; newPerDay: number; graded: { items: number; unseen: number } },
): ReviewProgress['forecast'] {
  let [seenWaiting, unseenWaiting] = [0, 0];
  return Array.from({ length: REVIEW_FORECAST_DAYS }, (_, index) => {
    const on = dueOn.get(today + index);
    const done = index === 0 ? graded : NOTHING;
    seenWaiting += on?.seen ?? 0;
    unseenWaiting += on?.unseen ?? 0;
    const room = Math.max(0, itemsPerDay - done.items);
    const seen = Math.min(seenWaiting, room);
    const unseen = Math.min(unseenWaiting, room - seen, Math.max(0, newPerDay - done.unseen));
    seenWaiting -= seen;
    unseenWaiting -= unseen;
    return { date: dateOf(today + index), due: seen + unseen };
  });
}
