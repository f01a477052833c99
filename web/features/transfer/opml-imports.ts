import {
  type QueryClient,
  QueryObserver,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Category } from '../../../schema/limits.ts';
import type { OpmlImport } from '../../../schema/wire/own-podcasts.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { reload } from '../../api/reload.ts';
import { withWriteId } from '../../api/write-ids.ts';
import { fileText } from '../../ui/file-text.ts';
import { useStoredText } from '../../ui/stored-text.ts';

const POLL_MS = 1_500;
/** While podcasts only wait for their hosts. */
const WAITING_POLL_MS = 30_000;

/** The session is over, or the import is gone. */
const OVER = [401, 404];
/** What an import changes. */
const CHANGED = [
  ['user', 'subscriptions'],
  ['user', 'podcasts'],
  ['episodes', 'recent'],
  ['episodes', 'cache-status'],
];

const isImport = ({ total, added, failed, waiting }: OpmlImport) =>
  typeof total === 'number' && [added, failed, waiting].every((list) => Array.isArray(list));

/** The state of an import, polled until it is done. */
const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', 'opml', id],
    queryFn: ({ signal }) =>
      readReply(api.user.opml[':id'].$get({ param: { id } }, { init: { signal } }), isImport),
  });

const isRunning = (state: OpmlImport | undefined) =>
  state !== undefined && state.done < state.total;

/** Whether podcasts are being added, and not all of the rest wait for their hosts. */
export const isAtWork = (state: OpmlImport | undefined) =>
  state !== undefined && state.done + state.waiting.length < state.total;

/** Sends a file and starts importing it. */
export function useStartImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, category }: { file: File; category: Category }) => {
      // The server says that a file without text has no podcasts.
      const opml = fileText(new Uint8Array(await file.arrayBuffer())) ?? '';
      return withWriteId(`opml ${file.name} ${file.lastModified} ${category}`, (id) =>
        readReply(api.user.opml.$post({ json: { id, opml, category } }), isImport),
      );
    },
    onSuccess: (begun) => {
      queryClient.setQueryData(importQuery(begun.id).queryKey, begun);
      watchImport(queryClient, begun.id);
    },
  });
}

/** The import started in this tab. It survives a reload until it is done. */
export function useImport(userId: string) {
  const queryClient = useQueryClient();
  const [id, setId, forget] = useStoredText(`opml:${userId}`, '');
  const { data: state, isError } = useQuery({ ...importQuery(id), enabled: id !== '' });
  useEffect(() => {
    if (id !== '') watchImport(queryClient, id);
  }, [queryClient, id]);
  const isDone = state !== undefined && !isRunning(state);
  useEffect(() => {
    if (isDone) forget();
  }, [isDone, forget]);
  return { state, isUnknown: isError && state === undefined, setId };
}

/** By query, because logging out replaces the query. */
const watched = new WeakSet<object>();

/** Watches an import, and refetches what it changes. Outside the screen, which the reader may leave. */
function watchImport(queryClient: QueryClient, id: string) {
  const observer = new QueryObserver(queryClient, {
    ...importQuery(id),
    refetchInterval: ({ state: { data } }) =>
      isRunning(data) && (isAtWork(data) ? POLL_MS : WAITING_POLL_MS),
  });
  const query = observer.getCurrentQuery();
  if (watched.has(query)) return;
  watched.add(query);
  let reloadedAt = 0;
  const onResult = ({ data, error }: { data: OpmlImport | undefined; error: Error | null }) => {
    if (data === undefined && error === null) return;
    const isOver = error instanceof ApiError && OVER.includes(error.status);
    // Logging out removes the data, which ends it, too.
    const goesOn = isRunning(data) && !isOver;
    if (goesOn && (isAtWork(data) || data?.done === reloadedAt)) return;
    reloadedAt = data?.done ?? 0;
    if (!goesOn) unsubscribe();
    for (const queryKey of CHANGED) void reload(queryClient, queryKey);
  };
  const unsubscribe = observer.subscribe(onResult);
  onResult(observer.getCurrentResult());
}
