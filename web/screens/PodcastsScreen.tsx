import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { Catalogue } from '../features/catalogue/Catalogue.tsx';
import { useSubscriptions } from '../features/catalogue/subscriptions.ts';
import { noteInsight, refreshRemainingGenerations } from '../features/episodes/insight-progress.ts';
import { useUser, wasSignedIn } from '../features/session/user.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { Screen } from '../ui/Screen.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useChatOverlay } from './use-chat-overlay.tsx';

const loadThemeFrame = () => import('../ui/ThemeFrame.tsx');
const ThemeFrame = lazy(() => loadThemeFrame().then((module) => ({ default: module.ThemeFrame })));
const loadRecentEpisodes = () => import('../features/episodes/RecentEpisodesCard.tsx');
const RecentEpisodesCard = lazy(() =>
  loadRecentEpisodes().then((module) => ({ default: module.RecentEpisodesCard })),
);
const loadQuiz = () => import('../features/quiz/QuizCard.tsx');
const QuizCard = lazy(() => loadQuiz().then((module) => ({ default: module.QuizCard })));

const CARDS = 'mt-8 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]';

const route = getRouteApi('/podcasts');

export function PodcastsScreen() {
  const { category = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  const { user, isPending } = useUser();
  const expectsUser = isPending && wasSignedIn();
  const hasCards = Boolean(user) || expectsUser;
  useEffect(() => {
    if (!hasCards) return;
    // All at once, not each when the one around it has come. What fails is asked for again there.
    for (const load of [loadThemeFrame, loadRecentEpisodes, loadQuiz]) load().catch(() => {});
  }, [hasCards]);
  const { data: followed } = useSubscriptions(Boolean(user));
  const queryClient = useQueryClient();
  const { openChat, overlay } = useChatOverlay({
    user,
    hasBackToLibrary: false,
    onInsight: (episodeId, status) => noteInsight(queryClient, episodeId, status),
    onClosed: () => void refreshRemainingGenerations(queryClient),
  });

  return (
    <Screen
      title="Our Podcasts"
      intro="Marketing, HR, finance, law and health. Follow a few and let the good parts come to you."
    >
      {user ? (
        <CardBoundary name="Recent Episodes and Knowledge Quiz">
          <Suspense fallback={<CardSkeletons />}>
            <ThemeFrame>
              <div className={CARDS}>
                <CardBoundary name="Recent Episodes">
                  <Suspense fallback={<CardSkeleton />}>
                    <RecentEpisodesCard followed={followed} onOpenChat={openChat} />
                  </Suspense>
                </CardBoundary>
                <CardBoundary name="Knowledge Quiz">
                  <Suspense fallback={<CardSkeleton />}>
                    <QuizCard />
                  </Suspense>
                </CardBoundary>
              </div>
              {overlay}
            </ThemeFrame>
          </Suspense>
        </CardBoundary>
      ) : expectsUser ? (
        <CardSkeletons />
      ) : null}
      <div className="mt-10">
        <Catalogue
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
