import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { PodcastGroup, SavedInsight } from '../../../schema/wire/library.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { toast } from '../../ui/toasts.ts';
import { InsightDeletion } from './InsightDeletion.tsx';
import type { InsightDialog, LibraryChat } from './InsightItem.tsx';
import { InsightsGroup } from './InsightsGroup.tsx';
import { LibrarySkeleton } from './LibrarySkeleton.tsx';
import { NotesDialog } from './NotesDialog.tsx';
import { savedInsightsQuery } from './queries.ts';
import { TagsDialog } from './TagsDialog.tsx';
import { useGrowingCount } from './use-growing-count.ts';

/** The tab of saved insights. `browse` leads to the podcasts where there are none. */
export function SavedInsights({
  browse,
  onOpenChat,
}: {
  browse: ReactNode;
  onOpenChat: (chat: LibraryChat) => void;
}) {
  const { data: groups, isError, isPending, refetch } = useQuery(savedInsightsQuery);
  useEffect(() => {
    if (!isError) return;
    toast({
      title: 'Error',
      description: 'Failed to load insights. Please try again.',
      variant: 'destructive',
    });
  }, [isError]);

  if (groups && groups.length > 0) return <Groups groups={groups} onOpenChat={onOpenChat} />;
  if (isPending) return <LibrarySkeleton label="Loading your insights" />;
  if (isError) {
    return <ErrorState title="Your insights did not load" onRetry={() => void refetch()} />;
  }
  return (
    <EmptyState title="No Insights Yet" action={browse}>
      <p>Save an answer from a chat to find it here.</p>
    </EmptyState>
  );
}

function Groups({
  groups,
  onOpenChat,
}: {
  groups: PodcastGroup[];
  onOpenChat: (chat: LibraryChat) => void;
}) {
  const [opened, setOpened] = useState<{ dialog: InsightDialog; id: string } | null>(null);
  const openDialog = useCallback(
    (dialog: InsightDialog, { id }: SavedInsight) => setOpened({ dialog, id }),
    [],
  );
  const closeDialog = useCallback(() => setOpened(null), []);
  const all = useMemo(() => groups.flatMap(({ insights }) => insights), [groups]);
  const shown = useGrowingCount(all.length);
  const insight = all.find(({ id }) => id === opened?.id);

  let before = 0;
  return (
    <>
      <div className="flex flex-col gap-5">
        {groups.map((group) => {
          const limit = Math.max(0, shown - before);
          before += group.insights.length;
          return (
            <InsightsGroup
              key={group.podcastId}
              group={group}
              limit={Math.min(limit, group.insights.length)}
              onDialog={openDialog}
              onOpenChat={onOpenChat}
            />
          );
        })}
      </div>
      {insight && opened?.dialog === 'notes' && (
        <NotesDialog insight={insight} onClose={closeDialog} />
      )}
      {insight && opened?.dialog === 'tags' && (
        <TagsDialog insight={insight} onClose={closeDialog} />
      )}
      {insight && opened?.dialog === 'delete' && (
        <InsightDeletion insight={insight} onClose={closeDialog} />
      )}
    </>
  );
}
