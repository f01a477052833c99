/** Who is logged in, and what stays of others when that changes. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { api } from '../../../web/api/client.ts';
import { copyKey } from '../../../web/api/device-copies.ts';
import { deleteSoon, leaveDeletions } from '../../../web/api/pending-deletions.ts';
import { onUnauthorized } from '../../../web/api/unauthorized.ts';
import { useNotesUpdate } from '../../../web/features/library/use-insight-changes.ts';
import { useEndSessions } from '../../../web/features/profile/sessions.ts';
import { useLogin, useLogout, useRegister } from '../../../web/features/session/login.ts';
import {
  checkSession,
  useReader,
  userQuery,
  useUser,
  wasLoggedIn,
} from '../../../web/features/session/user.ts';
import { attachPlayer, play } from '../../../web/ui/playback.ts';
import { toast, useToasts } from '../../../web/ui/toasts.ts';
import { renderWithToasts, run, serve, until } from './render-with-toasts.ts';
import { stubStorage } from './stub-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const ADA = { id: 'ada', username: 'ada' };
const CREDENTIALS = { username: 'ada', password: 'a quiet drip' };
const USER = 'GET /api/user';

/** A client that holds a reader's data beside the data of everyone. */
function filledClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  for (const key of [['user'], ['podcasts'], ['providers'], ['library'], ['user', 'imports']])
    client.setQueryData(key, 'old');
  return client;
}
const keysOf = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey.join(' '))
    .sort();

/** Asks who is logged in, with these cookies. */
async function askUser(cookie: string) {
  const document = { cookie };
  vi.stubGlobal('document', document);
  const client = new QueryClient();
  const asked = client.fetchQuery(userQuery);
  return { asked, document };
}

test('without the cookie that says so nobody is logged in, and the server is not asked', async () => {
  const received = await serve({ [USER]: [{ body: ADA }] });
  const { asked } = await askUser('other=1');
  expect(await asked).toBeNull();
  expect(received).toEqual([]);
  vi.stubGlobal('document', undefined);
  expect(wasLoggedIn()).toBe(false);
});

test('with the cookie the server says who it is', async () => {
  await serve({ [USER]: [{ body: ADA }] });
  const { asked } = await askUser('a=b; dripcast_signed_in=1');
  expect(await asked).toEqual(ADA);
});

test('a session that is over is nobody, and its cookie goes', async () => {
  await serve({ [USER]: [{ status: 401, body: {} }] });
  const written: string[] = [];
  vi.stubGlobal('document', {
    get cookie() {
      return '__Host-dripcast_signed_in=1';
    },
    set cookie(text: string) {
      written.push(text);
    },
  });
  expect(await new QueryClient().fetchQuery(userQuery)).toBeNull();
  expect(written, 'under its name on localhost and elsewhere').toEqual([
    'dripcast_signed_in=; path=/; max-age=0',
    '__Host-dripcast_signed_in=; path=/; max-age=0; secure',
  ]);
});

test('a page that asked with the old cookie, while another tab changed the password, keeps its reader', async () => {
  await serve({ [USER]: [{ status: 401, body: {} }, { body: ADA }] });
  const { asked, document } = await askUser('dripcast_signed_in=1');
  expect(await asked).toEqual(ADA);
  expect(document.cookie, 'not removed').toBe('dripcast_signed_in=1');
});

test.each([
  ['a failing server', { status: 500, body: { message: 'Not for readers' } }],
  ['a reply that is not JSON', { status: 200, body: '<h1>Bad Gateway</h1>' }],
  ['null', { status: 200, body: 'null' }],
  ['an empty object', { status: 200, body: {} }],
])("%s is 'Failed to fetch user', and the cookie stays", async (_, reply) => {
  await serve({ [USER]: [reply] });
  const { asked, document } = await askUser('dripcast_signed_in=1');
  await expect(asked).rejects.toThrow('Failed to fetch user');
  expect(document.cookie).toBe('dripcast_signed_in=1');
});

test("a lost connection is 'Failed to fetch user', too", async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const { asked } = await askUser('dripcast_signed_in=1');
  await expect(asked).rejects.toThrow('Failed to fetch user');
});

test("logging in shows the new reader and drops the other one's data", async () => {
  await serve({ 'POST /api/login': [{ body: { message: 'Welcome', user: ADA } }] });
  const client = filledClient();
  const { hook, unmount } = renderWithToasts(
    () => ({ login: useLogin(), user: useUser() }),
    client,
  );
  await run(() => hook().login.mutate(CREDENTIALS));
  await until(() => expect(hook().user.user).toEqual(ADA));
  expect(keysOf(client)).toEqual(['podcasts', 'providers', 'user']);
  unmount();
});

