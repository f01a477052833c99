import { Badge, Button, Card, Heading } from '@radix-ui/themes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import type { EpisodesByPodcast } from '../../../schema/wire/episodes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { OpenedChat } from './EpisodeRow.tsx';
import { EpisodesAccordion } from './EpisodesAccordion.tsx';
import './episodes.css';
import { cacheStatusQuery, recentEpisodesQuery, remainingGenerationsQuery } from './queries.ts';
import { useCountdown } from './use-countdown.ts';
import { useFetchRecent } from './use-fetch-recent.ts';

/** The newest episodes of the reader's podcasts, and the door to each one's chat. */
export function RecentEpisodesCard({ onOpenChat }: { onOpenChat: (opened: OpenedChat) => void }) {
  const queryClient = useQueryClient();
  const recent = useQuery(recentEpisodesQuery);
  const cacheStatus = useQuery(cacheStatusQuery);
  const remaining = useQuery(remainingGenerationsQuery).data?.remaining ?? null;
  const fetchRecent = useFetchRecent();
  const nextFetch = cacheStatus.data?.nextFetchWindow ?? null;
  const countdown = useCountdown(nextFetch);

  // Once the window has passed the server is asked whether that is so.
  const hasPassed = nextFetch !== null && countdown === null;
  useEffect(() => {
    if (hasPassed) void queryClient.invalidateQueries({ queryKey: cacheStatusQuery.queryKey });
  }, [hasPassed, queryClient]);

  return (
    <Card size="3" asChild>
      <section aria-labelledby="recent-episodes">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Heading as="h2" size="5" id="recent-episodes">
            Recent Episodes
          </Heading>
          {remaining !== null && (
            <Badge size="2" color={remaining === 0 ? 'gray' : undefined} className="tabular-nums">
              {remaining} insights remaining
            </Badge>
          )}
          <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:ml-0">
            {countdown !== null && (
              <p className="text-sm text-quiet tabular-nums">Next fetch available {countdown}</p>
            )}
            <Button
              disabled={fetchRecent.isPending || countdown !== null}
              aria-busy={fetchRecent.isPending}
              onClick={() => fetchRecent.mutate()}
            >
              <RefreshCw size={16} aria-hidden />
              {fetchRecent.isPending ? 'Fetching...' : 'Fetch Recent Episodes'}
            </Button>
          </div>
        </div>
        <div className="mt-5">
          {recent.isPending ? (
            <EpisodesSkeleton />
          ) : recent.isError ? (
            <ErrorState
              title="Failed to fetch recent episodes"
              onRetry={() => void recent.refetch()}
            />
          ) : (
            <Episodes
              episodesByPodcast={recent.data}
              countdown={countdown}
              remaining={remaining}
              onOpenChat={onOpenChat}
            />
          )}
        </div>
      </section>
    </Card>
  );
}

function Episodes({
  episodesByPodcast,
  countdown,
  remaining,
  onOpenChat,
}: {
  episodesByPodcast: EpisodesByPodcast;
  countdown: string | null;
  remaining: number | null;
  onOpenChat: (opened: OpenedChat) => void;
}) {
  const known = Object.entries(episodesByPodcast).filter(([, episodes]) => episodes.length > 0);
  if (known.length > 0) {
    return (
      <EpisodesAccordion
        episodesByPodcast={Object.fromEntries(known)}
        remainingGenerations={remaining}
        onOpenChat={onOpenChat}
      />
    );
  }
  return (
    <EmptyState
      headingLevel="p"
      title={
        countdown === null
          ? 'Click the button above to fetch your recent episodes from subscribed podcasts.'
          : `Your next episode fetch will be available ${countdown}`
      }
    />
  );
}

function EpisodesSkeleton() {
  return (
    <div className="flex flex-col gap-3" role="status" aria-label="Loading recent episodes">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  );
}
