import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BriefState, ChangeBrief } from '../../../schema/wire/brief.ts';
import { api, readReply } from '../../api/client.ts';
import { putReply } from '../../api/put-reply.ts';

const isState = (reply: BriefState) => typeof reply.isAvailable === 'boolean';

/** Whether, where and when the reader has the brief. */
export const briefQuery = queryOptions({
  queryKey: ['brief'],
  queryFn: ({ signal }) => readReply(api.user.brief.$get({}, { init: { signal } }), isState),
});

/** The calls that reply with the new state. */
function useChange<Input>(change: (input: Input) => Promise<BriefState>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (state) => putReply(queryClient, briefQuery, state),
    onError: () => queryClient.invalidateQueries({ queryKey: briefQuery.queryKey }),
  });
}

export const useSaveBrief = () =>
  useChange((json: ChangeBrief) => readReply(api.user.brief.$put({ json }), isState));

export const useStopBrief = () => useChange(() => readReply(api.user.brief.$delete(), isState));

export const useSendAgain = () => useChange(() => readReply(api.user.brief.again.$post(), isState));

export const useAskToConfirm = () =>
  useMutation({ mutationFn: () => readReply(api.user.brief.confirmation.$post()) });
