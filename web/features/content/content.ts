import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Content, savedContentSchema } from '../../../schema/wire/content.ts';
import { ApiError, api, readReply } from '../../api/client.ts';
import { putReply } from '../../api/put-reply.ts';

const isContent = (reply: unknown) => savedContentSchema.safeParse(reply).success;

/** The reader's saved text. Always refetched, since it may have changed elsewhere. */
export const contentQuery = queryOptions({
  queryKey: ['user', 'content'],
  queryFn: ({ signal }) => readReply(api.content.$get(undefined, { init: { signal } }), isContent),
  staleTime: 0,
});

export function useSaveContent() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ content, basedOn }: { content: string; basedOn: number }) =>
      readReply(
        api.content.$post({ json: { content } }, { headers: { 'If-Match': `"${basedOn}"` } }),
        isContent,
      ),
    onSuccess: (saved) => putReply(queryClient, contentQuery, saved),
  });
}

/** Returns the newer saved version if that is why a save was refused, otherwise null. */
export function savedElsewhere(error: unknown): Content | null {
  if (!(error instanceof ApiError && error.status === 409)) return null;
  return savedContentSchema.safeParse(error.details.saved).data ?? null;
}
