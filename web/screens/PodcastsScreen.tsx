import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Catalogue, LoadingCatalogue } from '../features/catalogue/Catalogue.tsx';
import { FirstSteps } from '../features/catalogue/FirstSteps.tsx';
import {
  noteSubscriptions,
  previousReader,
  useSubscriptions,
} from '../features/catalogue/subscriptions.ts';
import {
  noteInsight,
  refreshRemainingGenerations,
  updateEpisode,
} from '../features/episodes/insight-progress.ts';
import { cacheStatusQuery, feedTroubles } from '../features/episodes/queries.ts';
import { useUser, wasLoggedIn } from '../features/session/user.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { optional } from '../ui/preloadable.tsx';
import { Screen } from '../ui/Screen.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import {
  CardSkeletons,
  PodcastCards,
  preloadCards,
  preloadCardsAndPositions,
  ThemeFrame,
} from './PodcastCards.tsx';
import { RestoredScroll } from './RestoredScroll.tsx';
import { useScreenRequest } from './screen-request.ts';
import { useChatOverlay } from './use-chat-overlay.tsx';
import { usePodcastsOrder } from './use-podcasts-order.ts';

const loadOwnPodcasts = () => import('../features/catalogue/OwnPodcasts.tsx');
const OwnPodcasts = lazy(() =>
  loadOwnPodcasts().then((module) => ({ default: module.OwnPodcasts })),
);

const DueLine = optional(async () => (await import('../features/review/DueLine.tsx')).DueLine);

/** As high as the card without podcasts. */
const OWN_PODCASTS_SKELETON = <Skeleton className="h-39.5 sm:h-21.5" />;

const route = getRouteApi('/podcasts');

export function PodcastsScreen() {
  const { category = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  const { user, hasFailed } = useUser();
  const expectsUser = user === undefined && !hasFailed && wasLoggedIn();
  const hasCards = Boolean(user) || expectsUser;
  const queryClient = useQueryClient();
  const [areCardsLoaded, setAreCardsLoaded] = useState(false);
  useEffect(() => {
    if (!hasCards) return;
    void preloadCards();
    loadOwnPodcasts().catch(() => {});
  }, [hasCards]);
  const { data: subscriptions, failureCount, isLoadingError } = useSubscriptions(Boolean(user));
  const userId = user?.id;
  useEffect(() => {
    if (userId === undefined) return;
    void preloadCardsAndPositions(queryClient).then(() => setAreCardsLoaded(true));
  }, [userId, queryClient]);
  const readerId = userId ?? previousReader();
  useEffect(() => {
    if (userId !== undefined && subscriptions) noteSubscriptions(userId, subscriptions.length > 0);
  }, [userId, subscriptions]);
  // The recent episodes' card polls it.
  const { data: troubles, isFetched: isWaitKnown } = useQuery({
    ...cacheStatusQuery,
    enabled: Boolean(user),
    refetchInterval: false,
    select: feedTroubles,
  });
  const { openChat, overlay } = useChatOverlay({
    user,
    hasBackToLibrary: false,
    onInsight: (...told) => noteInsight(queryClient, ...told),
    onNoTranscript: (episodeId) =>
      updateEpisode(queryClient, episodeId, { transcriptUnavailable: true }),
    onClosed: () => void refreshRemainingGenerations(queryClient),
  });

  const [quizStarts, setQuizStarts] = useState(0);
  useScreenRequest(({ kind }) => {
    if (kind === 'quiz') setQuizStarts((count) => count + 1);
    return kind === 'quiz';
  });

  const { isUndecided, isLedByCatalogue, isNew, showCards } = usePodcastsOrder({
    hasCards,
    userId,
    hasSubscriptions: subscriptions && subscriptions.length > 0,
    // Known for good: the cards ask again where it failed, and would otherwise be taken away for it.
    isWaiting: !isWaitKnown || !areCardsLoaded,
    hasFailed: failureCount > 0,
  });

  const isStarting = isLedByCatalogue && isNew && !isUndecided;
  const showEpisodes = () => {
    showCards();
    window.scrollTo({ top: 0 });
    document.querySelector('main')?.focus({ preventScroll: true });
  };

  const cards = hasCards && (
    <div key="cards" className={isLedByCatalogue ? 'mt-14' : 'mt-8'}>
      {user ? (
        <PodcastCards
          userId={user.id}
          subscriptions={subscriptions}
          areSubscriptionsMissing={isLoadingError}
          quizStarts={quizStarts}
          onOpenChat={openChat}
        />
      ) : (
        <CardSkeletons userId={readerId} />
      )}
    </div>
  );
  const catalogue = (
    <div key="catalogue" className={isLedByCatalogue ? 'mt-8' : 'mt-10'}>
      {hasCards ? (
        <div className="mb-10">
          {user ? (
            <CardBoundary name="Added by You">
              <Suspense fallback={OWN_PODCASTS_SKELETON}>
                <ThemeFrame>
                  <OwnPodcasts userId={user.id} troubles={troubles} />
                </ThemeFrame>
              </Suspense>
            </CardBoundary>
          ) : (
            OWN_PODCASTS_SKELETON
          )}
        </div>
      ) : null}
      <Catalogue
        troubles={troubles}
        category={category}
        onCategory={(chosen) =>
          void navigate({
            search: (search) => ({
              ...search,
              category: chosen === 'all' ? undefined : chosen,
            }),
            resetScroll: false,
          })
        }
        isLoggedIn={Boolean(user)}
        onShowEpisodes={isStarting ? showEpisodes : undefined}
      />
    </div>
  );

  return (
    <Screen
      title="Our Podcasts"
      intro="Marketing, HR, finance, law and health. Subscribe to a few and let the good parts come to you."
    >
      {user && <DueLine />}
      {isStarting && (
        <FirstSteps
          hasSubscriptions={(subscriptions?.length ?? 0) > 0}
          onShowEpisodes={showEpisodes}
        />
      )}
      <RestoredScroll />
      {/* Keys keep the state of parts that change places. */}
      {isUndecided ? (
        <div className="mt-8">
          <CardSkeletons userId={readerId} />
          <LoadingCatalogue />
        </div>
      ) : isLedByCatalogue ? (
        [catalogue, cards]
      ) : (
        [cards, catalogue]
      )}
      {overlay && (
        // Outside the cards, so that an open chat stays if the login expires.
        <Suspense fallback={null}>
          <ThemeFrame>{overlay}</ThemeFrame>
        </Suspense>
      )}
    </Screen>
  );
}
