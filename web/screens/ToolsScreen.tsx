import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import type { User } from '../../schema/wire/accounts.ts';
import { BriefCard } from '../features/brief/BriefCard.tsx';
import {
  noteFollowing,
  subscriptionsQuery,
  wasFollowing,
} from '../features/catalogue/subscriptions.ts';
import { AskCard } from '../features/chat/AskCard.tsx';
import { nothingToAskQuery } from '../features/chat/queries.ts';
import { EditorCard } from '../features/content/EditorCard.tsx';
import { DigestCard } from '../features/digest/DigestCard.tsx';
import { FeedsCard } from '../features/outgoing-feeds/FeedsCard.tsx';
import { ProgramsCard } from '../features/programs/ProgramsCard.tsx';
import { ReviewCard } from '../features/review/ReviewCard.tsx';
import { SearchCard } from '../features/search/SearchCard.tsx';
import { Protected } from '../features/session/Protected.tsx';
import { SignInPrompt } from '../features/session/SignInPrompt.tsx';
import { useReader } from '../features/session/user.ts';
import { SourcesCard } from '../features/sources/SourcesCard.tsx';
import { ExportCard } from '../features/transfer/ExportCard.tsx';
import { ImportCard } from '../features/transfer/ImportCard.tsx';
import { SubscriptionsCard } from '../features/transfer/SubscriptionsCard.tsx';
import { useFind } from '../shell/use-find.ts';
import { buttonClass } from '../ui/button.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import type { EpisodePlace } from '../ui/citations.ts';
import { Screen } from '../ui/Screen.tsx';
import { TextSkeleton } from '../ui/Skeleton.tsx';
import { OverlayPlayer } from './OverlayPlayer.tsx';
import type { Tool } from './search.ts';
import { useAskOverlay } from './use-ask-overlay.tsx';

