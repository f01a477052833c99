import { Button, Dialog } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { Rss } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { FeedKind, OutgoingFeed } from '../../../schema/wire/outgoing-feeds.ts';
import { errorMessage } from '../../api/client.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatDay } from '../../ui/dates.ts';
import { useFocusOnChange } from '../../ui/kept-focus.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { ShownOnce } from '../../ui/ShownOnce.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { feedsQuery, useCreateFeed, useRevokeFeed } from './queries.ts';

const NAMES: Record<FeedKind, { name: string; text: string }> = {
  digests: { name: 'Weekly digests', text: 'Each digest, with links to the places it cites.' },
  saved: { name: 'Saved insights', text: 'What you save in your library, with notes and tags.' },
};

/** The reader's digests and saved insights as RSS feeds. */
export function FeedsCard() {
  const query = useQuery(feedsQuery);
  return (
    <section aria-labelledby="feeds-card" className="panel p-5 sm:p-8">
      <h2 id="feeds-card" className="text-xl">
        Your Feeds
      </h2>
      <p className="mt-1 text-sm text-quiet">
        Keep up in your feed reader. Each feed has an RSS address that only you know.
      </p>
      <div className="mt-5">
        <Loaded query={query} name="your feeds" skeleton="h-36">
          {(feeds) => (
            <ul className="divide-y divide-(--gray-a4) border-t border-hairline">
              {feeds.map((feed) => (
                <FeedRow key={feed.kind} feed={feed} />
              ))}
            </ul>
          )}
        </Loaded>
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
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnChange(heading, createdAt === null);
  const create = () =>
    creation.mutateAsync(kind).then(
      (made) => setAddress(made.address),
      (error: Error) => void toastError(errorMessage(error, 'Failed to create an address')),
    );
  const revoke = () =>
    revocation.mutateAsync(kind).then(
      () => {
        toastSuccess(`The address for ${name.toLowerCase()} is revoked`);
      },
      (error: Error) => void toastError(errorMessage(error, 'Failed to revoke this address')),
    );
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-60">
          <h3 id={id} ref={heading} tabIndex={-1} className="font-medium outline-none">
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
            icon={<Rss size={16} aria-hidden />}
            onClick={() => void create()}
          >
            Create Address
          </BusyButton>
        ) : (
          <div className="flex flex-wrap gap-3">
            <ConfirmDialog
              trigger={
                <Button variant="soft" color="gray" aria-describedby={id}>
                  Replace
                </Button>
              }
              title="Replace this address?"
              action="Replace Address"
              isBusy={creation.isPending}
              onConfirm={(close) => create().finally(close)}
            >
              Feed readers that use the current address stop receiving this feed.
            </ConfirmDialog>
            <ConfirmDialog
              trigger={
                <Button variant="soft" color="gray" aria-describedby={id}>
                  Revoke
                </Button>
              }
              title="Revoke this address?"
              action="Revoke Address"
              isBusy={revocation.isPending}
              focusWhenGone={heading}
              onConfirm={(close) => revoke().finally(close)}
            >
              Feed readers stop receiving this feed. You cannot undo this.
            </ConfirmDialog>
          </div>
        )}
      </div>
      <Dialog.Root open={address !== null} onOpenChange={() => setAddress(null)}>
        <Dialog.Content
          className="max-w-108"
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            heading.current?.focus();
          }}
        >
          <Dialog.Title as="h2">Your New Address</Dialog.Title>
          {address === null ? null : (
            <ShownOnce name="RSS address" secret={address}>
              Anyone who has it can read this feed.
            </ShownOnce>
          )}
        </Dialog.Content>
      </Dialog.Root>
    </li>
  );
}
