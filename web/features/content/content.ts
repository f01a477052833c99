import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Content, savedContentSchema } from '../../../schema/wire/content.ts';
import { ApiError, api, errorOf, readReply } from '../../api/client.ts';
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
    mutationFn: async ({ content, basedOn }: { content: string; basedOn: number }) => {
      const header = { 'If-Match': `"${basedOn}"` };
      const response = await api.content.$post({ json: { content }, header });
      if (!response.ok) throw await errorOf(response);
      const reply = savedContentSchema.safeParse(await response.json().catch(() => null)).data;
      if (reply) return { saved: reply, isStored: true };
      // The text counts as saved, whatever the reply contains. If it has no version, fetch that, which also
      // shows whether the server replied.
      const saved = await readReply(api.content.$get(), isContent);
      return { saved, isStored: saved.content === content };
    },
    onSuccess: ({ saved }) => putReply(queryClient, contentQuery, saved),
  });
}

/** Returns the newer saved version if that is why a save was refused, otherwise null. */
export function savedElsewhere(error: unknown): Content | null {
  if (!(error instanceof ApiError && error.status === 409)) return null;
  return savedContentSchema.safeParse(error.details.saved).data ?? null;
}
