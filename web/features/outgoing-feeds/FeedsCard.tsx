import { AlertDialog, Button } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { Rss } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { FeedKind, OutgoingFeed } from '../../../schema/wire/outgoing-feeds.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { formatDay } from '../../ui/dates.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toasts.ts';
import { feedsQuery, useCreateFeed, useRevokeFeed } from './queries.ts';

const NAMES: Record<FeedKind, { name: string; text: string }> = {
  digests: { name: 'Weekly digests', text: 'Each digest, with links to the places it cites.' },
  saved: { name: 'Saved insights', text: 'What you save in your library, with notes and tags.' },
};

/** The reader's digests and saved insights as RSS feeds. */
export function FeedsCard() {
  const { data, error, refetch } = useQuery(feedsQuery);
  return (
    <section aria-labelledby="feeds-card" className="panel p-5 sm:p-8">
      <h2 id="feeds-card" className="text-xl">
        Your Feeds
      </h2>
      <p className="mt-1 text-sm text-quiet">
        Read along in your feed reader. Each feed has an RSS address that only you know.
      </p>
      <div className="mt-5">
        {data ? (
          <ul className="divide-y divide-(--gray-a4) border-y border-hairline">
            {data.map((feed) => (
              <FeedRow key={feed.kind} feed={feed} />
            ))}
          </ul>
        ) : error ? (
          <ErrorState title="Your feeds could not be loaded" onRetry={() => void refetch()} />
        ) : (
          <div aria-busy="true">
            <span className="sr-only" role="status">
              Loading your feeds...
            </span>
            <Skeleton className="h-36 rounded-xl" />
          </div>
        )}
      </div>
    </section>
  );
}

function FeedRow({ feed: { kind, createdAt } }: { feed: OutgoingFeed }) {
  /** Only shown once, because the server stores only a hash of it. */
  const [address, setAddress] = useState<string | null>(null);
  const creation = useCreateFeed();
  const revocation = useRevokeFeed();
  const { name, text } = NAMES[kind];
  const id = useId();
  const create = () =>
    creation.mutateAsync(kind).then(
      (made) => setAddress(made.address),
      (error: Error) => showError(error, 'Failed to create an address'),
    );
  const revoke = () =>
    revocation.mutateAsync(kind).then(
      () => {
        setAddress(null);
        toast({
          title: 'Success',
          description: `The address for ${name.toLowerCase()} is revoked`,
        });
      },
      (error: Error) => showError(error, 'Failed to revoke this address'),
    );
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-60">
          <h3 id={id} className="font-medium">
            {name}
          </h3>
          <p className="text-sm text-quiet">
            {text}
            {createdAt === null ? '' : ` Address created ${formatDay(createdAt)}.`}
          </p>
        </div>
        {createdAt === null ? (
          <BusyButton
            variant="soft"
            isBusy={creation.isPending}
            aria-describedby={id}
            onClick={() => void create()}
          >
            <Rss size={16} aria-hidden />
            Create Address
          </BusyButton>
        ) : (
          <div className="flex flex-wrap gap-3">
            <Question
              label="Replace"
              describedBy={id}
              title="Replace this address?"
              text="Feed readers with the present address stop receiving this feed."
              action="Replace Address"
              isBusy={creation.isPending}
              onConfirm={create}
            />
            <Question
              label="Revoke"
              describedBy={id}
              title="Revoke this address?"
              text="Feed readers stop receiving this feed. You cannot undo this."
              action="Revoke Address"
              isBusy={revocation.isPending}
              onConfirm={revoke}
            />
          </div>
        )}
      </div>
      <div aria-live="polite">{address === null ? null : <NewAddress address={address} />}</div>
    </li>
  );
}

function showError(error: Error, fallback: string) {
  const description = errorMessage(error, fallback);
  toast({ title: 'Error', description, variant: 'destructive' });
}

function NewAddress({ address }: { address: string }) {
  return (
    <div className="mt-4">
      <p className="rounded-md bg-(--gray-a3) px-3 py-2 font-mono text-sm wrap-anywhere">
        {address}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <CopyButton text={address} variant="soft" />
        <p className="min-w-0 grow basis-60 text-sm text-quiet">
          Copy it now: you will not see it again. Anyone who has it can read this feed.
        </p>
      </div>
    </div>
  );
}

/** A button that asks before something stops working. */
function Question({
  label,
  describedBy,
  title,
  text,
  action,
  isBusy,
  onConfirm,
}: {
  label: string;
  describedBy: string;
  title: string;
  text: ReactNode;
  action: string;
  isBusy: boolean;
  onConfirm: () => Promise<void>;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <AlertDialog.Trigger>
        <Button variant="soft" color="gray" aria-describedby={describedBy}>
          {label}
        </Button>
      </AlertDialog.Trigger>
      <AlertDialog.Content className="max-w-108">
        <AlertDialog.Title as="h2" className="mb-2">
          {title}
        </AlertDialog.Title>
        <AlertDialog.Description size="2">{text}</AlertDialog.Description>
        <div className="mt-5 flex justify-end gap-3">
          <AlertDialog.Cancel>
            <Button variant="soft" color="gray" disabled={isBusy}>
              Cancel
            </Button>
          </AlertDialog.Cancel>
          <BusyButton
            color="red"
            isBusy={isBusy}
            onClick={() => void onConfirm().finally(() => setIsOpen(false))}
          >
            {action}
          </BusyButton>
        </div>
      </AlertDialog.Content>
    </AlertDialog.Root>
  );
}
