import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import type { Source } from '../../schema/wire/sources.ts';
import { reload } from '../api/reload.ts';
import { remainingGenerationsQuery } from '../api/remaining-generations.ts';
import { transcriptQuery } from '../features/chat/queries.ts';
import { sourcesQuery } from '../features/sources/queries.ts';
import { SourcesPage } from '../features/sources/SourcesPage.tsx';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { OverlayPlayer } from './OverlayPlayer.tsx';
import { useChatOverlay } from './use-chat-overlay.tsx';

const TranscriptDialog = lazy(() =>
  import('../features/chat/TranscriptDialog.tsx').then((module) => ({
    default: module.TranscriptDialog,
  })),
);

/** One's own sources, with the chat and the text above them. */
export function SourcesTool({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const refresh = () => {
    void reload(queryClient, sourcesQuery.queryKey);
    void reload(queryClient, remainingGenerationsQuery.queryKey);
  };
  const { openChat, overlay } = useChatOverlay({
    user,
    hasBackToLibrary: false,
    onInsight: refresh,
    onClosed: refresh,
  });
  const [read, setRead] = useState<Source | null>(null);
  return (
    <>
      <SourcesPage
        userId={user.id}
        onRead={setRead}
        onChat={({ id, title }, openedBy) =>
          openChat({ episodeId: id, episodeTitle: title, isSource: true, openedBy })
        }
        onChanged={(id) => queryClient.removeQueries(transcriptQuery(id))}
      />
      {overlay}
      {read !== null && (
        <CardBoundary name="The text" isOverlay>
          <Suspense fallback={null}>
            <TranscriptDialog
              episodeId={read.id}
              citation={null}
              player={<OverlayPlayer />}
              onClose={() => setRead(null)}
            />
          </Suspense>
        </CardBoundary>
      )}
    </>
  );
}
