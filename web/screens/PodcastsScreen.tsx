import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Catalogue } from '../features/catalogue/Catalogue.tsx';
import { noteInsight, refreshRemainingGenerations } from '../features/episodes/insight-progress.ts';
import { useUser, wasSignedIn } from '../features/session/user.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useChatOverlay } from './use-chat-overlay.tsx';

const ThemeFrame = lazy(() =>
  import('../ui/ThemeFrame.tsx').then((module) => ({ default: module.ThemeFrame })),
);
const RecentEpisodesCard = lazy(() =>
  import('../features/episodes/RecentEpisodesCard.tsx').then((module) => ({
    default: module.RecentEpisodesCard,
  })),
);
const QuizCard = lazy(() =>
  import('../features/quiz/QuizCard.tsx').then((module) => ({ default: module.QuizCard })),
);

const CARDS = 'mt-8 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]';

const route = getRouteApi('/podcasts');

export function PodcastsScreen() {
  usePageTitle('Our Podcasts');
  const { category = 'all' } = route.useSearch();
  const navigate = route.useNavigate();
  const { user, isPending } = useUser();
  const expectsUser = isPending && wasSignedIn();
  const queryClient = useQueryClient();
  const { openChat, overlay } = useChatOverlay({
    user,
    hasBackToLibrary: false,
    onInsight: (episodeId, status) => noteInsight(queryClient, episodeId, status),
    onClosed: () => void refreshRemainingGenerations(queryClient),
  });

  return (
    <div className="container-page py-10 md:py-14">
      <h1 className="text-4xl md:text-5xl">Our Podcasts</h1>
      <p className="mt-3 max-w-xl text-quiet">
        Marketing, HR, finance, law and health. Follow a few and let the good parts come to you.
      </p>
      {user ? (
        <Suspense fallback={<CardSkeletons />}>
          <ThemeFrame>
            <div className={CARDS}>
              <CardBoundary name="Recent Episodes">
                <Suspense fallback={<CardSkeleton />}>
                  <RecentEpisodesCard onOpenChat={openChat} />
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
    </div>
  );
}

function CardSkeleton() {
  return <Skeleton className="h-72 rounded-2xl" />;
}

function CardSkeletons() {
  return (
    <div className={CARDS}>
      <CardSkeleton />
      <CardSkeleton />
    </div>
  );
}
