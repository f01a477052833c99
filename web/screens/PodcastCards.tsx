import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Subscription } from '../../schema/wire/catalogue.ts';
import { hasStoredQuiz } from '../features/quiz/stored-quiz-key.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import { optional, preloadable } from '../ui/preloadable.tsx';
import { ReservedHeight, reservedHeight } from '../ui/ReservedHeight.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { OpenedChat } from './use-chat-overlay.tsx';

export const ThemeFrame = preloadable(
  async () => (await import('../ui/ThemeFrame.tsx')).ThemeFrame,
);
const loadRecentEpisodes = () => import('./RecentEpisodes.tsx');
const RecentEpisodes = preloadable(async () => (await loadRecentEpisodes()).RecentEpisodes);
const QuizCard = preloadable(async () => (await import('../features/quiz/QuizCard.tsx')).QuizCard);

const ReviewToggle = optional(
  async () => (await import('../features/review/ReviewToggle.tsx')).ReviewToggle,
);
const MissedNote = optional(
  async () => (await import('../features/review/MissedNote.tsx')).MissedNote,
);

/**
 * Loads their code at once instead of one part after the other. Resolves in any case: a failed import is
 * tried again on rendering.
 */
export async function preloadCards(): Promise<void> {
  await Promise.allSettled([ThemeFrame, RecentEpisodes, QuizCard].map(({ preload }) => preload()));
}

/** Loads their code and the started episodes, so that nothing moves once they are there. */
export async function preloadCardsAndPositions(queryClient: QueryClient): Promise<void> {
  await Promise.allSettled([
    preloadCards(),
    loadRecentEpisodes().then(({ preloadPositions }) => preloadPositions(queryClient)),
  ]);
}

/** Side by side if there is room. An open quiz is tall and would leave a gap, so it gets its own row. */
const CARDS =
  'grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] ' +
  'lg:has-[[data-open]]:grid-cols-1';

interface Props {
  userId: string;
  /** Undefined while it loads. */
  subscriptions: Subscription[] | undefined;
  areSubscriptionsMissing: boolean;
  /** Starts a quiz whenever it changes. */
  quizStarts: number;
  onOpenChat: (opened: OpenedChat) => void;
}

/** Recent Episodes and Knowledge Quiz. */
export function PodcastCards({
  userId,
  subscriptions,
  areSubscriptionsMissing,
  quizStarts,
  onOpenChat,
}: Props) {
  return (
    <CardBoundary name="Recent Episodes and Knowledge Quiz">
      <Suspense fallback={<CardSkeletons userId={userId} />}>
        <ThemeFrame>
          <div className={CARDS}>
            <CardBoundary name="Recent Episodes">
              <Suspense fallback={<EpisodesSkeleton />}>
                <RecentEpisodes
                  subscriptions={subscriptions}
                  areSubscriptionsMissing={areSubscriptionsMissing}
                  onOpenChat={(opened) => onOpenChat({ ...opened, isNew: true })}
                />
              </Suspense>
            </CardBoundary>
            <CardBoundary name="Knowledge Quiz">
              <Suspense fallback={<QuizSkeleton userId={userId} />}>
                <ReservedHeight
                  name={quizHeight(hasStoredQuiz(userId))}
                  isLoaded
                  isFailed={false}
                  className="grid grid-cols-1"
                >
                  <QuizCard
                    userId={userId}
                    startCount={quizStarts}
                    action={(questionId) => <ReviewToggle kind="question" sourceId={questionId} />}
                    missedNote={(questionIds) => <MissedNote questionIds={questionIds} />}
                    onPlace={({ seconds, ...place }, openedBy) =>
                      onOpenChat({ ...place, episodeTitle: null, at: seconds, openedBy })
                    }
                  />
                </ReservedHeight>
              </Suspense>
            </CardBoundary>
          </div>
        </ThemeFrame>
      </Suspense>
    </CardBoundary>
  );
}

/** @param userId undefined while the session loads and this browser knows no reader */
export function CardSkeletons({ userId }: { userId: string | undefined }) {
  return (
    <div className={CARDS}>
      <EpisodesSkeleton />
      <QuizSkeleton userId={userId} />
    </div>
  );
}

/** As high as the card was last. */
function EpisodesSkeleton() {
  return <CardSkeleton className="h-80" height={reservedHeight('recent-episodes')} />;
}

const quizHeight = (isOpen: boolean) => (isOpen ? 'open-quiz' : 'quiz');

/** As high as the card was last; in its own row if a quiz is open. */
function QuizSkeleton({ userId }: { userId: string | undefined }) {
  const isOpen = userId !== undefined && hasStoredQuiz(userId);
  return (
    <CardSkeleton
      className={isOpen ? 'h-104' : 'h-54.5'}
      height={reservedHeight(quizHeight(isOpen))}
      isOpen={isOpen}
    />
  );
}

function CardSkeleton({
  className,
  isOpen = false,
  height,
}: {
  className: string;
  isOpen?: boolean;
  height?: number | undefined;
}) {
  return (
    <div
      className={`panel space-y-4 p-5 sm:p-6 ${className}`}
      style={{ height }}
      data-open={isOpen || undefined}
    >
      <Skeleton className="h-7 w-44" />
      <Skeleton className="h-10" />
      <Skeleton className="h-10" />
    </div>
  );
}
