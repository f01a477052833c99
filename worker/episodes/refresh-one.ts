import type { RefreshReply } from '../../schema/wire/episodes.ts';
import { AppError } from '../platform/errors.ts';
import { feedStatusOf } from './feed-status.ts';
import { findNextFetch, tooSoon } from './fetch-window.ts';
import { isFresh, type RefreshDeps, type RefreshOutcome, refreshKnown } from './refresh.ts';
import { findSubscribedFeed } from './store.ts';

/**
 * @throws AppError not_found without a subscription; conflict if the owner closed the feed;
 * too_many_requests if it must wait or hasn't failed; bad_gateway if it fails again
 */
export async function refreshOne(
  deps: RefreshDeps,
  userId: string,
  podcastId: string,
): Promise<RefreshReply> {
  const known = await findSubscribedFeed(deps.db, userId, podcastId);
  if (!known) throw new AppError('not_found', 'Podcast not found');
  const { title } = known.podcast;
  const status = feedStatusOf(podcastId, known.feed);
  if (status?.status === 'fetching') return stillFetching(title);
  if (!status) {
    // It was just read, perhaps because of this reader's own double click.
    if (isFresh(known.feed)) return { status: 'fetched', message: FETCHED };
    const next = await findNextFetch(deps.db, userId);
    throw tooSoon('This podcast has already been fetched', 'nextFetchWindow', next);
  }
  if (known.feed?.retiredAt) throw new AppError('conflict', status.error ?? 'The feed is closed');
  if (status.retryAt) throw tooSoon(`${title} can't be retried yet`, 'retryAt', status.retryAt);
  return toReply(title, await refreshKnown(deps, known, { isRetry: true }));
}

const FETCHED = 'Recent episodes fetched successfully';

function toReply(title: string, outcome: RefreshOutcome): RefreshReply {
  if (outcome.status === 'failed') {
    throw new AppError('bad_gateway', `Could not be fetched: ${title}. ${outcome.reason}`, {
      details: { retryAt: outcome.retryAt?.toISOString() ?? null },
    });
  }
  if (outcome.status === 'gone') throw new AppError('not_found', 'Podcast not found');
  if (outcome.status === 'being-read' || outcome.status === 'busy') return stillFetching(title);
  return { status: 'fetched', message: FETCHED };
}

const stillFetching = (title: string): RefreshReply => ({
  status: 'fetching',
  message: `Still fetching ${title}.`,
});