const TranscriptDialog = lazy(() =>
  import('../features/chat/TranscriptDialog.tsx').then((module) => ({
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

/** The tools with a page of their own, and their titles. */
const PAGES: Partial<Record<Tool, string>> = {
  review: 'Daily Review',
  sources: 'Your Sources',
  tokens: 'Assistants and API',
};

const route = getRouteApi('/frame/tools');

export function ToolsScreen() {
  const { tool } = route.useSearch();
  const { href } = useLocation();
  const title = tool === undefined ? undefined : PAGES[tool];
  const { user } = useReader();
  return (
    // The prompt to sign in is in the middle of the screen, as in the library.
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
  const { tool, episode, at = null, digest = null } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  // Stable, because a new function would rerender the digest and lose the focus.
  const openPlace = useCallback(
    ({ episodeId, seconds }: EpisodePlace) =>
      void navigate({
        search: (before) => ({ ...before, episode: episodeId, at: seconds }),
        resetScroll: false,
      }),
    [navigate],
  );
  const { open: openAsk, overlay: askOverlay } = useAskOverlay(user);
  const { hash } = useLocation();
  useEffect(() => {
    const card = document.getElementById(hash || `tool-${tool}`);
    card?.scrollIntoView();
    card?.focus({ preventScroll: true });
  }, [tool, hash]);
  return (
    <>
      {tool === 'review' ? (
        <CardBoundary name="The daily review">
          <Suspense fallback={<TextSkeleton label="Loading your review" />}>
            <ReviewTool userId={user.id} onPlace={openPlace} />
          </Suspense>
        </CardBoundary>
      ) : tool === 'sources' ? (
        <CardBoundary name="Your sources">
          <Suspense fallback={<TextSkeleton label="Loading your sources" />}>
            <SourcesTool user={user} />
          </Suspense>
        </CardBoundary>
      ) : tool === 'tokens' ? (
        <CardBoundary name="The reference">
          <Suspense fallback={<TextSkeleton label="Loading the reference" />}>
            <ProgramsPage
              tokensLink={
                <Link to="/profile" className="text-accent underline">
                  profile
                </Link>
              }
            />
          </Suspense>
        </CardBoundary>
      ) : (
        <Cards
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
              seconds={at}
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
  const isFollowing = useIsFollowing(userId);
  const toPodcasts = (label: string) => (
    <Link to="/podcasts" className={buttonClass('solid')}>
      {label}
    </Link>
  );
  return (
    <ReviewPage
      userId={userId}
      firstSteps={
        isFollowing === undefined
          ? null
          : isFollowing
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

function Cards({
  user,
  onAsk,
  digestId,
  onDigest,
  onPlace,
}: {
  user: User;
  onAsk: ReturnType<typeof useAskOverlay>['open'];
  digestId: string | null;
  onDigest: (digestId: string | null) => void;
  onPlace: (place: EpisodePlace) => void;
}) {
  const { open: openFind } = useFind();
  const isFollowing = useIsFollowing(user.id);
  const isEmpty = useHasNothingToAsk();
  // One button at most is solid: the reviews that are due or, without podcasts, the way to them.
  return (
    <div className="flex flex-col gap-6">
      <CardBoundary name="Daily Review">
        <ReviewCard
          link={(isDue) => (
            <Link
              to="/tools"
              search={{ tool: 'review' }}
              className={buttonClass(isDue ? 'solid' : 'outline')}
            >
              Open Review
            </Link>
          )}
        />
      </CardBoundary>
      <div id="tool-digest" tabIndex={-1} className="outline-none">
        <CardBoundary name="Weekly Digest">
          <DigestCard
            digestId={digestId}
            isFollowing={isFollowing}
            toPodcasts={
              <Link to="/podcasts" className={buttonClass('solid')}>
                Browse Podcasts
              </Link>
            }
            onChoose={onDigest}
            onPlace={onPlace}
          />
        </CardBoundary>
      </div>
      <CardBoundary name="Ask All My Podcasts">
        <AskCard userId={user.id} firstSteps={isEmpty ? <AskFirstSteps /> : null} onAsk={onAsk} />
      </CardBoundary>
      {/* Mails link to it. */}
      <div id="tool-brief" tabIndex={-1} className="outline-none">
        <CardBoundary name="Your Brief by Mail">
          <BriefCard email={user.email} />
        </CardBoundary>
      </div>
      <CardBoundary name="Your Feeds">
        <FeedsCard />
      </CardBoundary>
      <SourcesCard
        link={
          <Link to="/tools" search={{ tool: 'sources' }} className={buttonClass('outline')}>
            Open Sources
          </Link>
        }
      />
      <SearchCard onOpen={openFind} />
      <EditorCard />
      <div id="tool-export" tabIndex={-1} className="flex flex-col gap-6 outline-none">
        <CardBoundary name="Take Everything With You">
          <ExportCard />
        </CardBoundary>
        <CardBoundary name="Bring an Account Back">
          <ImportCard />
        </CardBoundary>
        <CardBoundary name="Move Your Subscriptions">
          <SubscriptionsCard />
        </CardBoundary>
      </div>
      <ProgramsCard
        link={
          <Link to="/tools" search={{ tool: 'tokens' }} className={buttonClass('outline')}>
            Open Reference
          </Link>
        }
      />
    </div>
  );
}

/**
 * Whether the reader follows a podcast; until that has loaded, the last known answer, or undefined if there is
 * none.
 */
function useIsFollowing(userId: string): boolean | undefined {
  const { data, isError } = useQuery(subscriptionsQuery);
  useEffect(() => {
    if (data) noteFollowing(userId, data.length > 0);
  }, [userId, data]);
  if (data) return data.length > 0;
  return wasFollowing(userId) ?? (isError ? true : undefined);
}

/** Whether the reader has no podcast, no source and no opened episode, as far as known. */
function useHasNothingToAsk(): boolean {
  const { data: subscriptions } = useQuery(subscriptionsQuery);
  const isFollowing = subscriptions === undefined || subscriptions.length > 0;
  const { data: hasNothing } = useQuery({ ...nothingToAskQuery, enabled: !isFollowing });
  return !isFollowing && hasNothing === true;
}

function AskFirstSteps() {
  return (
    <>
      <p>You don't follow any podcasts yet. Subscribe to one or add a source, then ask here.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Link to="/podcasts" className={buttonClass('soft')}>
          Browse Podcasts
        </Link>
        <Link to="/tools" search={{ tool: 'sources' }} className={buttonClass('outline')}>
          Add a Source
        </Link>
      </div>
    </>
  );
}
