import { REVIEW_ITEMS_MAX } from '../../schema/limits.ts';
import type { AddReview, ReviewItem } from '../../schema/wire/review.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { dayOf } from './days.ts';
import { asReply } from './due.ts';
import { makeItem } from './make-item.ts';
import { findSettings } from './settings.ts';
import { findItem, insertItem } from './store.ts';

const FULL =
  `Your review is full: it holds ${REVIEW_ITEMS_MAX.toLocaleString('en')} items at most. ` +
  'Take some out that you know well, then try again.';

/**
 * Adds a saved insight, a question or a moment of the user's to their review. An existing item stays
 * unchanged.
 *
 * @throws AppError not_found if the user has no such thing; conflict if the review is full
 */
export async function addItem(
  db: Database,
  userId: string,
  source: AddReview,
  now: Date,
): Promise<{ item: ReviewItem; isNew: boolean }> {
  const { timeZone } = await findSettings(db, userId);
  const before = await findItem(db, userId, source);
  if (before) return { item: asReply(before, timeZone), isNew: false };
  const made = await makeItem(db, userId, source);
  if (!made) throw new AppError('not_found', 'There is nothing to add to your review');
  const isNew = await insertItem(db, userId, made, dayOf(now, timeZone));
  const row = await findItem(db, userId, source);
  if (!row) throw new AppError('conflict', FULL);
  return { item: asReply(row, timeZone), isNew };
}
