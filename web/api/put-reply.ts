import type { DataTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Stores a reply as a query's data. Cancels any request in flight, whose older answer would overwrite
 * it.
 */
export async function putReply<Data>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, Data, unknown> },
  reply: Updater<NoInfer<Data> | undefined, NoInfer<Data> | undefined>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<Data, QueryKey>(queryKey, reply);
}
