import { Button } from '@radix-ui/themes';
import { type RefObject, useEffect } from 'react';
import type { FeedStatus } from '../../../schema/wire/episodes.ts';
import { formatTime } from '../../ui/dates.ts';
import { Folded } from '../../ui/Folded.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { useFeedRetry } from './use-feed-retry.ts';
import type { SubscribedPodcast } from './use-recent-episodes.ts';

/** A longer list would push the quiz and the catalogue out of reach. */
const UNFOLDED = 5;

/** Subscribed podcasts shown below the list: those without episodes and those whose feed failed. */
export function EmptyPodcasts({
  podcasts,
  feeds,
  awaited,
  heading,
}: {
  podcasts: SubscribedPodcast[];
  feeds: readonly FeedStatus[];
  /** The podcasts whose episodes may still arrive. */
  awaited: ReadonlySet<string>;
  /** Gets the focus if a retry takes its button away. */
  heading: RefObject<HTMLElement | null>;
}) {
  return (
    <div role="status">
      {podcasts.length > 0 && (
        <Folded items={podcasts} limit={UNFOLDED} more="more without episodes">
          {(part) => (
            <ul className="divide-y divide-hairline border-t border-hairline">
              {part.map((podcast) => (
                <EmptyPodcast
                  key={podcast.podcastId}
                  podcast={podcast}
                  feed={feeds.find(({ podcastId }) => podcastId === podcast.podcastId)}
                  isAwaiting={awaited.has(podcast.podcastId)}
                  heading={heading}
                />
              ))}
            </ul>
          )}
        </Folded>
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
  podcast: SubscribedPodcast;
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
      <span className="line-clamp-2 w-fit" dir="auto">
        {title}
      </span>
      <span className={`accordion-aside ${isOnTheWay ? 'animate-pulse' : ''}`}>
        {isOnTheWay ? 'Fetching its episodes...' : 'No episodes yet'}
      </span>
    </li>
  );
}
