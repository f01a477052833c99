import {
  type QueryClient,
  QueryObserver,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AccountImport, AccountImportsReply } from '../../../schema/wire/account-imports.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { reload } from '../../api/reload.ts';

const POLL_MS = 1_500;
/** How long to wait after a 429, whose limits are per minute. */
const WAIT_MS = 15_000;
const WAITS = 8;
/** The session has ended. */
const OVER = 401;

export interface UploadProgress {
  done: number;
  total: number;
}

const isImport = ({ id, added, left }: AccountImport) =>
  typeof id === 'string' && typeof added === 'object' && typeof left === 'number';

/** The reader's last imports, polled while the newest one is running. */
const importsQuery = queryOptions({
  queryKey: ['user', 'imports'],
  queryFn: ({ signal }) =>
    readReply(
      api.user.imports.$get({}, { init: { signal } }),
      ({ imports }: AccountImportsReply) => Array.isArray(imports) && imports.every(isImport),
    ),
  refetchInterval: ({ state: { data } }) =>
    data?.imports[0]?.status === 'queued' ? POLL_MS : false,
});

/** Repeats a call while it is rate-limited. */
async function patiently<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await send();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 429;
      if (!isBusy || waits === WAITS) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  }
}

/** How far an upload is; null while there is none. Kept outside the screen, which the reader may leave. */
const uploadQuery = queryOptions({
  queryKey: ['user', 'upload'],
  queryFn: (): UploadProgress | null => null,
  initialData: null,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Uploads an account in parts, one after the other. The import starts once the last one is there. */
export function useUploadAccount() {
  const queryClient = useQueryClient();
  const { data: progress } = useQuery(uploadQuery);
  const setProgress = (next: UploadProgress | null) =>
    queryClient.setQueryData(uploadQuery.queryKey, next);
  const uploading = useMutation({
    mutationFn: async (file: File): Promise<void> => {
      setProgress({ done: 0, total: 1 });
      const { readAccountFile } = await import('./read-account-file.ts');
      const [first, ...rest] = await readAccountFile(file);
      if (first === undefined) return;
      const total = rest.length + 1;
      setProgress({ done: 0, total });
      const query = { parts: String(total) };
      const { id } = await patiently(() =>
        readReply(api.user.imports.$post({ query, json: first }), isImport),
      );
      for (const [at, json] of rest.entries()) {
        setProgress({ done: at + 1, total });
        const part = { param: { id }, query: { part: String(at + 2) }, json };
        await patiently(() => readReply(api.user.imports[':id'].$put(part), isImport));
      }
    },
    onSettled: async () => {
      await reload(queryClient, importsQuery.queryKey);
      setProgress(null);
      watchNewest(queryClient);
    },
  });
  return { ...uploading, isPending: progress !== null, progress };
}

/** Continues a failed import from the file that was uploaded. */
export function useRetryImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      readReply(api.user.imports[':id'].retry.$post({ param: { id } }), isImport),
    onSettled: () => reload(queryClient, importsQuery.queryKey),
  });
}

/** The reader's newest import. Everything is refetched once it is done. */
export function useNewestImport() {
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery(importsQuery);
  const newest = data?.imports[0];
  const { status } = newest ?? {};
  useEffect(() => {
    if (isRunning(status)) watchNewest(queryClient);
  }, [queryClient, status]);
  return { newest, isError: isError && data === undefined, refetch };
}

const isRunning = (status: AccountImport['status'] | undefined) =>
  status === 'queued' || status === 'uploading';

/** By query, because logging out replaces the query. */
const watched = new WeakSet<object>();

/** Waits for the end of an import outside the screen, which the reader may leave. */
function watchNewest(queryClient: QueryClient) {
  const observer = new QueryObserver(queryClient, importsQuery);
  const query = observer.getCurrentQuery();
  if (watched.has(query)) return;
  watched.add(query);
  const unsubscribe = observer.subscribe(({ data, error, isFetching }) => {
    if (isFetching) return;
    const isOver = error instanceof ApiError && error.status === OVER;
    if (isRunning(data?.imports[0]?.status) && !isOver) return;
    unsubscribe();
    watched.delete(query);
    // An account is in every list.
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey !== importsQuery.queryKey,
    });
  });
}
