import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Category } from '../../../schema/limits.ts';
import type { OpmlImport } from '../../../schema/wire/own-podcasts.ts';
import { api, readReply } from '../../api/client.ts';

const POLL_MS = 1_500;

const isImport = ({ total, added, failed }: OpmlImport) =>
  typeof total === 'number' && Array.isArray(added) && Array.isArray(failed);

/** How an import stands, asked for until it is done. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', 'opml', id],
    queryFn: ({ signal }) =>
      readReply(api.user.opml[':id'].$get({ param: { id } }, { init: { signal } }), isImport),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.done < data.total ? POLL_MS : false,
  });

/** Sends a file and begins to import it. */
export function useStartImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, category }: { file: File; category: Category }) =>
      readReply(api.user.opml.$post({ json: { opml: await file.text(), category } }), isImport),
    onSuccess: (begun) => queryClient.setQueryData(importQuery(begun.id).queryKey, begun),
  });
}

/** What an import changes is asked for anew once it is done. */
export function useAfterImport(state: OpmlImport | undefined) {
  const queryClient = useQueryClient();
  const isDone = state !== undefined && state.done === state.total;
  useEffect(() => {
    if (!isDone) return;
    for (const queryKey of [
      ['user', 'subscriptions'],
      ['user', 'podcasts'],
      ['episodes', 'recent'],
      ['episodes', 'cache-status'],
    ]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [queryClient, isDone]);
}