test('a refused login changes nothing', async () => {
  await serve({ 'POST /api/login': [{ status: 401, body: { message: 'No' } }] });
  const client = filledClient();
  const { hook, unmount } = renderWithToasts(useLogin, client);
  await run(() => hook().mutate(CREDENTIALS));
  await until(() => expect(hook().isError).toBe(true));
  expect(keysOf(client)).toContain('library');
  expect(client.getQueryData(['user'])).toBe('old');
  unmount();
});

test.each(['null', {}, { user: {} }])('a reply like %j to a login is a failure', async (body) => {
  await serve({ 'POST /api/login': [{ body }] });
  const client = filledClient();
  const { hook, unmount } = renderWithToasts(useLogin, client);
  await run(() => hook().mutate(CREDENTIALS));
  await until(() => expect(hook().isError).toBe(true));
  expect(client.getQueryData(['user'])).toBe('old');
  unmount();
});

const TAKEN = { status: 409, body: 'Username already exists' };
const REGISTRATION = { ...CREDENTIALS, email: null, linkedinUrl: null };

test.each([
  ['logs in to an account whose registration got no answer', 502, CREDENTIALS.password, 200, true],
  ['refuses a name that was taken from the start', 409, CREDENTIALS.password, 200, false],
  ['refuses a name that somebody else has taken', 502, CREDENTIALS.password, 401, false],
  ['refuses it with another password', 502, 'other words', 200, false],
])('registering again %s', async (_, first, password, login, isSuccess) => {
  const received = await serve({
    'POST /api/register': [{ status: first, body: 'Bad Gateway' }, TAKEN],
    'POST /api/login': [{ status: login, body: { user: ADA } }],
  });
  const { hook, unmount } = renderWithToasts(useRegister);
  await run(() => hook().mutate({ ...REGISTRATION, password }));
  await until(() => expect(hook().isError).toBe(true));
  await run(() => hook().mutate(REGISTRATION));
  await until(() => expect(hook().isPending).toBe(false));
  expect(hook().isSuccess).toBe(isSuccess);
  if (!isSuccess) expect(hook().error?.message).toContain(TAKEN.body);
  const logins = received.filter(({ call }) => call === 'POST /api/login');
  expect(logins.map(({ body }) => body)).toEqual(isSuccess || login === 401 ? [CREDENTIALS] : []);
  unmount();
});

test('a call that was sent with the old cookie, while another tab changed the password, is sent again', async () => {
  const call = 'PUT /api/user/insights/a';
  const received = await serve({ [call]: [{ status: 401, body: {} }, { body: {} }] });
  const lost = vi.fn();
  onTestFinished(onUnauthorized(lost));
  const reply = await api.user.insights[':id'].$put({
    param: { id: 'a' },
    header: {},
    json: { userNotes: 'Mine' },
  });
  expect(reply.status).toBe(200);
  expect(received.map(({ body }) => body)).toEqual([{ userNotes: 'Mine' }, { userNotes: 'Mine' }]);
  expect(lost).not.toHaveBeenCalled();
});

test('any call that is answered with 401 asks again who is logged in, once', async () => {
  const call = 'PUT /api/user/insights/a';
  const received = await serve({
    [call]: [{ status: 401, body: {} }],
    [USER]: [{ status: 401, body: {} }],
  });
  const client = filledClient();
  client.setQueryData(['user'], ADA);
  onTestFinished(onUnauthorized(() => checkSession(client)));
  const { hook, unmount } = renderWithToasts(
    () => ({ user: useUser().user, reader: useReader().user, notes: useNotesUpdate('a') }),
    client,
  );
  // Rendering has made a document of its own.
  Object.assign(document, { cookie: 'dripcast_signed_in=1' });
  await run(() => hook().notes.mutate('Mine'));
  await until(() => expect(hook().user).toBeNull());
  expect(hook().reader, 'stays on the screen').toEqual(ADA);
  await run(() => hook().notes.mutate('Mine'));
  await until(() =>
    expect(received.map((one) => one.call)).toEqual([call, call, USER, USER, call, call]),
  );
  await until(() => expect(hook().notes.isError).toBe(true));
  expect(received).toHaveLength(6);
  unmount();
});

