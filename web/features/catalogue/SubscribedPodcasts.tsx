import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { Subscription } from '../../../schema/wire/catalogue.ts';
import { buttonClass } from '../../ui/button.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { CatalogueSkeleton } from './CatalogueSkeleton.tsx';
import { PodcastCard } from './PodcastCard.tsx';
import { useSubscribing, useSubscriptions } from './subscriptions.ts';

const GRID = 'm-0 mt-6 grid list-none gap-x-6 gap-y-10 p-0 md:grid-cols-2 lg:grid-cols-3';

/** One's own podcasts; `browse` is the way to more of them. */
export function SubscribedPodcasts({ browse }: { browse: ReactNode }) {
  const { data, error, refetch } = useSubscriptions(true);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="subscribed">
      <h2 id="subscribed" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Your Subscribed Podcasts
      </h2>
      {data === undefined ? (
        error ? (
          <ErrorState title={error.message} onRetry={() => void refetch()} />
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
        <ul className={GRID}>
          {data.map((subscription, index) => (
            <PodcastCard
              key={subscription.podcastId}
              podcast={{ ...subscription, youtubeUrl: null }}
              index={index}
              action={
                <UnsubscribeButton
                  subscription={subscription}
                  onGone={() => heading.current?.focus({ preventScroll: true })}
                />
              }
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function UnsubscribeButton({
  subscription,
  onGone,
}: {
  subscription: Subscription;
  /** The button goes with its card; the focus must not go with it. */
  onGone: () => void;
}) {
  const { isPending, unsubscribe } = useSubscribing(subscription.podcastId);
  return (
    <button
      type="button"
      className={buttonClass('muted')}
      disabled={isPending}
      onClick={() => void unsubscribe().then(onGone)}
    >
      Unsubscribe
      <span className="sr-only"> from {subscription.title}</span>
    </button>
  );
}
