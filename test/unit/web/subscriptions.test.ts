/** Subscribing and unsubscribing, and what a browser remembers of it. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import {
  hadSubscriptions,
  noteSubscriptions,
  previousReader,
  subscribeTo,
  subscriptionsQuery,
  useSubscribing,
} from '../../../web/features/catalogue/subscriptions.ts';
import { renderWithToasts, run, serve, until } from './render-with-toasts.ts';
import { stubForbiddenStorage, stubStorage } from './stub-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const SUBSCRIBE = 'POST /api/podcasts/one/subscribe';
const UNSUBSCRIBE = 'DELETE /api/podcasts/one/subscribe';
const LIST = 'GET /api/user/subscriptions';

/** A client that has what depends on the subscriptions. */
function filledClient(): QueryClient {
  const client = new QueryClient();
  for (const key of [
    'user subscriptions',
    'episodes recent',
    'episodes cache-status',
    'quiz podcasts',
    'podcasts',
  ])
    client.setQueryData(key.split(' '), []);
  return client;
}
const staleKeys = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey.join(' '))
    .sort();
const DEPENDENT = [
  'episodes cache-status',
  'episodes recent',
  'quiz podcasts',
  'user subscriptions',
];

test('a logged-out reader has no subscriptions; any other failure is one', async () => {
  const over = { status: 401, body: {} };
  // A call without a session is sent twice.
  await serve({ [LIST]: [over, over, { status: 500, body: {} }, { body: {} }] });
  const client = new QueryClient();
  const ask = () => client.fetchQuery({ ...subscriptionsQuery, staleTime: 0 });
  expect(await ask()).toEqual([]);
  await expect(ask()).rejects.toMatchObject({ status: 500 });
  await expect(ask()).rejects.toThrow('could not be read');
});

test('a browser remembers for one reader whether there were subscriptions', () => {
  stubStorage();
  expect(hadSubscriptions('ada')).toBeNull();
  expect(previousReader()).toBeUndefined();
  noteSubscriptions('ada', true);
  expect(previousReader()).toBe('ada');
  expect([hadSubscriptions('ada'), hadSubscriptions('bob'), hadSubscriptions(undefined)]).toEqual([
    true,
    null,
    true,
  ]);
  noteSubscriptions('ada', false);
  expect(hadSubscriptions('ada')).toBe(false);
  stubForbiddenStorage();
  noteSubscriptions('ada', true);
  expect(hadSubscriptions('ada')).toBeNull();
  expect(previousReader()).toBeUndefined();
});

test('subscribing says so and asks for what depends on it again', async () => {
  await serve({ [SUBSCRIBE]: [{ status: 201, body: {} }] });
  const client = filledClient();
  const { hook, said, unmount } = renderWithToasts(() => useSubscribing('one'), client);
  await run(() => hook().subscribe());
  await until(() => expect(said()).toBe('Successfully subscribed to podcast'));
  expect(hook().isPending).toBe(false);
  expect(staleKeys(client)).toEqual(DEPENDENT);
  unmount();
});

test('a refused subscription changes nothing and says what to do', async () => {
  const body = { error: 'conflict', message: 'You follow as many podcasts as you can.' };
  await serve({
    [SUBSCRIBE]: [
      { status: 500, body },
      { status: 409, body },
    ],
  });
  const client = filledClient();
  const { hook, said, unmount } = renderWithToasts(() => useSubscribing('one'), client);
  await run(() => hook().subscribe());
  await until(() => expect(said()).toBe('Failed to subscribe to podcast'));
  await run(() => hook().subscribe());
  await until(() => expect(said()).toBe(body.message));
  expect(staleKeys(client)).toEqual([]);
  unmount();
});

test('unsubscribing can be undone from its toast', async () => {
  const received = await serve({
    [UNSUBSCRIBE]: [{ body: {} }],
    [SUBSCRIBE]: [{ status: 201, body: {} }],
  });
  const client = filledClient();
  const { hook, said, offered, unmount } = renderWithToasts(() => useSubscribing('one'), client);
  const unsubscribed = vi.fn();
  await run(() => hook().unsubscribe().then(unsubscribed));
  await until(() => expect(said()).toBe('Successfully unsubscribed from podcast'));
  expect(unsubscribed).toHaveBeenCalledWith(true);
  expect(staleKeys(client)).toEqual(DEPENDENT);
  expect(offered()?.label).toBe('Undo');
  await run(() => offered()?.run());
  await until(() => expect(said()).toBe('Successfully subscribed to podcast'));
  expect(received.map(({ call }) => call)).toEqual([UNSUBSCRIBE, SUBSCRIBE]);
  unmount();
});

test('an unsubscription that fails says so and is not taken for one', async () => {
  await serve({ [UNSUBSCRIBE]: [{ status: 500, body: {} }] });
  const client = filledClient();
  const { hook, said, unmount } = renderWithToasts(() => useSubscribing('one'), client);
  const unsubscribed = vi.fn();
  await run(() => hook().unsubscribe().then(unsubscribed));
  await until(() => expect(said()).toBe('Failed to unsubscribe from podcast'));
  expect(unsubscribed).toHaveBeenCalledWith(false);
  expect(staleKeys(client)).toEqual([]);
  unmount();
});

test('subscribing from elsewhere asks for the same again, and tells of a failure', async () => {
  await serve({
    [SUBSCRIBE]: [
      { status: 500, body: {} },
      { status: 201, body: {} },
    ],
  });
  const client = filledClient();
  const { said, unmount } = renderWithToasts(() => null, client);
  await run(() => subscribeTo(client, 'one'));
  await until(() => expect(said()).toBe('Failed to subscribe to podcast'));
  expect(staleKeys(client)).toEqual([]);
  await run(() => subscribeTo(client, 'one'));
  await until(() => expect(said()).toBe('Successfully subscribed to podcast'));
  expect(staleKeys(client)).toEqual(DEPENDENT);
  unmount();
});
