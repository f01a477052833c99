import type { DataTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Keeps what a call has just replied as a query's data. An answer that is still on its way is older,
 * and would take its place.
 */
export async function putReply<Data>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, Data, unknown> },
  reply: Updater<NoInfer<Data> | undefined, NoInfer<Data> | undefined>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<Data, QueryKey>(queryKey, reply);
}
