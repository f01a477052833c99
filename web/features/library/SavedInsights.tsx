import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { PodcastGroup, SavedInsight } from '../../../schema/wire/library.ts';
import { useHidden } from '../../api/pending-deletions.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { dismissToast, toastError } from '../../ui/toasts.ts';
import type { InsightDialog } from './InsightItem.tsx';
import { InsightsGroup } from './InsightsGroup.tsx';
import { LibrarySkeleton } from './LibrarySkeleton.tsx';
import { NotesDialog } from './NotesDialog.tsx';
import { joinGroups } from './pages.ts';
import { savedInsightsQuery } from './queries.ts';
import { TagsDialog } from './TagsDialog.tsx';
import { useLinkedInsight } from './use-linked-insight.ts';

/** What else the reader saved from a podcast. */
export interface MomentsSlot {
  podcastId: string;
  podcastTitle: string;
  node: ReactNode;
}

/** The tab of saved insights. `browse` links to the podcasts if there are none. */
export function SavedInsights({
  browse,
  linkedId,
  onMissing,
  moments,
  belowMoments,
  areMomentsLoading,
  haveMomentsFailed,
}: {
  browse: ReactNode;
  /** Saved moments, shown below the insights of their podcast, or on their own if it has none. */
  moments: MomentsSlot[];
  belowMoments: ReactNode;
  areMomentsLoading: boolean;
  /** `belowMoments` then says so. */
  haveMomentsFailed: boolean;
  /** The insight to open and scroll to; null for none. */
  linkedId: string | null;
  /** Called if that insight doesn't exist. */
  onMissing: () => void;
}) {
  const query = useInfiniteQuery(savedInsightsQuery);
  const { data, isError, isPending, refetch } = query;
  const hidden = useHidden();
  const groups = useMemo(() => joinGroups(data?.pages ?? [], hidden), [data, hidden]);
  useLinkedInsight(linkedId, groups, query, onMissing);
  useEffect(() => {
    if (!isError) return;
    const id = toastError('Failed to load insights. Please try again.');
    // Once they have loaded, nothing has failed any more.
    return () => dismissToast(id);
  }, [isError]);

  if (isPending) return <LibrarySkeleton label="Loading your insights" />;
  const hasGroups = groups.length > 0 || query.hasNextPage;
  if (hasGroups || moments.length > 0 || isError || haveMomentsFailed) {
    return (
      <>
        {isError && !hasGroups && (
          <ErrorState title="Your insights did not load" onRetry={() => void refetch()} />
        )}
        <Groups groups={groups} moments={moments} linkedId={linkedId} />
        <LoadMore pages={query} label="Loading more insights" />
        {belowMoments}
      </>
    );
  }
  if (areMomentsLoading) return <LibrarySkeleton label="Loading your moments" />;
  return (
    <EmptyState title="No Insights Yet" action={browse}>
      Save an answer from a chat to find it here.
    </EmptyState>
  );
}

function Groups({
  groups,
  moments,
  linkedId,
}: {
  groups: PodcastGroup[];
  moments: MomentsSlot[];
  linkedId: string | null;
}) {
  const [opened, setOpened] = useState<{ dialog: InsightDialog; id: string } | null>(null);
  const openDialog = useCallback(
    (dialog: InsightDialog, { id }: SavedInsight) => setOpened({ dialog, id }),
    [],
  );
  const closeDialog = useCallback(() => setOpened(null), []);
  const insight = groups.flatMap(({ insights }) => insights).find(({ id }) => id === opened?.id);
  return (
    <>
      <div className="flex flex-col gap-5">
        {groups.map((group) => (
          <InsightsGroup
            key={group.podcastId}
            group={group}
            linkedId={linkedId}
            onDialog={openDialog}
          >
            {moments.find(({ podcastId }) => podcastId === group.podcastId)?.node}
          </InsightsGroup>
        ))}
        {moments
          .filter(({ podcastId }) => groups.every((group) => group.podcastId !== podcastId))
          .map(({ podcastId, podcastTitle, node }) => (
            <section key={podcastId} className="panel" aria-labelledby={`moments-${podcastId}`}>
              <h2 id={`moments-${podcastId}`} className="library-moments-header" dir="auto">
                {podcastTitle}
              </h2>
              {node}
            </section>
          ))}
      </div>
      {insight && opened?.dialog === 'notes' && (
        <NotesDialog insight={insight} onClose={closeDialog} />
      )}
      {insight && opened?.dialog === 'tags' && (
        <TagsDialog insight={insight} onClose={closeDialog} />
      )}
    </>
  );
}
