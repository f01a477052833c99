import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import { AskCard } from '../features/chat/AskCard.tsx';
import { EditorCard } from '../features/content/EditorCard.tsx';
import { DigestCard, DigestSkeleton } from '../features/digest/DigestCard.tsx';
import { SearchCard } from '../features/search/SearchCard.tsx';
import { Protected } from '../features/session/Protected.tsx';
import { useFind } from '../shell/use-find.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import type { EpisodePlace } from '../ui/citations.ts';
import { Screen } from '../ui/Screen.tsx';
import { useAskOverlay } from './use-ask-overlay.tsx';

const TranscriptDialog = lazy(() =>
  import('../features/chat/TranscriptDialog.tsx').then((module) => ({
    default: module.TranscriptDialog,
  })),
);

const route = getRouteApi('/frame/tools');

export function ToolsScreen() {
  return (
    <Screen title="Tools" className="max-w-4xl">
      <div className="mt-8">
        <Protected skeleton={<DigestSkeleton />}>{(user) => <Tools user={user} />}</Protected>
      </div>
    </Screen>
  );
}

function Tools({ user }: { user: User }) {
  const { tool, episode, at = null } = route.useSearch();
  const navigate = route.useNavigate();
  const { open: openFind } = useFind();
  // Stable, because a new function would rerender the digest and lose the focus.
  const openPlace = useCallback(
    ({ episodeId, seconds }: EpisodePlace) =>
      void navigate({ search: { episode: episodeId, at: seconds }, resetScroll: false }),
    [navigate],
  );
  const { open: openAsk, overlay: askOverlay } = useAskOverlay(user);
  return (
    <>
      <CardBoundary name="Weekly Digest">
        <DigestCard onPlace={openPlace} />
      </CardBoundary>
      <div className="mt-6">
        <CardBoundary name="Ask all my podcasts">
          <AskCard onAsk={openAsk} />
        </CardBoundary>
      </div>
      <div className="mt-6">
        <SearchCard onOpen={openFind} />
      </div>
      <div className="mt-6">
        <EditorCard />
      </div>
      {askOverlay}
      {tool === undefined && episode !== undefined && (
        <CardBoundary name="The transcript" isOverlay>
          <Suspense fallback={null}>
            <TranscriptDialog
              episodeId={episode}
              seconds={at}
              onClose={() => void navigate({ search: {}, replace: true, resetScroll: false })}
            />
          </Suspense>
        </CardBoundary>
      )}
    </>
  );
}
