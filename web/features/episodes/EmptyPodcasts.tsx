import { Button } from '@radix-ui/themes';
import { type RefObject, useEffect } from 'react';
import type { FeedStatus } from '../../../schema/wire/episodes.ts';
import { formatTime } from '../../ui/dates.ts';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { useFeedRetry } from './use-feed-retry.ts';
import type { FollowedPodcast } from './use-recent-episodes.ts';

/** More of them would push the quiz and the catalogue out of reach, and fold away. */
const UNFOLDED = 5;

/** Subscribed podcasts shown below the list: those without episodes and those whose feed failed. */
export function EmptyPodcasts({
  podcasts,
  feeds,
  isAwaiting,
  heading,
}: {
  podcasts: FollowedPodcast[];
  feeds: readonly FeedStatus[];
  /** Whether episodes may still arrive. */
  isAwaiting: boolean;
  /** Gets the focus if a retry takes its button away. */
  heading: RefObject<HTMLElement | null>;
}) {
  const list = (listed: FollowedPodcast[]) => (
    <ul className="divide-y divide-hairline border-t border-hairline">
      {listed.map((podcast) => (
        <EmptyPodcast
          key={podcast.podcastId}
          podcast={podcast}
          feed={feeds.find(({ podcastId }) => podcastId === podcast.podcastId)}
          isAwaiting={isAwaiting}
          heading={heading}
        />
      ))}
    </ul>
  );
  // While episodes may arrive, each line keeps the place of its podcast.
  const unfolded = isAwaiting ? podcasts : podcasts.slice(0, UNFOLDED);
  const folded = podcasts.slice(unfolded.length);
  return (
    <div role="status">
      {unfolded.length > 0 && list(unfolded)}
      {folded.length > 0 && (
        <details className="border-t border-hairline">
          <summary className="cursor-pointer py-3 text-sm text-quiet">
            {folded.length} more without episodes
          </summary>
          {list(folded)}
        </details>
      )}
    </div>
  );
}

function EmptyPodcast({
  podcast: { podcastId, title },
  feed,
  isAwaiting,
  heading,
}: {
  podcast: FollowedPodcast;
  feed: FeedStatus | undefined;
  isAwaiting: boolean;
  heading: RefObject<HTMLElement | null>;
}) {
  const retry = useFeedRetry(podcastId);
  const retryButton = useKeptFocus(retry.isPending);
  useEffect(() => {
    if (!retry.isPending) return;
    // By then the button is back and has the focus, or it is gone, perhaps with its row.
    return () => {
      if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    };
  }, [retry.isPending, heading]);
  const isFetching = retry.isPending || feed?.status === 'fetching';
  if (feed?.status === 'failed' && !isFetching) {
    return (
      <li className="feed-line">
        <div className="min-w-0">
          <p className="line-clamp-2 font-medium" dir="auto">
            {title}
          </p>
          <p className="mt-0.5 text-sm text-danger">
            {feed.error ?? "The feed couldn't be read."}
            {feed.canRetry &&
              feed.retryAt &&
              ` You can try again after ${formatTime(feed.retryAt)}.`}
          </p>
        </div>
        {feed.canRetry && feed.retryAt === null && (
          <Button
            ref={retryButton}
            variant="soft"
            color="gray"
            highContrast
            aria-label={`Try Again: ${title}`}
            onClick={() => retry.mutate()}
          >
            Try Again
          </Button>
        )}
      </li>
    );
  }
  const isOnTheWay = isFetching || (isAwaiting && feed?.status !== 'never');
  return (
    <li className="accordion-line">
      <span className="line-clamp-2 text-left" dir="auto">
        {title}
      </span>
      <span className={`accordion-aside ${isOnTheWay ? 'animate-pulse' : ''}`}>
        {isOnTheWay ? 'Fetching its episodes...' : 'No episodes yet'}
      </span>
    </li>
  );
}
