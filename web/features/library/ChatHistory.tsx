import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useHidden } from '../../api/pending-deletions.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { dismissToast, toastError } from '../../ui/toasts.ts';
import { EpisodeItem } from './EpisodeItem.tsx';
import { LibrarySkeleton } from './LibrarySkeleton.tsx';
import { joinHistory } from './pages.ts';
import { chatSessionsQuery } from './queries.ts';

/** The tab of past conversations. `browse` links to the podcasts if there are none. */
export function ChatHistory({ browse }: { browse: ReactNode }) {
  const query = useInfiniteQuery(chatSessionsQuery);
  const { data, isError, isPending, refetch } = query;
  const hidden = useHidden();
  const episodes = useMemo(() => joinHistory(data?.pages ?? [], hidden), [data, hidden]);
  useEffect(() => {
    if (!isError) return;
    const id = toastError('Failed to load chat history. Please try again.');
    // Once it has loaded, nothing has failed any more.
    return () => dismissToast(id);
  }, [isError]);

  if (isPending) return <LibrarySkeleton label="Loading your chat history" />;
  if (episodes.length > 0 || query.hasNextPage) {
    return (
      <>
        <ul className="flex flex-col gap-4">
          {episodes.map((episode) => (
            <EpisodeItem key={episode.episodeId} episode={episode} />
          ))}
        </ul>
        <LoadMore pages={query} label="Loading more conversations" />
      </>
    );
  }
  if (isError) {
    return <ErrorState title="Your chat history did not load" onRetry={() => void refetch()} />;
  }
  return (
    <EmptyState title="No Chat History" action={browse}>
      Your conversations about episodes appear here.
    </EmptyState>
  );
}
