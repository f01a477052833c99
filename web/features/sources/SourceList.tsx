import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SOURCES_MAX } from '../../../schema/limits.ts';
import type { Source } from '../../../schema/wire/sources.ts';
import { deleteSoon, resumeDeletions, useHidden } from '../../api/pending-deletions.ts';
import { putReply } from '../../api/put-reply.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EditDialog } from './EditDialog.tsx';
import { sourcesQuery, withoutSource } from './queries.ts';
import { type SourceActions, SourceRow } from './SourceRow.tsx';

/** The reader's sources, the newest first. Deleting one can be undone for ten seconds. */
export function SourceList({
  userId,
  onRead,
  onChat,
  onChanged,
}: Pick<SourceActions, 'onRead' | 'onChat'> & {
  userId: string;
  /** Called after a source was edited, with its id. */
  onChanged: (id: string) => void;
}) {
  const queryClient = useQueryClient();
  const query = useInfiniteQuery(sourcesQuery);
  const [edited, setEdited] = useState<Source | null>(null);
  const hidden = useHidden();
  useEffect(() => {
    resumeDeletions(userId, {
      source: (id) =>
        putReply(queryClient, sourcesQuery, (data) =>
          data ? { ...data, pages: withoutSource(data.pages, id) } : undefined,
        ),
    });
  }, [userId, queryClient]);

  const { data, isPending, isError, refetch } = query;
  const all = data?.pages.flatMap(({ sources }) => sources) ?? [];
  const sources = all.filter(({ id }) => !hidden.has(id));
  const total = (data?.pages[0]?.total ?? 0) - (all.length - sources.length);
  return (
    <section aria-labelledby="sources-list" className="panel p-5 sm:p-8">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="sources-list" className="text-xl">
          Added by You
        </h2>
        {total > 0 && (
          <p className="text-sm text-quiet tabular-nums">
            {total} of {SOURCES_MAX} sources
          </p>
        )}
      </div>
      {isPending ? (
        <div role="status" aria-label="Loading your sources" className="mt-4 space-y-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      ) : sources.length > 0 || query.hasNextPage ? (
        <>
          <ul className="mt-2">
            {sources.map((source) => (
              <SourceRow
                key={source.id}
                source={source}
                onRead={onRead}
                onChat={onChat}
                onEdit={setEdited}
                onDelete={({ id }) => deleteSoon({ kind: 'source', id, userId })}
              />
            ))}
          </ul>
          <LoadMore pages={query} label="Loading more sources" />
        </>
      ) : isError ? (
        <ErrorState title="Your sources did not load" onRetry={() => void refetch()} />
      ) : (
        <EmptyState title="No Sources Yet" headingLevel="h3">
          What you add above is listed here. Only you can see it.
        </EmptyState>
      )}
      {edited !== null && (
        <EditDialog
          key={edited.id}
          id={edited.id}
          title={edited.title}
          onChanged={() => onChanged(edited.id)}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
