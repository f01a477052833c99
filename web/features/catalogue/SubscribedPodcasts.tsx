import { type ReactNode, useRef } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Folded } from '../../ui/Folded.tsx';
import { CatalogueSkeleton } from './CatalogueSkeleton.tsx';
import { PodcastCard } from './PodcastCard.tsx';
import { SubscribeButton } from './SubscribeButton.tsx';
import { useSubscriptions } from './subscriptions.ts';

const GRID = 'm-0 mt-6 grid list-none gap-x-6 gap-y-10 p-0 md:grid-cols-2 lg:grid-cols-3';

/** Two rows where they are widest. */
const UNFOLDED = 6;

/** The reader's subscriptions. `browse` is a link to the catalogue. */
export function SubscribedPodcasts({
  browse,
  troubles,
}: {
  browse: ReactNode;
  /** Why feeds could not be read the last time, by podcast. */
  troubles: ReadonlyMap<string, string> | undefined;
}) {
  const { data, error, refetch } = useSubscriptions(true);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** The card that was at this index is gone, or its button is still disabled. */
  const focusNext = (index: number) => {
    const enabled = list.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [];
    const buttons = [...enabled].filter((button) => button.checkVisibility());
    const next = buttons[Math.min(index, buttons.length - 1)] ?? heading.current;
    next?.focus({ preventScroll: true });
  };
  return (
    <section aria-labelledby="subscribed">
      <h2 id="subscribed" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Your Subscribed Podcasts
      </h2>
      {data === undefined ? (
        error ? (
          <ErrorState title="Failed to fetch subscriptions" onRetry={() => void refetch()} />
        ) : (
          <>
            <p role="status" className="mt-2 text-sm text-quiet">
              Loading subscriptions...
            </p>
            <CatalogueSkeleton className={GRID} />
          </>
        )
      ) : data.length === 0 ? (
        <EmptyState
          headingLevel="p"
          title="You haven't subscribed to any podcasts yet."
          action={browse}
        />
      ) : (
        <div ref={list}>
          <Folded items={data} limit={UNFOLDED} more="more podcasts">
            {(part, start) => (
              <ul className={GRID}>
                {part.map((subscription, index) => (
                  <PodcastCard
                    key={subscription.podcastId}
                    podcast={{ ...subscription, youtubeUrl: null }}
                    index={index}
                    trouble={troubles?.get(subscription.podcastId)}
                    action={(titleId) => (
                      <SubscribeButton
                        podcastId={subscription.podcastId}
                        isSubscribed
                        describedBy={titleId}
                        onUnsubscribed={() => focusNext(start + index)}
                      />
                    )}
                  />
                ))}
              </ul>
            )}
          </Folded>
        </div>
      )}
    </section>
  );
}
