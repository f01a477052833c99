import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { CATEGORIES } from '../../../schema/limits.ts';
import type { Podcast } from '../../../schema/wire/catalogue.ts';
import { buttonClass } from '../../ui/button.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { passFocusOn } from '../../ui/pass-focus-on.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CatalogueSkeleton } from './CatalogueSkeleton.tsx';
import { CategoryFilter } from './CategoryFilter.tsx';
import { SEE_EPISODES } from './FirstSteps.tsx';
import { PodcastCard } from './PodcastCard.tsx';
import { podcastsQuery } from './podcasts.ts';
import { SubscribeButton } from './SubscribeButton.tsx';
import { useSubscriptions } from './subscriptions.ts';

const GRID =
  'grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 list-none p-0 m-0 mt-5';

/** All podcasts, filtered by category, with subscribe buttons for logged-in readers. */
export function Catalogue({
  category,
  onCategory,
  isLoggedIn,
  troubles,
  onShowEpisodes,
}: {
  /** Lower case; `all` means no filter. */
  category: string;
  onCategory: (category: string) => void;
  isLoggedIn: boolean;
  /** By podcast: why its feed could not be read. */
  troubles: ReadonlyMap<string, string> | undefined;
  /** Offered on the cards that readers have subscribed to, if their episodes are out of sight. */
  onShowEpisodes?: (() => void) | undefined;
}) {
  const podcasts = useQuery(podcastsQuery);
  const shown = useMemo(
    () =>
      podcasts.data?.filter(
        (podcast) => category === 'all' || podcast.category.toLowerCase() === category,
      ),
    [podcasts.data, category],
  );
  const name = CATEGORIES.find((one) => one.toLowerCase() === category);

  return (
    <section aria-label="Catalogue">
      <CategoryFilter value={category} onChange={onCategory} />
      <p role="status" className="mt-4 text-sm text-quiet tabular-nums">
        {shown === undefined
          ? podcasts.isPending
            ? 'Loading podcasts...'
            : null
          : name === undefined
            ? `Showing all ${shown.length} podcasts`
            : `Showing ${shown.length} podcasts in ${name}`}
      </p>
      {shown === undefined ? (
        podcasts.error ? (
          <ErrorState title="Failed to fetch podcasts" onRetry={() => void podcasts.refetch()} />
        ) : (
          <CatalogueSkeleton className={GRID} />
        )
      ) : shown.length === 0 ? (
        <EmptyState
          headingLevel="p"
          title={
            name === undefined
              ? 'No podcasts available yet.'
              : `No podcasts available in the ${name} category yet.`
          }
        >
          Check out other categories or come back later for updates.
        </EmptyState>
      ) : (
        <PodcastGrid
          podcasts={shown}
          isLoggedIn={isLoggedIn}
          troubles={troubles}
          onShowEpisodes={onShowEpisodes}
        />
      )}
    </section>
  );
}

/** Placeholder for the whole catalogue, including the filter. */
export function LoadingCatalogue() {
  return (
    <section aria-label="Catalogue" className="mt-10">
      <div className="max-w-xl">
        <Skeleton className="h-10 rounded-full" />
      </div>
      <p role="status" className="mt-4 text-sm text-quiet">
        Loading podcasts...
      </p>
      <CatalogueSkeleton className={GRID} />
    </section>
  );
}

/** A few screenfuls render at once; the rest renders when the browser is idle. */
const DRAWN_AT_ONCE = 24;

function PodcastGrid({
  podcasts,
  isLoggedIn,
  troubles,
  onShowEpisodes,
}: {
  podcasts: Podcast[];
  isLoggedIn: boolean;
  troubles: ReadonlyMap<string, string> | undefined;
  onShowEpisodes: (() => void) | undefined;
}) {
  const subscriptions = useSubscriptions(isLoggedIn);
  const subscribedIds = useMemo(
    () => new Set(subscriptions.data?.map((subscription) => subscription.podcastId)),
    [subscriptions.data],
  );
  const drawn = useDeferredValue(podcasts, podcasts.slice(0, DRAWN_AT_ONCE));
  const hasActions = isLoggedIn && !subscriptions.isError;
  const actionOf = (podcastId: string) => (titleId: string) =>
    subscriptions.isPending ? (
      <Skeleton className="h-9 w-24" />
    ) : (
      <>
        <SubscribeButton
          podcastId={podcastId}
          isSubscribed={subscribedIds.has(podcastId)}
          describedBy={titleId}
        />
        {onShowEpisodes && subscribedIds.has(podcastId) && (
          <button type="button" className={buttonClass('ghost')} onClick={onShowEpisodes}>
            {SEE_EPISODES}
          </button>
        )}
      </>
    );
  return (
    <>
      <h2 className="sr-only">Podcasts</h2>
      {subscriptions.error ? (
        <p role="alert" className="mt-4 text-sm text-danger">
          Failed to fetch subscriptions.{' '}
          <button
            ref={passFocusOn}
            type="button"
            className="cursor-pointer font-medium underline underline-offset-2"
            onClick={() => void subscriptions.refetch()}
          >
            Try Again
          </button>
        </p>
      ) : null}
      <ul className={GRID}>
        {drawn.map((podcast, index) => (
          <PodcastCard
            key={podcast.id}
            podcast={podcast}
            index={index}
            action={hasActions ? actionOf(podcast.id) : undefined}
            trouble={troubles?.get(podcast.id)}
          />
        ))}
      </ul>
    </>
  );
}
