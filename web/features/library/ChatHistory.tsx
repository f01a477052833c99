import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { toast } from '../../ui/toasts.ts';
import { ConversationDeletion } from './ConversationDeletion.tsx';
import type { LibraryChat } from './InsightItem.tsx';
import { LibrarySkeleton } from './LibrarySkeleton.tsx';
import { chatSessionsQuery } from './queries.ts';
import { SessionItem } from './SessionItem.tsx';
import { useGrowingCount } from './use-growing-count.ts';

/** The tab of earlier conversations. `browse` leads to the podcasts where there are none. */
export function ChatHistory({
  browse,
  onOpenChat,
}: {
  browse: ReactNode;
  onOpenChat: (chat: LibraryChat) => void;
}) {
  const { data: sessions = [], isError, isPending, refetch } = useQuery(chatSessionsQuery);
  const shown = useGrowingCount(sessions.length);
  const [deletedId, setDeletedId] = useState<string | null>(null);
  useEffect(() => {
    if (!isError) return;
    toast({
      title: 'Error',
      description: 'Failed to load chat history. Please try again.',
      variant: 'destructive',
    });
  }, [isError]);

  if (sessions.length > 0) {
    return (
      <>
        <ul className="flex flex-col gap-4">
          {sessions.slice(0, shown).map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              onOpenChat={onOpenChat}
              onDelete={setDeletedId}
            />
          ))}
        </ul>
        {deletedId !== null && (
          <ConversationDeletion sessionId={deletedId} onClose={() => setDeletedId(null)} />
        )}
      </>
    );
  }
  if (isPending) return <LibrarySkeleton label="Loading your chat history" />;
  if (isError) {
    return <ErrorState title="Your chat history did not load" onRetry={() => void refetch()} />;
  }
  return (
    <EmptyState title="No Chat History" action={browse}>
      <p>Your conversations about episodes appear here.</p>
    </EmptyState>
  );
}
