import { subDays } from 'date-fns';
import type { RefreshJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { hasEpisodeSince } from './store.ts';

const FRESH_DAYS = 7;

/** A new subscription: one refresh where no episode of the last week is known. */
export async function refreshIfStale(db: Database, queue: Queue<RefreshJob>, podcastId: string) {
  if (await hasEpisodeSince(db, podcastId, subDays(new Date(), FRESH_DAYS))) return;
  await queue.send({ podcastId });
}
