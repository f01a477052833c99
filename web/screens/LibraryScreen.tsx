import { Tabs } from '@radix-ui/themes';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import { reload } from '../api/reload.ts';
import { ChatHistory } from '../features/library/ChatHistory.tsx';
import { LibrarySkeleton } from '../features/library/LibrarySkeleton.tsx';
import { LibraryActionsContext, type LibraryChat } from '../features/library/library-actions.ts';
import { LoadMore } from '../ui/LoadMore.tsx';
import '../features/library/library.css';
import { chatSessionsQuery, savedInsightsQuery } from '../features/library/queries.ts';
import { SavedInsights } from '../features/library/SavedInsights.tsx';
import { useDeletions } from '../features/library/use-deletions.ts';
import { SavedMoments, useSavedMoments } from '../features/player/SavedMoments.tsx';
import { MomentReview } from '../features/review/MomentReview.tsx';
import { ReviewToggle } from '../features/review/ReviewToggle.tsx';
import { SignInPrompt } from '../features/session/SignInPrompt.tsx';
import { useReader, useUser } from '../features/session/user.ts';
import { buttonClass } from '../ui/button.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useSettled } from '../ui/use-settled.ts';
import { requestFromNextScreen } from './screen-request.ts';
import { useChatOverlay } from './use-chat-overlay.tsx';

const route = getRouteApi('/frame/library');

/** How long sending a moment may take before the reader is told that it waits. */
const SENDING_MS = 2_000;

export function LibraryScreen() {
  const { user, hasFailed } = useReader();
  const { user: loggedIn } = useUser();
  const queryClient = useQueryClient();
  // Outside the tabs, so that an open chat stays if the login expires.
  const { openChat, overlay } = useChatOverlay({
    user: loggedIn,
    hasBackToLibrary: true,
    onSaved: () => void reload(queryClient, savedInsightsQuery.queryKey),
    onClosed: () => void reload(queryClient, chatSessionsQuery.queryKey),
  });
  const navigate = route.useNavigate();
  const open = (chat: LibraryChat) => {
    const { episodeId, sessionId, place } = chat;
    if (episodeId !== null) return openChat({ ...chat, episodeId });
    if (place) requestFromNextScreen({ kind: 'place', ...place });
    void navigate({
      to: '/tools',
      search: {
        tool: 'ask',
        chat: sessionId ?? undefined,
        episode: place?.episodeId,
        at: place?.seconds,
      },
    });
  };
  return (
    <Screen title="Your Insights Library">
      <div className="mt-6">
        {user ? (
          <LibraryTabs user={user} onOpenChat={open} />
        ) : user === null ? (
          <SignInPrompt from="/library">
            Your insights, notes and conversations are saved to your account.
          </SignInPrompt>
        ) : hasFailed ? (
          <ErrorState title="Your account did not load" />
        ) : (
          <LibrarySkeleton label="Loading your library" />
        )}
      </div>
      {overlay}
    </Screen>
  );
}

function LibraryTabs({
  user,
  onOpenChat,
}: {
  user: User;
  onOpenChat: (chat: LibraryChat) => void;
}) {
  const { tab = 'saved', insight = null } = route.useSearch();
  const navigate = route.useNavigate();
  const { deleteInsight, deleteConversation } = useDeletions(user.id);
  const actions = useMemo(
    () => ({
      openChat: onOpenChat,
      deleteInsight,
      deleteConversation,
      insightAction: (insightId: string) => <ReviewToggle kind="insight" sourceId={insightId} />,
    }),
    [onOpenChat, deleteInsight, deleteConversation],
  );
  const kept = useSavedMoments(user.id);
  const [unsent] = useSettled(kept.unsent.length, SENDING_MS);
  const moments = kept.groups.map(({ podcastId, podcastTitle, moments: ofPodcast }) => ({
    podcastId,
    podcastTitle,
    node: (
      <SavedMoments
        moments={ofPodcast}
        action={(moment) => <MomentReview moment={moment} className="library-action" />}
        onOpen={({ episodeId, episodeTitle, start, text }, openedBy) =>
          onOpenChat({
            sessionId: null,
            initialInsight: null,
            remainingFollowUps: null,
            episodeId,
            episodeTitle,
            at: Math.floor(start),
            quotation: text,
            openedBy,
          })
        }
      />
    ),
  }));
  const browse = (
    <Link to="/podcasts" className={buttonClass('solid')}>
      Browse Podcasts
    </Link>
  );
  return (
    <LibraryActionsContext value={actions}>
      <Tabs.Root
        value={tab}
        onValueChange={(chosen) =>
          void navigate({
            search: (before) => ({
              ...before,
              tab: chosen === 'history' ? 'history' : undefined,
              insight: undefined,
            }),
            resetScroll: false,
          })
        }
      >
        <Tabs.List size="2">
          <Tabs.Trigger value="saved">Saved Insights</Tabs.Trigger>
          <Tabs.Trigger value="history">Chat History</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="saved" className="pt-6">
          {unsent > 0 && (
            <p role="status" className="mb-4 text-sm text-quiet">
              {unsent === 1
                ? "One moment is only on this device. It will be sent once you're online."
                : `${unsent} moments are only on this device. They will be sent once you're online.`}
            </p>
          )}
          <SavedInsights
            browse={browse}
            linkedId={insight}
            onMissing={() =>
              void navigate({
                search: (before) => ({ ...before, insight: undefined }),
                replace: true,
                resetScroll: false,
              })
            }
            moments={moments}
            belowMoments={
              kept.query.isLoadingError ? (
                <ErrorState
                  title="Your moments did not load"
                  onRetry={() => void kept.query.refetch()}
                />
              ) : (
                <LoadMore pages={kept.query} label="Loading more moments" />
              )
            }
            areMomentsLoading={kept.query.isPending}
            haveMomentsFailed={kept.query.isLoadingError}
          />
        </Tabs.Content>
        <Tabs.Content value="history" className="pt-6">
          <ChatHistory browse={browse} />
        </Tabs.Content>
      </Tabs.Root>
    </LibraryActionsContext>
  );
}
