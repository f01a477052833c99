import { queryOptions } from '@tanstack/react-query';
import { api, readReply } from '../../api/client.ts';

/** What the reader has saved, by podcast. Asked for anew on every visit of its tab. */
export const savedInsightsQuery = queryOptions({
  queryKey: ['library', 'insights'],
  queryFn: async ({ signal }) => {
    const request = api.user.insights.$get({}, { init: { signal } });
    const reply = await readReply(request, ({ podcastGroups }) => Array.isArray(podcastGroups));
    return reply.podcastGroups;
  },
  refetchOnMount: 'always',
});

/** The reader's conversations, newest first. Asked for anew on every visit of its tab. */
export const chatSessionsQuery = queryOptions({
  queryKey: ['library', 'chat-sessions'],
  queryFn: async ({ signal }) => {
    const request = api.user['chat-sessions'].$get({}, { init: { signal } });
    const reply = await readReply(request, ({ chatSessions }) => Array.isArray(chatSessions));
    return reply.chatSessions;
  },
  refetchOnMount: 'always',
});
