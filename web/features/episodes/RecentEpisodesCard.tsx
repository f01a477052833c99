import { Badge } from '@radix-ui/themes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { EpisodesByPodcast, FeedStatus } from '../../../schema/wire/episodes.ts';
import type { Position } from '../../../schema/wire/listening.ts';
import { remainingGenerationsQuery } from '../../api/remaining-generations.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFocusOnChange } from '../../ui/kept-focus.ts';
import { ReservedHeight } from '../../ui/ReservedHeight.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EmptyPodcasts } from './EmptyPodcasts.tsx';
import type { OpenedChat } from './EpisodeRow.tsx';
import { EpisodesAccordion, PODCASTS_UNFOLDED } from './EpisodesAccordion.tsx';
import './episodes.css';
import { useInsightsOfOtherTabs } from './insight-progress.ts';
import { cacheStatusQuery } from './queries.ts';
import { useCountdown } from './use-countdown.ts';
import { useFetchRecent } from './use-fetch-recent.ts';
import { useFetchedElsewhere } from './use-fetched-elsewhere.ts';
import { type SubscribedPodcast, useRecentEpisodes } from './use-recent-episodes.ts';

const NONE: SubscribedPodcast[] = [];
const NO_FEEDS: FeedStatus[] = [];

/** The newest episodes of the reader's podcasts, each with its transcript and chat. */
export function RecentEpisodesCard({
  subscriptions,
  areSubscriptionsMissing,
  positions,
  continueListening,
  onOpenChat,
}: {
  /** Undefined until known. */
  subscriptions: SubscribedPodcast[] | undefined;
  /** They didn't load. The catalogue reports that, and offers a retry. */
  areSubscriptionsMissing: boolean;
  /** How far the reader has listened, by episode. */
  positions: ReadonlyMap<string, Position>;
  /** The started episodes, which come first. */
  continueListening: ReactNode;
  onOpenChat: (opened: OpenedChat) => void;
}) {
  const queryClient = useQueryClient();
  const cacheStatus = useQuery(cacheStatusQuery);
  const feeds = cacheStatus.data?.feeds ?? NO_FEEDS;
  const { recent, empty, awaited } = useRecentEpisodes(subscriptions ?? NONE, feeds);
  // A failed feed is listed even if some of its episodes are known.
  const listed = (subscriptions ?? NONE).filter(
    ({ podcastId }) =>
      empty.some((one) => one.podcastId === podcastId) ||
      (recent.data !== undefined &&
        feeds.some((feed) => feed.podcastId === podcastId && feed.status === 'failed')),
  );
  const { data: generations, isPending: isCounting } = useQuery(remainingGenerationsQuery);
  const remaining = generations?.remaining ?? null;
  useInsightsOfOtherTabs();
  const fetchRecent = useFetchRecent();
  useFetchedElsewhere(cacheStatus.data?.nextFetchWindow, fetchRecent.isPending);
  const nextFetch = cacheStatus.data?.nextFetchWindow ?? null;
  const countdown = useCountdown(nextFetch);

  // After a fetch the button stays disabled, so it can't get the focus back.
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnChange(heading, fetchRecent.isPending);

  // When the window has passed, ask the server to confirm.
  const hasPassed = nextFetch !== null && countdown === null;
  useEffect(() => {
    if (hasPassed) void queryClient.invalidateQueries({ queryKey: cacheStatusQuery.queryKey });
  }, [hasPassed, queryClient]);

  return (
    <ReservedHeight
      name="recent-episodes"
      isLoaded={subscriptions !== undefined && !recent.isPending && !cacheStatus.isPending}
      isFailed={recent.isLoadingError || areSubscriptionsMissing}
      className="grid grid-cols-1"
    >
      <section aria-labelledby="recent-episodes" className="panel episodes-card p-4 sm:p-6">
        <div className="episodes-head">
          <h2 id="recent-episodes" ref={heading} tabIndex={-1} className="text-xl outline-none">
            Recent Episodes
          </h2>
          <div className="episodes-left">
            {isCounting ? (
              <Skeleton className="h-6 w-36" />
            ) : remaining === null ? null : (
              <Badge size="2" color={remaining === 0 ? 'gray' : undefined}>
                {remaining} insights remaining
              </Badge>
            )}
          </div>
          <BusyButton
            // With nothing to fetch, the button should not stand out.
            variant={subscriptions?.length === 0 ? 'soft' : 'solid'}
            className="episodes-fetch"
            isBusy={fetchRecent.isPending}
            disabled={cacheStatus.isPending || countdown !== null}
            icon={<RefreshCw size={16} aria-hidden />}
            busyLabel="Fetching..."
            onClick={() => fetchRecent.mutate()}
          >
            Fetch Recent Episodes
          </BusyButton>
          <p className="episodes-next">
            {countdown !== null && `Next fetch available ${countdown}`}
          </p>
        </div>
        {continueListening}
        <div className="mt-4">
          {recent.data ? (
            <Episodes
              episodesByPodcast={recent.data}
              positions={positions}
              isSubscribed={subscriptions?.length !== 0}
              isAwaiting={awaited.size > 0}
              countdown={countdown}
              remaining={remaining}
              onOpenChat={onOpenChat}
            />
          ) : recent.isError ? (
            <ErrorState
              title="Failed to fetch recent episodes"
              onRetry={() => void recent.refetch()}
            />
          ) : (
            <EpisodesSkeleton subscriptions={subscriptions ?? NONE} />
          )}
          <EmptyPodcasts podcasts={listed} feeds={feeds} awaited={awaited} heading={heading} />
        </div>
      </section>
    </ReservedHeight>
  );
}

function Episodes({
  episodesByPodcast,
  positions,
  isSubscribed,
  isAwaiting,
  countdown,
  remaining,
  onOpenChat,
}: {
  episodesByPodcast: EpisodesByPodcast;
  positions: ReadonlyMap<string, Position>;
  isSubscribed: boolean;
  isAwaiting: boolean;
  countdown: string | null;
  remaining: number | null;
  onOpenChat: (opened: OpenedChat) => void;
}) {
  if (Object.keys(episodesByPodcast).length > 0) {
    return (
      <EpisodesAccordion
        episodesByPodcast={episodesByPodcast}
        positions={positions}
        remainingGenerations={remaining}
        onOpenChat={onOpenChat}
      />
    );
  }
  if (isAwaiting) return null;
  return (
    <EmptyState
      headingLevel="p"
      title={
        countdown === null
          ? 'Click the button above to fetch your recent episodes from subscribed podcasts.'
          : `Your next episode fetch will be available ${countdown}`
      }
    >
      {!isSubscribed &&
        "You haven't subscribed to any podcasts yet. Subscribe to one to see its new episodes here."}
    </EmptyState>
  );
}

/** A skeleton of the podcasts' final size. */
function EpisodesSkeleton({ subscriptions }: { subscriptions: SubscribedPodcast[] }) {
  if (subscriptions.length === 0) {
    return (
      // No higher than a single podcast, because the card keeps its last height.
      <div role="status" aria-label="Loading recent episodes">
        <Skeleton className="h-12" />
      </div>
    );
  }
  return (
    <div
      className="divide-y divide-hairline border-t border-hairline"
      role="status"
      aria-label="Loading recent episodes"
    >
      {subscriptions.slice(0, PODCASTS_UNFOLDED).map(({ podcastId, title }) => (
        <div key={podcastId} className="accordion-line">
          <span className="line-clamp-2 w-fit" dir="auto">
            {title}
          </span>
          <span className="accordion-aside animate-pulse">Loading...</span>
        </div>
      ))}
    </div>
  );
}
