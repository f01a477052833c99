import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '../../schema/wire/accounts.ts';
import { BriefCard } from '../features/brief/BriefCard.tsx';
import { subscriptionsQuery } from '../features/catalogue/subscriptions.ts';
import { AskCard } from '../features/chat/AskCard.tsx';
import { nothingToAskQuery } from '../features/chat/queries.ts';
import { DigestCard } from '../features/digest/DigestCard.tsx';
import { FeedsCard } from '../features/outgoing-feeds/FeedsCard.tsx';
import { ReviewCard } from '../features/review/ReviewCard.tsx';
import { ExportCard } from '../features/transfer/ExportCard.tsx';
import { ImportCard } from '../features/transfer/ImportCard.tsx';
import { SubscriptionsCard } from '../features/transfer/SubscriptionsCard.tsx';
import { useSearchDialog } from '../shell/use-search-dialog.ts';
import { buttonClass } from '../ui/button.ts';
import { CardBoundary } from '../ui/CardBoundary.tsx';
import type { EpisodePlace } from '../ui/citations.ts';
import { ToolCard } from '../ui/ToolCard.tsx';
import type { useAskOverlay } from './use-ask-overlay.tsx';
import { useHasSubscriptions } from './use-has-subscriptions.ts';

/** One card for each tool, in the order of the page. */
export function ToolCards({
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
  const { open: openSearch } = useSearchDialog();
  const hasSubscriptions = useHasSubscriptions(user.id);
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
            hasSubscriptions={hasSubscriptions}
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
          <BriefCard userId={user.id} email={user.email} />
        </CardBoundary>
      </div>
      <CardBoundary name="Your Feeds">
        <FeedsCard />
      </CardBoundary>
      <ToolCard
        title="Your Sources"
        action={
          <Link to="/tools" search={{ tool: 'sources' }} className={buttonClass('outline')}>
            Open Sources
          </Link>
        }
      >
        Bring your own articles, notes, PDFs and screenshots. Read them, ask about them and save
        from them, as you do with episodes.
      </ToolCard>
      <ToolCard
        title="Search"
        action={
          <button type="button" className={buttonClass('outline')} onClick={openSearch}>
            Open Search
          </button>
        }
      >
        Find anything said in your podcasts, or anything you saved, asked or wrote.
      </ToolCard>
      <ToolCard
        title="Content Editor"
        action={
          <Link to="/editor" className={buttonClass('outline')}>
            Open Editor
          </Link>
        }
      >
        Your own page to write on, saved to your account.
      </ToolCard>
      <div id="tool-export" tabIndex={-1} className="flex flex-col gap-6 outline-none">
        <CardBoundary name="Take Everything With You">
          <ExportCard />
        </CardBoundary>
        <CardBoundary name="Bring an Account Back">
          <ImportCard />
        </CardBoundary>
        <CardBoundary name="Move Your Subscriptions">
          <SubscriptionsCard userId={user.id} />
        </CardBoundary>
      </div>
      <ToolCard
        title="Assistants and API"
        action={
          <Link to="/tools" search={{ tool: 'tokens' }} className={buttonClass('outline')}>
            Open Reference
          </Link>
        }
      >
        Connect your own assistant or program to your podcasts and library.
      </ToolCard>
    </div>
  );
}

/** Whether the reader has no podcast, no source and no opened episode, as far as known. */
function useHasNothingToAsk(): boolean {
  const { data: subscriptions } = useQuery(subscriptionsQuery);
  const hasSubscriptions = subscriptions === undefined || subscriptions.length > 0;
  const { data: hasNothing } = useQuery({ ...nothingToAskQuery, enabled: !hasSubscriptions });
  return !hasSubscriptions && hasNothing === true;
}

function AskFirstSteps() {
  return (
    <p className="text-sm">
      You haven't subscribed to any podcasts yet.{' '}
      <Link to="/podcasts" className="text-accent underline">
        Browse podcasts
      </Link>{' '}
      or{' '}
      <Link to="/tools" search={{ tool: 'sources' }} className="text-accent underline">
        add a source
      </Link>
      , then ask here.
    </p>
  );
}
