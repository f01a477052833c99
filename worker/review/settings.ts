import { eq } from 'drizzle-orm';
import { REVIEW_ITEMS_PER_DAY, REVIEW_NEW_PER_DAY } from '../../schema/limits.ts';
import { reviewSettings } from '../../schema/tables/review.ts';
import type { ReviewSettings } from '../../schema/wire/review.ts';
import type { Database } from '../platform/database.ts';

const DEFAULTS: ReviewSettings = {
  isOn: true,
  itemsPerDay: REVIEW_ITEMS_PER_DAY,
  newPerDay: REVIEW_NEW_PER_DAY,
  timeZone: 'UTC',
};

const columns = {
  isOn: reviewSettings.isOn,
  itemsPerDay: reviewSettings.itemsPerDay,
  newPerDay: reviewSettings.newPerDay,
  timeZone: reviewSettings.timeZone,
};

/** The defaults if the user has changed none. */
export async function findSettings(db: Database, userId: string): Promise<ReviewSettings> {
  const [row] = await db
    .select(columns)
    .from(reviewSettings)
    .where(eq(reviewSettings.userId, userId));
  return row ?? DEFAULTS;
}

/** Changes the given settings only. Returns all of them. */
export async function changeSettings(
  db: Database,
  userId: string,
  changes: Partial<ReviewSettings>,
): Promise<ReviewSettings> {
  const [row] = await db
    .insert(reviewSettings)
    .values({ ...DEFAULTS, ...changes, userId })
    .onConflictDoUpdate({ target: reviewSettings.userId, set: changes })
    .returning(columns);
  return row ?? DEFAULTS;
}
