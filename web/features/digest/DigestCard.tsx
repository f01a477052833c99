import { Button, Text } from '@radix-ui/themes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, readReply } from '../../api/client.ts';
import { isMissing } from '../../api/missing.ts';
import { putReply } from '../../api/put-reply.ts';
import { refusalMessage } from '../../api/refusal.ts';
import { withWriteId } from '../../api/write-ids.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import type { EpisodePlace } from '../../ui/citations.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { passFocusOn } from '../../ui/pass-focus-on.ts';
import { TextSkeleton } from '../../ui/Skeleton.tsx';
import { toastError, toastSuccess } from '../../ui/toasts.ts';
import { DigestView } from './DigestView.tsx';
import { EarlierDigests } from './EarlierDigests.tsx';
import { digestQuery, digestsQuery, isDigest, latestDigestQuery } from './queries.ts';

/** The latest weekly digest, and a button for a new one. */
export function DigestCard({
  digestId,
  hasSubscriptions,
  toPodcasts,
  onChoose,
  onPlace,
}: {
  /** An earlier digest; null for the latest. */
  digestId: string | null;
  /** Whether the reader subscribes to a podcast; undefined until that is known. */
  hasSubscriptions: boolean | undefined;
  /** A link to the podcasts, for readers who subscribe to none. */
  toPodcasts: ReactNode;
  onChoose: (digestId: string | null) => void;
  onPlace: (place: EpisodePlace) => void;
}) {
  const queryClient = useQueryClient();
  const latest = useQuery({ ...latestDigestQuery, enabled: digestId === null });
  const kept = useQuery({ ...digestQuery(digestId ?? ''), enabled: digestId !== null });
  const shown = digestId === null ? latest : kept;
  const generation = useMutation({
    mutationFn: () =>
      withWriteId('digest', (id) =>
        readReply(api.digest.generate.$post({ query: { id } }), isDigest),
      ),
    onSuccess: async (digest) => {
      await putReply(queryClient, latestDigestQuery, digest);
      void queryClient.invalidateQueries({ queryKey: digestsQuery.queryKey, exact: true });
      toastSuccess('Weekly digest generated successfully');
    },
    onError: (error) => toastError(refusalMessage(error, 'Failed to generate digest')),
  });

  return (
    <section aria-labelledby="weekly-digest" className="panel p-5 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id="weekly-digest" className="text-xl">
            Weekly Digest
          </h2>
          <Text className="mt-1" as="p" size="2" color="gray" aria-live="polite">
            {generation.isPending
              ? 'Reading new episodes. Give it a minute.'
              : 'Your podcasts this week, on one page.'}
          </Text>
        </div>
        {hasSubscriptions !== false && (
          <BusyButton
            variant="soft"
            // Keeps its space until it is known whether it is needed.
            className={hasSubscriptions === undefined ? 'invisible' : ''}
            isBusy={generation.isPending}
            icon={<Newspaper size={16} aria-hidden />}
            busyLabel="Generating..."
            // Not if the reader has left meanwhile: choosing would bring them back.
            onClick={() => generation.mutate(undefined, { onSuccess: () => onChoose(null) })}
          >
            Generate Digest
          </BusyButton>
        )}
      </div>
      <div className="mt-6 border-t border-hairline pt-6">
        {shown.data ? (
          <DigestView key={shown.data.id} digest={shown.data} onPlace={onPlace} />
        ) : (
          <NoDigest
            isLatest={digestId === null}
            isPending={shown.isPending}
            hasSubscriptions={hasSubscriptions}
            toPodcasts={toPodcasts}
            isMissing={isMissing(shown.error)}
            onLatest={() => onChoose(null)}
            {...(shown.isError && {
              onRetry: () => queryClient.refetchQueries({ queryKey: ['digest'], type: 'active' }),
            })}
          />
        )}
      </div>
      <EarlierDigests
        shownId={shown.data?.id ?? null}
        // One error is enough, and its button tries again for both.
        isErrorShown={shown.isError && !shown.data}
        onChoose={onChoose}
      />
    </section>
  );
}

/** In place of a digest that is loading, did not load, or doesn't exist. */
function NoDigest({
  isLatest,
  isPending,
  isMissing,
  hasSubscriptions,
  toPodcasts,
  onLatest,
  onRetry,
}: {
  isLatest: boolean;
  isPending: boolean;
  isMissing: boolean;
  hasSubscriptions: boolean | undefined;
  toPodcasts: ReactNode;
  onLatest: () => void;
  /** Present if it did not load. */
  onRetry?: () => Promise<void>;
}) {
  if (!isLatest && isMissing) {
    return (
      <EmptyState
        title="This digest no longer exists"
        headingLevel="h3"
        action={
          <div ref={passFocusOn}>
            <Button onClick={onLatest}>Show the Latest Digest</Button>
          </div>
        }
      />
    );
  }
  if (onRetry) {
    const title = isLatest ? 'Your latest digest did not load' : 'This digest did not load';
    return <ErrorState title={title} onRetry={onRetry} />;
  }
  if (isPending || hasSubscriptions === undefined) {
    return <TextSkeleton label={isLatest ? 'Loading your latest digest' : 'Loading this digest'} />;
  }
  return (
    <EmptyState
      title="No Digest Yet"
      headingLevel="h3"
      action={hasSubscriptions ? null : toPodcasts}
    >
      {hasSubscriptions
        ? 'Generate one from the new episodes of the podcasts you subscribe to.'
        : "You haven't subscribed to any podcasts yet. Subscribe to one, then generate your first digest here."}
    </EmptyState>
  );
}
