import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import { reload } from '../api/reload.ts';
import { remainingGenerationsQuery } from '../api/remaining-generations.ts';
import { transcriptQuery } from '../features/chat/queries.ts';
import { sourcesQuery } from '../features/sources/queries.ts';
import { SourcesPage } from '../features/sources/SourcesPage.tsx';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { OverlayPlayer } from './OverlayPlayer.tsx';
import { useChatOverlay } from './use-chat-overlay.tsx';

const TranscriptDialog = lazy(() =>
  import('../features/chat/transcript/TranscriptDialog.tsx').then((module) => ({
    default: module.TranscriptDialog,
  })),
);

const route = getRouteApi('/frame/tools');

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
  const { read } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const hasEntry = useRef(false);
  const goTo = (id: string | undefined, replace: boolean) =>
    void navigate({
      search: (before) => ({ ...before, read: id }),
      replace,
      resetScroll: false,
    });
  return (
    <>
      <SourcesPage
        userId={user.id}
        onRead={({ id }) => {
          hasEntry.current = true;
          goTo(id, false);
        }}
        onChat={({ id, title }, openedBy) =>
          openChat({ episodeId: id, episodeTitle: title, isSource: true, openedBy })
        }
        onChanged={(id) => queryClient.removeQueries(transcriptQuery(id))}
      />
      {overlay}
      {read !== undefined && (
        <CardBoundary name="The text" isOverlay>
          <Suspense fallback={null}>
            <TranscriptDialog
              episodeId={read}
              isSource
              citation={null}
              player={<OverlayPlayer />}
              // Goes back, so that Back doesn't open it again.
              onClose={() => (hasEntry.current ? history.back() : goTo(undefined, true))}
            />
          </Suspense>
        </CardBoundary>
      )}
    </>
  );
}
