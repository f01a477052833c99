import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Catalogue, LoadingCatalogue } from '../features/catalogue/Catalogue.tsx';
import { FirstSteps } from '../features/catalogue/FirstSteps.tsx';
import {
  noteFollowing,
  useSubscriptions,
  wasFollowing,
} from '../features/catalogue/subscriptions.ts';
import { noteInsight, refreshRemainingGenerations } from '../features/episodes/insight-progress.ts';
import { cacheStatusQuery, feedTroubles } from '../features/episodes/queries.ts';
import type { ReviewToggleProps } from '../features/review/ReviewToggle.tsx';
import { useUser, wasSignedIn } from '../features/session/user.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { Screen } from '../ui/Screen.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useAsked } from './asked.ts';
import { useChatOverlay } from './use-chat-overlay.tsx';

const loadThemeFrame = () => import('../ui/ThemeFrame.tsx');
const ThemeFrame = lazy(() => loadThemeFrame().then((module) => ({ default: module.ThemeFrame })));
const loadOwnPodcasts = () => import('../features/catalogue/OwnPodcasts.tsx');
const OwnPodcasts = lazy(() =>
  loadOwnPodcasts().then((module) => ({ default: module.OwnPodcasts })),
);
const loadRecentEpisodes = () => import('./RecentEpisodes.tsx');
const RecentEpisodes = lazy(() =>
  loadRecentEpisodes().then((module) => ({ default: module.RecentEpisodes })),
);
const loadQuiz = () => import('../features/quiz/QuizCard.tsx');
const QuizCard = lazy(() => loadQuiz().then((module) => ({ default: module.QuizCard })));

/** Nobody misses it where it does not load. */
const DueLine = lazy(() =>
  import('../features/review/DueLine.tsx').then(
    (module) => ({ default: module.DueLine }),
    () => ({ default: () => null }),
  ),
);
const ReviewToggle = lazy(
  (): Promise<{ default: ComponentType<ReviewToggleProps> }> =>
    import('../features/review/ReviewToggle.tsx').then(
      (module) => ({ default: module.ReviewToggle }),
      () => ({ default: () => null }),
    ),
);

/** Side by side if there is room. An open quiz is tall and would leave a gap, so it gets its own row. */
const CARDS =
  'grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] ' +
  'lg:has-[[data-open]]:grid-cols-1';

/** As high as the card without podcasts. */
const OWN_PODCASTS_SKELETON = <Skeleton className="h-39.5 sm:h-21.5" />;

const route = getRouteApi('/podcasts');

export function PodcastsScreen() {
  const { category = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  const { user, isPending } = useUser();
  const expectsUser = isPending && wasSignedIn();
  const hasCards = Boolean(user) || expectsUser;
  useEffect(() => {
    if (!hasCards) return;
    // Loads all of them at once instead of one after the other. A failed import is retried when
    // rendering.
    for (const load of [loadThemeFrame, loadOwnPodcasts, loadRecentEpisodes, loadQuiz])
      load().catch(() => {});
  }, [hasCards]);
  const { data: followed, failureCount } = useSubscriptions(Boolean(user));
  const userId = user?.id;
  useEffect(() => {
    if (userId !== undefined && followed) noteFollowing(userId, followed.length > 0);
  }, [userId, followed]);
  // The card of recent episodes asks anew every now and then.
  const { data: troubles } = useQuery({
    ...cacheStatusQuery,
    enabled: Boolean(user),
    refetchInterval: false,
    select: feedTroubles,
  });
  const queryClient = useQueryClient();
  const { openChat, overlay } = useChatOverlay({
    user,
    hasBackToLibrary: false,
    onInsight: (episodeId, status) => noteInsight(queryClient, episodeId, status),
    onClosed: () => void refreshRemainingGenerations(queryClient),
  });

  const [quizStarts, setQuizStarts] = useState(0);
  useAsked(({ kind }) => {
    if (kind === 'quiz') setQuizStarts((count) => count + 1);
    return kind === 'quiz';
  });

  const [isShowingCards, setIsShowingCards] = useState(false);
  // New users see the catalogue first. The order doesn't change until they ask for it, because content
  // that is being read must not move.
  const [startedEmpty, setStartedEmpty] = useState<boolean | null>(null);
  if (startedEmpty === null && followed !== undefined) setStartedEmpty(followed.length === 0);
  const isFollower = startedEmpty === null ? wasFollowing(userId) : !startedEmpty;
  /** First visit in this browser: show nothing that might have to move right away. */
  const isUndecided = hasCards && isFollower === null && failureCount === 0;
  const isLedByCatalogue = hasCards && !isShowingCards && isFollower !== true;

  const cards = hasCards && (
    <div key="cards" className={isLedByCatalogue ? 'mt-14' : 'mt-8'}>
      {user ? (
        <CardBoundary name="Recent Episodes and Knowledge Quiz">
          <Suspense fallback={<CardSkeletons />}>
            <ThemeFrame>
              <div className={CARDS}>
                <CardBoundary name="Recent Episodes">
                  <Suspense fallback={<CardSkeleton />}>
                    <RecentEpisodes followed={followed} onOpenChat={openChat} />
                  </Suspense>
                </CardBoundary>
                <CardBoundary name="Knowledge Quiz">
                  <Suspense fallback={<CardSkeleton />}>
                    <QuizCard
                      userId={user.id}
                      startCount={quizStarts}
                      action={(questionId) => (
                        <Suspense fallback={null}>
                          <ReviewToggle kind="question" sourceId={questionId} />
                        </Suspense>
                      )}
                      onPlace={({ episodeId, seconds }, openedBy) =>
                        openChat({ episodeId, episodeTitle: null, at: seconds, openedBy })
                      }
                    />
                  </Suspense>
                </CardBoundary>
              </div>
            </ThemeFrame>
          </Suspense>
        </CardBoundary>
      ) : (
        <CardSkeletons />
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
                  <OwnPodcasts troubles={troubles} />
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
        isSignedIn={Boolean(user)}
      />
    </div>
  );

  return (
    <Screen
      title="Our Podcasts"
      intro="Marketing, HR, finance, law and health. Follow a few and let the good parts come to you."
    >
      {user && (
        <Suspense fallback={null}>
          <DueLine />
        </Suspense>
      )}
      {isLedByCatalogue && !isUndecided && (
        <FirstSteps
          isFollowing={(followed?.length ?? 0) > 0}
          onShowEpisodes={() => {
            setIsShowingCards(true);
            window.scrollTo({ top: 0 });
            document.querySelector('main')?.focus({ preventScroll: true });
          }}
        />
      )}
      {/* Keys keep the state of parts that change places. */}
      {isUndecided ? (
        <div className="mt-8">
          <CardSkeletons />
          <LoadingCatalogue />
        </div>
      ) : isLedByCatalogue ? (
        [catalogue, cards]
      ) : (
        [cards, catalogue]
      )}
      {overlay && (
        // Outside the cards, so that an open chat stays if the session expires.
        <Suspense fallback={null}>
          <ThemeFrame>{overlay}</ThemeFrame>
        </Suspense>
      )}
    </Screen>
  );
}

function CardSkeleton() {
  return (
    <div className="panel h-80 space-y-4 p-5 sm:p-6">
      <Skeleton className="h-7 w-44" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}

function CardSkeletons() {
  return (
    <div className={CARDS}>
      <CardSkeleton />
      <CardSkeleton />
    </div>
  );
}
