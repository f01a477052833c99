import type { DueReviews, ReviewItem, ReviewSettings } from '../../schema/wire/review.ts';
import type { Database } from '../platform/database.ts';
import { readDay } from './day-store.ts';
import { dayOf, startOfDay } from './days.ts';
import { stateOf } from './schedule.ts';
import { findSettings } from './settings.ts';
import type { ItemRow } from './store.ts';
import { streakOf } from './streak.ts';

/** The fields of an item that its reader sees. */
export function asReply(row: ItemRow, timeZone: string): ReviewItem {
  const { id, kind, front, back, options, explanation, episodeId, seconds } = row;
  const isOfSource = row.podcastKind === 'sources';
  return {
    id,
    kind,
    front,
    back,
    ...(options ? { options } : {}),
    ...(explanation ? { explanation } : {}),
    episodeId,
    episodeTitle: row.episodeTitle,
    podcastTitle: row.podcastTitle,
    seconds: isOfSource ? null : seconds,
    ...(isOfSource && seconds !== null ? { paragraph: seconds } : {}),
    dueAt: startOfDay(row.dueDay, timeZone).toISOString(),
    state: stateOf(row.stability),
  };
}

/**
 * Lists the items of the day: up to the reader's daily limits, minus those done already. The rest waits,
 * so that a backlog is spread over the following days.
 *
 * @param options.timeZone where the reader is now; by default the account's
 */
export async function listDue(
  db: Database,
  userId: string,
  {
    timeZone,
    limit,
    now,
  }: { timeZone?: string | undefined; limit?: number | undefined; now: Date },
): Promise<DueReviews> {
  const settings = await findSettings(db, userId);
  const zone = timeZone ?? settings.timeZone;
  const today = dayOf(now, zone);
  const day = await readDay(db, userId, today);
  const items = itemsForToday(day, settings);
  return {
    items: items.slice(0, limit).map((row) => asReply(row, zone)),
    dueToday: items.length,
    dueLater: day.due - items.length,
    hasItems: day.hasItems,
    gradedToday: day.gradedToday,
    streak: streakOf(day.keptDays, today),
    isKept: day.keptDays.includes(today),
    settings,
  };
}

function itemsForToday(
  { seen, unseen, gradedToday, unseenToday }: Awaited<ReturnType<typeof readDay>>,
  { itemsPerDay, newPerDay }: ReviewSettings,
): ItemRow[] {
  const left = Math.max(0, itemsPerDay - gradedToday);
  const unseenLeft = Math.max(0, newPerDay - unseenToday);
  return [...seen, ...unseen.slice(0, unseenLeft)].slice(0, left);
}