test('logging out leaves nobody, and nothing of the reader', async () => {
  await serve({ 'POST /api/logout': [{ body: {} }] });
  const storage = stubStorage();
  storage.setItem(copyKey('ada', 'review-day'), '{}');
  storage.setItem('dripcast.appearance', 'dark');
  const client = filledClient();
  const { hook, unmount } = renderWithToasts(useLogout, client);
  await run(() => hook().mutate());
  await until(() => expect(hook().isSuccess).toBe(true));
  expect(keysOf(client)).toEqual(['podcasts', 'providers', 'user']);
  expect(client.getQueryData(['user'])).toBeNull();
  expect(Object.keys(storage)).toEqual(['dripcast.appearance']);
  unmount();
});

test('logging out sends what could be undone first, and nobody can undo it any more', async () => {
  const [deletion, logout] = ['DELETE /api/user/insights/a', 'POST /api/logout'];
  const received = await serve({ [deletion]: [{ body: {} }], [logout]: [{ body: {} }] });
  const { hook, offered, unmount } = renderWithToasts(
    () => ({ ...useLogout(), toasts: useToasts() }),
    filledClient(),
  );
  await run(() => {
    toast({ title: 'Unsubscribed', action: { label: 'Undo', run: () => {} } });
    deleteSoon({ kind: 'insight', id: 'a', userId: 'ada' });
  });
  expect(offered()).toBeDefined();
  await run(() => hook().mutate());
  await until(() => expect(hook().isSuccess).toBe(true));
  expect(received.map(({ call }) => call)).toEqual([deletion, logout]);
  expect(hook().toasts.filter(({ isOpen, action }) => isOpen && action)).toEqual([]);
  unmount();
});

test.each([
  ['everywhere', null, 'DELETE /api/user/sessions', 'c1'],
  ['this browser', 'one', 'DELETE /api/user/sessions/one', 'c2'],
])(
  'logging out %s on the profile sends first what could be undone',
  async (_, id, call, insight) => {
    const deletion = `DELETE /api/user/insights/${insight}`;
    const received = await serve({ [deletion]: [{ body: {} }], [call]: [{ body: {} }] });
    const { hook, unmount } = renderWithToasts(useEndSessions, filledClient());
    await run(() => deleteSoon({ kind: 'insight', id: insight, userId: 'ada' }));
    await run(() => hook().mutate({ id, isOwn: true }));
    await until(() => expect(hook().isSuccess).toBe(true));
    expect(received.map((one) => one.call)).toEqual([deletion, call]);
    unmount();
  },
);

test('logging another device out leaves what can be undone', async () => {
  const call = 'DELETE /api/user/sessions/other';
  const received = await serve({ [call]: [{ body: {} }] });
  const { hook, unmount } = renderWithToasts(useEndSessions, filledClient());
  await run(() => deleteSoon({ kind: 'insight', id: 'd', userId: 'ada' }));
  await run(() => hook().mutate({ id: 'other', isOwn: false }));
  await until(() => expect(hook().isSuccess).toBe(true));
  expect(received.map((one) => one.call)).toEqual([call]);
  leaveDeletions();
  unmount();
});

test('logging out gives up what the player was asked for before it had loaded', async () => {
  await serve({ 'POST /api/logout': [{ body: {} }] });
  const { hook, unmount } = renderWithToasts(useLogout, filledClient());
  play({ episodeId: 'a', seconds: null });
  await run(() => hook().mutate());
  await until(() => expect(hook().isSuccess).toBe(true));
  const player = { play: vi.fn(), pause: vi.fn(), saveMoment: vi.fn(), share: vi.fn() };
  attachPlayer(player);
  expect(player.play).not.toHaveBeenCalled();
  unmount();
});

test("logging in as somebody else takes the other one's Undo away, unsent", async () => {
  const received = await serve({ 'POST /api/login': [{ body: { message: '', user: ADA } }] });
  const { hook, unmount } = renderWithToasts(
    () => ({ ...useLogin(), toasts: useToasts() }),
    filledClient(),
  );
  await run(() => deleteSoon({ kind: 'insight', id: 'b', userId: 'bob' }));
  await run(() => hook().mutate(CREDENTIALS));
  await until(() => expect(hook().isSuccess).toBe(true));
  expect(hook().toasts.filter(({ isOpen, action }) => isOpen && action)).toEqual([]);
  expect(received).toHaveLength(1);
  unmount();
});

test('a log-out that fails keeps the reader, whose data is asked for again', async () => {
  await serve({ 'POST /api/logout': [{ status: 500, body: {} }] });
  const client = filledClient();
  const { hook, unmount } = renderWithToasts(useLogout, client);
  await run(() => hook().mutate());
  await until(() => expect(hook().isError).toBe(true));
  expect(client.getQueryData(['user'])).toBe('old');
  expect(client.getQueryState(['library'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['podcasts'])?.isInvalidated).toBe(false);
  unmount();
});
