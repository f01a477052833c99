import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';
import { putReply } from '../../api/put-reply.ts';

/** What is saved of one's writing. Asked for anew each time: it may have been written elsewhere. */
export const contentQuery = queryOptions({
  queryKey: ['user', 'content'],
  queryFn: ({ signal }) => readReply(api.content.$get(undefined, { init: { signal } })),
  staleTime: 0,
});

export function useSaveContent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (content: string) => readReply(api.content.$post({ json: { content } })),
    onSuccess: (saved) => putReply(queryClient, contentQuery, saved),
  });
}
