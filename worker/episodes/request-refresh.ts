import { subDays } from 'date-fns';
import type { RefreshJob } from '../../schema/wire/jobs.ts';
import type { Database } from '../platform/database.ts';
import { hasEpisodeSince, listPodcastIdsWithSubscribers } from './store.ts';

const FRESH_DAYS = 7;
/** A queue takes a hundred messages at once. */
const PAGE = 100;

/** A new subscription: one refresh where no episode of the last week is known. */
export async function refreshIfStale(db: Database, queue: Queue<RefreshJob>, podcastId: string) {
  if (await hasEpisodeSince(db, podcastId, subDays(new Date(), FRESH_DAYS))) return;
  await queue.send({ podcastId });
}

/** The weekly run: one message for each podcast that somebody subscribes to. Returns how many. */
export async function refreshAll(db: Database, queue: Queue<RefreshJob>): Promise<number> {
  let sent = 0;
  let afterId = '';
  while (true) {
    const ids = await listPodcastIdsWithSubscribers(db, afterId, PAGE);
    const last = ids.at(-1);
    if (last === undefined) return sent;
    await queue.sendBatch(ids.map((podcastId) => ({ body: { podcastId } })));
    sent += ids.length;
    afterId = last;
  }
}
