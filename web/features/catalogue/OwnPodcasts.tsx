import { Badge, Button } from '@radix-ui/themes';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import type { OwnPodcast } from '../../../schema/wire/own-podcasts.ts';
import { errorMessage } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Folded } from '../../ui/Folded.tsx';
import { NotLoadedLine } from '../../ui/NotLoadedLine.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { AddPodcast } from './AddPodcast.tsx';
import { ownPodcastsQuery, useRemovePodcast } from './own-podcasts.ts';
import { PodcastCard } from './PodcastCard.tsx';

const GRID =
  'm-0 mt-5 grid list-none gap-x-6 gap-y-10 p-0 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

/** One row where it is widest: the catalogue is below. */
const UNFOLDED = 4;

/** The podcasts that the reader added, and the way to add another. */
export function OwnPodcasts({
  userId,
  troubles,
}: {
  userId: string;
  /** By podcast: why its feed could not be read. */
  troubles: ReadonlyMap<string, string> | undefined;
}) {
  const { data, error, refetch } = useQuery(ownPodcastsQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const podcasts = data?.podcasts ?? [];
  return (
    <section aria-labelledby="own-podcasts">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-hairline py-4">
        <div className="min-w-0 grow basis-72">
          <h2 id="own-podcasts" ref={heading} tabIndex={-1} className="text-xl outline-none">
            Added by You
          </h2>
          <p className="mt-1 text-sm text-quiet">
            {podcasts.length > 0
              ? 'Only you see these.'
              : 'Missing a podcast? Add any you listen to. Only you will see it.'}
          </p>
        </div>
        <AddPodcast userId={userId} />
      </div>
      {error && !data ? (
        <NotLoadedLine name="Your own podcasts" className="mt-3" onRetry={() => void refetch()} />
      ) : null}
      {podcasts.length > 0 ? (
        <Folded items={podcasts} limit={UNFOLDED} more="more podcasts">
          {(part) => (
            <ul className={GRID}>
              {part.map((podcast, index) => (
                <PodcastCard
                  key={podcast.id}
                  podcast={podcast}
                  index={index}
                  trouble={troubles?.get(podcast.id)}
                  action={() => (
                    <div className="flex grow items-center justify-between gap-3">
                      <RemoveButton podcast={podcast} heading={heading} />
                      {podcast.isPrivate ? (
                        <Badge color="gray" size="2">
                          <Lock size={12} aria-hidden />
                          Private feed
                        </Badge>
                      ) : null}
                    </div>
                  )}
                />
              ))}
            </ul>
          )}
        </Folded>
      ) : null}
    </section>
  );
}

function RemoveButton({
  podcast,
  heading,
}: {
  podcast: OwnPodcast;
  heading: RefObject<HTMLElement | null>;
}) {
  const removal = useRemovePodcast();
  const remove = async () => {
    try {
      await removal.mutateAsync(podcast.id);
    } catch (error) {
      toastError(errorMessage(error, 'Failed to remove this podcast'));
      return;
    }
    toastSuccess(`${podcast.title} has been removed`);
  };
  return (
    <ConfirmDialog
      trigger={
        <Button variant="soft" color="gray" aria-label={`Remove ${podcast.title}`}>
          Remove
        </Button>
      }
      title="Remove this podcast?"
      action="Remove Podcast"
      isBusy={removal.isPending}
      focusWhenGone={heading}
      onConfirm={remove}
    >
      <bdi>{podcast.title}</bdi> will be removed from your podcasts. What you saved from it stays in
      your library.
    </ConfirmDialog>
  );
}
