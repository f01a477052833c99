/** Subscriptions that are imported from a file while the reader does something else. */
import { environmentManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useStartImport } from '../../../web/features/transfer/opml-imports.ts';
import { renderWithToasts, run, serve, until } from './render-with-toasts.ts';

beforeEach(() => {
  // Otherwise nothing is asked for again.
  environmentManager.setIsServer(() => false);
});

afterEach(() => {
  environmentManager.setIsServer(() => true);
  vi.unstubAllGlobals();
});

const BEGIN = 'POST /api/user/opml';
const FOLLOW = 'GET /api/user/opml/one';
const stateAt = (done: number, total = 2, waiting: unknown[] = []) => ({
  body: { id: 'one', done, total, added: [], failed: [], waiting },
});
const file = new File(['<opml/>'], 'subscriptions.opml');

/** A client that holds what an import changes. */
function filledClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  client.setQueryData(['user', 'subscriptions'], []);
  client.setQueryData(['quiz'], []);
  return client;
}
const isStale = (client: QueryClient, key: string[]) => client.getQueryState(key)?.isInvalidated;

test('what an import changes is asked for anew, also if the reader leaves meanwhile', async () => {
  const received = await serve({ [BEGIN]: [stateAt(0)], [FOLLOW]: [stateAt(1), stateAt(2)] });
  const client = filledClient();
  const { hook, unmount } = renderWithToasts(useStartImport, client);
  await run(() => hook().mutate({ file, category: 'HR' }));
  await until(() => expect(hook().isSuccess).toBe(true));
  unmount();
  expect(isStale(client, ['user', 'subscriptions'])).toBe(false);
  await until(() => expect(isStale(client, ['user', 'subscriptions'])).toBe(true));
  expect(isStale(client, ['quiz'])).toBe(false);
  expect(received.map(({ call }) => call)).toEqual([BEGIN, FOLLOW, FOLLOW]);
});

test('an import whose reply was lost is the same one when the file is chosen again', async () => {
  const received = await serve({ [BEGIN]: [{ status: 502, body: '' }, stateAt(2)] });
  const { hook, unmount } = renderWithToasts(useStartImport, filledClient());
  await run(() => hook().mutate({ file, category: 'HR' }));
  await until(() => expect(hook().isError).toBe(true));
  await run(() => hook().mutate({ file, category: 'HR' }));
  await until(() => expect(hook().isSuccess).toBe(true));
  const [first, again] = received.map(({ body }) => body);
  expect(first).toMatchObject({ id: expect.any(String), opml: '<opml/>' });
  expect(again).toEqual(first);
  unmount();
});

test('an import that only waits for hosts has its changes asked for already', async () => {
  const waiting = stateAt(1, 2, [
    { title: 'Busy', reason: 'Later.', retryAt: '2026-11-26T08:00:00Z' },
  ]);
  const received = await serve({ [BEGIN]: [stateAt(0)], [FOLLOW]: [waiting] });
  const client = filledClient();
  const { hook, unmount } = renderWithToasts(useStartImport, client);
  await run(() => hook().mutate({ file, category: 'HR' }));
  await until(() => expect(isStale(client, ['user', 'subscriptions'])).toBe(true));
  expect(received.map(({ call }) => call)).toEqual([BEGIN, FOLLOW]);
  unmount();
});

test('an import with nothing left to do is done at once', async () => {
  const received = await serve({ [BEGIN]: [stateAt(2)] });
  const client = filledClient();
  const { hook, unmount } = renderWithToasts(useStartImport, client);
  await run(() => hook().mutate({ file, category: 'HR' }));
  await until(() => expect(isStale(client, ['user', 'subscriptions'])).toBe(true));
  expect(received).toHaveLength(1);
  unmount();
});

test.each([
  ['whose session is over', false],
  ['who has logged out', true],
])('the import of a reader %s is not asked for any more', async (_, isForgotten) => {
  const over = { status: 401, body: {} };
  const received = await serve({ [BEGIN]: [stateAt(0)], [FOLLOW]: [over] });
  const client = filledClient();
  client.setDefaultOptions({ queries: { retry: false, staleTime: 60_000 } });
  const { hook, unmount } = renderWithToasts(useStartImport, client);
  await run(() => hook().mutate({ file, category: 'HR' }));
  await until(() => expect(hook().isSuccess).toBe(true));
  const observers = () =>
    client
      .getQueryCache()
      .find({ queryKey: ['user', 'opml', 'one'] })
      ?.getObserversCount() ?? 0;
  expect(observers()).toBe(1);
  if (isForgotten) client.removeQueries({ queryKey: ['user', 'opml'] });
  await until(() => expect(received).toHaveLength(2));
  await until(() => expect(observers()).toBe(0));
  unmount();
});
