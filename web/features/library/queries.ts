import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, errorOf, readReply } from '../../api/client.ts';

/** The cursor parameter; the first page has none. */
const after = (cursor: string | null) => (cursor === null ? {} : { cursor });

/** The reader's saved insights by podcast, in pages. Refetched whenever their tab opens. */
export const savedInsightsQuery = infiniteQueryOptions({
  queryKey: ['library', 'insights'],
  queryFn: ({ pageParam, signal }) =>
    readReply(
      api.user.insights.$get({ query: after(pageParam) }, { init: { signal } }),
      ({ podcastGroups }) => Array.isArray(podcastGroups),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  refetchOnMount: 'always',
});

/** The reader's conversations, newest first, in pages. Refetched whenever their tab opens. */
export const chatSessionsQuery = infiniteQueryOptions({
  queryKey: ['library', 'chat-sessions'],
  queryFn: ({ pageParam, signal }) =>
    readReply(
      api.user['chat-sessions'].$get({ query: after(pageParam) }, { init: { signal } }),
      ({ chatSessions }) => Array.isArray(chatSessions),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  refetchOnMount: 'always',
});

/** A saved insight with its full text. */
export const savedInsightQuery = (id: string) =>
  queryOptions({
    queryKey: ['library', 'insight', id],
    queryFn: ({ signal }) =>
      readReply(api.user.insights[':id'].$get({ param: { id } }, { init: { signal } })),
  });

/** A conversation with all its messages. */
export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['library', 'conversation', id],
    queryFn: ({ signal }) =>
      readReply(api.user['chat-sessions'][':id'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  });

/** A saved insight as Markdown, with links to the places it cites. */
export async function fetchMarkdown(id: string): Promise<string> {
  const reply = await api.user.insights[':id'].markdown.$get({ param: { id } });
  if (!reply.ok) throw await errorOf(reply);
  return reply.text();
}
