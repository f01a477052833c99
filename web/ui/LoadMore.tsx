import { useEffect, useRef } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { passFocusOn } from './pass-focus-on.ts';
import { Skeleton } from './Skeleton.tsx';

/** The next page is requested this far below the screen. */
const AHEAD = '600px';

interface Pages {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** The end of a paged list. Loads the next page when it scrolls into view. */
export function LoadMore({ pages, label }: { pages: Pages; label: string }) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  const mayLoad = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (!mayLoad || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [mayLoad, fetchNextPage]);

  if (!hasNextPage) return null;
  return (
    // A retry leaves the focus here, not at the beginning of the list.
    <div ref={passFocusOn} tabIndex={-1} className="mt-5 outline-none">
      <div ref={end}>
        {isFetchNextPageError ? (
          <ErrorState title="Could not load more" onRetry={() => void fetchNextPage()} />
        ) : (
          <div role="status" aria-label={label}>
            <Skeleton className="h-16 rounded-xl" />
          </div>
        )}
      </div>
    </div>
  );
}
