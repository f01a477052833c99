import { getRouteApi, Link, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import { Protected } from '../features/session/Protected.tsx';
import { SignInPrompt } from '../features/session/SignInPrompt.tsx';
import { useReader } from '../features/session/user.ts';
import { buttonClass } from '../ui/button.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import type { EpisodePlace } from '../ui/citations.ts';
import { Screen } from '../ui/Screen.tsx';
import { TextSkeleton } from '../ui/Skeleton.tsx';
import { OverlayPlayer } from './OverlayPlayer.tsx';
import type { Tool } from './search-params.ts';
import { ToolCards } from './ToolCards.tsx';
import { useAskOverlay } from './use-ask-overlay.tsx';
import { useCitedPlace } from './use-cited-place.ts';
import { useHasSubscriptions } from './use-has-subscriptions.ts';

const TranscriptDialog = lazy(() =>
  import('../features/chat/transcript/TranscriptDialog.tsx').then((module) => ({
    default: module.TranscriptDialog,
  })),
);

const ReviewPage = lazy(() =>
  import('../features/review/ReviewPage.tsx').then((module) => ({ default: module.ReviewPage })),
);

const ProgramsPage = lazy(() =>
  import('../features/programs/ProgramsPage.tsx').then((module) => ({
    default: module.ProgramsPage,
  })),
);

const SourcesTool = lazy(() =>
  import('./SourcesTool.tsx').then((module) => ({ default: module.SourcesTool })),
);

interface ToolPage {
  title: string;
  /** Its name while it loads. */
  loading: string;
  /** Its name if it fails. */
  name: string;
  show: (user: User, onPlace: (place: EpisodePlace) => void) => ReactNode;
}

/** The tools with a page of their own. */
const PAGES: Partial<Record<Tool, ToolPage>> = {
  review: {
    title: 'Daily Review',
    loading: 'Loading your review',
    name: 'The daily review',
    show: (user, onPlace) => <ReviewTool userId={user.id} onPlace={onPlace} />,
  },
  sources: {
    title: 'Your Sources',
    loading: 'Loading your sources',
    name: 'Your sources',
    show: (user) => <SourcesTool user={user} />,
  },
  tokens: {
    title: 'Assistants and API',
    loading: 'Loading the reference',
    name: 'The reference',
    show: () => (
      <ProgramsPage
        tokensLink={
          <Link to="/profile" className="text-accent underline">
            profile
          </Link>
        }
      />
    ),
  },
};

const route = getRouteApi('/frame/tools');

export function ToolsScreen() {
  const { tool } = route.useSearch();
  const { href } = useLocation();
  const title = tool && PAGES[tool]?.title;
  const { user } = useReader();
  return (
    // The prompt to log in is in the middle of the screen, as in the library.
    <Screen title={title ?? 'Tools'} className={user === null ? '' : 'max-w-4xl'}>
      {title !== undefined && (
        <Link to="/tools" className="mt-1 inline-block py-2 text-sm text-accent hover:underline">
          All Tools
        </Link>
      )}
      <div className={title === undefined ? 'mt-8' : 'mt-4'}>
        <Protected
          skeleton={<TextSkeleton />}
          anonymous={
            <SignInPrompt from={href}>The tools work with what is in your account.</SignInPrompt>
          }
        >
          {(user) => <Tools user={user} />}
        </Protected>
      </div>
    </Screen>
  );
}

function Tools({ user }: { user: User }) {
  const { tool, episode, digest = null } = route.useSearch();
  const page = tool && PAGES[tool];
  const navigate = route.useNavigate();
  const router = useRouter();
  const cited = useCitedPlace();
  const { note } = cited;
  // Stable, because a new function would rerender the digest and lose the focus.
  const openPlace = useCallback(
    (place: EpisodePlace) => {
      note(place);
      const { episodeId, seconds } = place;
      void navigate({
        search: (before) => ({ ...before, episode: episodeId, at: seconds }),
        resetScroll: false,
      });
    },
    [navigate, note],
  );
  const { open: openAsk, overlay: askOverlay } = useAskOverlay(user, cited);
  const { hash } = useLocation();
  const shownTool = useRef(tool);
  useEffect(() => {
    const card = document.getElementById(hash || `tool-${tool}`);
    card?.scrollIntoView();
    // The link that was followed is gone, together with its page.
    const isLost = tool !== shownTool.current && document.activeElement === document.body;
    const target = card ?? (isLost ? document.querySelector('main') : null);
    target?.focus({ preventScroll: true });
    shownTool.current = tool;
  }, [tool, hash]);
  return (
    <>
      {page ? (
        <CardBoundary name={page.name}>
          <Suspense fallback={<TextSkeleton label={page.loading} />}>
            {page.show(user, openPlace)}
          </Suspense>
        </CardBoundary>
      ) : (
        <ToolCards
          user={user}
          onAsk={openAsk}
          digestId={digest}
          onDigest={(id) => {
            // Don't bring back a reader who has left while the next screen is still loading.
            if (router.latestLocation.pathname !== '/tools') return;
            void navigate({
              search: (before) => ({ ...before, digest: id ?? undefined }),
              resetScroll: false,
            });
          }}
          onPlace={openPlace}
        />
      )}
      {askOverlay}
      {tool !== 'ask' && tool !== 'sources' && episode !== undefined && (
        <CardBoundary name="The transcript" isOverlay>
          <Suspense fallback={null}>
            <TranscriptDialog
              episodeId={episode}
              citation={cited.place}
              player={<OverlayPlayer />}
              onClose={() =>
                void navigate({
                  search: (before) => ({ ...before, episode: undefined, at: undefined }),
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </Suspense>
        </CardBoundary>
      )}
    </>
  );
}

function ReviewTool({
  userId,
  onPlace,
}: {
  userId: string;
  onPlace: (place: EpisodePlace) => void;
}) {
  const hasSubscriptions = useHasSubscriptions(userId);
  const toPodcasts = (label: string) => (
    <Link to="/podcasts" className={buttonClass('solid')}>
      {label}
    </Link>
  );
  return (
    <ReviewPage
      userId={userId}
      firstSteps={
        hasSubscriptions === undefined
          ? null
          : hasSubscriptions
            ? {
                text: 'Add questions from a quiz or insights from your library.',
                link: toPodcasts('Take a Quiz'),
              }
            : {
                text: 'Subscribe to a podcast, then add questions from a quiz or insights from your library.',
                link: toPodcasts('Browse Podcasts'),
              }
      }
      onPlace={onPlace}
    />
  );
}
