import type { InferDataFromTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Keeps what a call has just told as a query's data. An answer that is still on its way is older,
 * and would take its place.
 */
export async function putReply<Key extends QueryKey>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: Key },
  reply: Updater<Known<Key>, Known<Key>>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<unknown, Key, Known<Key>>(queryKey, reply as never);
}
type Known<Key extends QueryKey> = InferDataFromTag<unknown, Key> | undefined;
