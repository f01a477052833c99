/** A chat's live connection, with sockets that open, break and end as the test decides. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ServerEvent,
  WS_CLOSE_NOT_YOU,
  WS_CLOSE_SESSION_GONE,
  WS_PING,
} from '../../../schema/wire/chat.ts';
import { type FinalStatus, useChatSocket } from '../../../web/features/chat/use-chat-socket.ts';
import { act, renderHook } from '../../support/render-hook.ts';
import { FakeSocket } from './fake-socket.ts';

const BROKEN = 1006;
const PROGRESS: ServerEvent = { type: 'insight_progress', progress: 60, currentStep: 'Reading' };

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { protocol: 'https:', host: 'dripcast.test' });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
/** Longer than the first pause before it connects again, and than any of them. */
const RECONNECTED_MS = { first: 1_000, any: 6_000 };

/** The hook once it has tried to connect, and what reached it. */
async function connect(given: { isExpecting?: boolean; whyRefused?: FinalStatus | null } = {}) {
  const events: ServerEvent[] = [];
  const asked = vi.fn(async () => given.whyRefused ?? null);
  const hook = renderHook(useChatSocket, {
    sessionId: 'a session',
    episodeId: 'e',
    userId: 'ada',
    isExpecting: given.isExpecting ?? false,
    onEvent: (event) => void events.push(event),
    askWhyRefused: asked,
  });
  await pass(1);
  const newest = () => FakeSocket.made.at(-1) as FakeSocket;
  return { ...hook, events, asked, newest, status: () => hook.result().status };
}

test('it connects to its session, says who it is, and hands on what it understands', async () => {
  const { newest, events, status, result, unmount } = await connect();
  expect(status()).toBe('connecting');
  expect(newest().url).toBe('wss://dripcast.test/ws?sessionId=a+session&episodeId=e');
  expect(result().send({ type: 'stop' }), 'not open yet').toBe(false);
  await newest().opens();
  expect(status()).toBe('open');
  expect(newest().sent).toEqual(['{"type":"authenticate","userId":"ada"}']);
  for (const text of ['half {', '{"type":"of another version"}', JSON.stringify(PROGRESS)]) {
    await newest().tells(text);
  }
  expect(events).toEqual([PROGRESS]);
  expect(result().send({ type: 'stop' })).toBe(true);
  expect(newest().sent.at(-1)).toBe('{"type":"stop"}');
  unmount();
});

test('one that has worked is lost when it breaks, and comes back by itself', async () => {
  const { newest, status, result, asked, unmount } = await connect();
  await newest().opens();
  await newest().tells(JSON.stringify(PROGRESS));
  await newest().ends(BROKEN);
  expect(status()).toBe('lost');
  expect(result().isLive()).toBe(false);
  expect(result().send({ type: 'stop' }), 'nothing is queued').toBe(false);
  await pass(RECONNECTED_MS.first);
  expect(FakeSocket.made).toHaveLength(2);
  await newest().opens();
  expect(status()).toBe('open');
  expect(asked, 'nobody refused it').not.toHaveBeenCalled();
  unmount();
});

test('one that never worked is unavailable after two tries, which go on', async () => {
  const { newest, status, asked, unmount } = await connect();
  await newest().ends(BROKEN);
  expect(status()).toBe('connecting');
  await pass(RECONNECTED_MS.first);
  await newest().ends(BROKEN);
  expect(status()).toBe('unavailable');
  expect(asked).toHaveBeenCalled();
  await pass(RECONNECTED_MS.any);
  await newest().opens();
  expect(status()).toBe('open');
  unmount();
});

test.each(['logged-out', 'gone'] as const)(
  'one that is refused because the reader is %s says so, and tries no more',
  async (whyRefused) => {
    const { newest, status, unmount } = await connect({ whyRefused });
    await newest().ends(BROKEN);
    expect(status()).toBe(whyRefused);
    await pass(10 * RECONNECTED_MS.any);
    expect(FakeSocket.made).toHaveLength(1);
    unmount();
  },
);

test("a deleted conversation's code ends it", async () => {
  const { newest, status, asked, unmount } = await connect();
  await newest().opens();
  await newest().ends(WS_CLOSE_SESSION_GONE);
  expect(status()).toBe('gone');
  await pass(10 * RECONNECTED_MS.any);
  expect(FakeSocket.made).toHaveLength(1);
  expect(asked).not.toHaveBeenCalled();
  unmount();
});

describe('one whose session has ended', () => {
  async function end(whyRefused: FinalStatus | null) {
    const socket = await connect({ whyRefused });
    await socket.newest().opens();
    await socket.newest().tells(JSON.stringify(PROGRESS));
    await socket.newest().ends(WS_CLOSE_NOT_YOU);
    expect(socket.status()).toBe('lost');
    await pass(RECONNECTED_MS.first);
    expect(FakeSocket.made).toHaveLength(2);
    return socket;
  }

  test('comes back if the browser has a new one', async () => {
    const { newest, status, asked, unmount } = await end(null);
    await newest().opens();
    expect(status()).toBe('open');
    expect(asked).not.toHaveBeenCalled();
    unmount();
  });

  test('ends for good if the next handshake is refused', async () => {
    const { newest, status, unmount } = await end('logged-out');
    await newest().ends(BROKEN);
    expect(status()).toBe('logged-out');
    await pass(10 * RECONNECTED_MS.any);
    expect(FakeSocket.made).toHaveLength(2);
    unmount();
  });
});

const goOffline = (isOffline: boolean) =>
  act(async () => {
    vi.stubGlobal('navigator', { onLine: !isOffline });
    window.dispatchEvent(new window.Event(isOffline ? 'offline' : 'online'));
  });

test('going offline loses it at once, even before it has worked; online it connects anew', async () => {
  const { newest, status, result, unmount } = await connect();
  await newest().opens();
  await goOffline(true);
  expect(status()).toBe('lost');
  expect(result().send({ type: 'stop' }), 'the socket still says that it is open').toBe(false);
  await goOffline(false);
  await pass(RECONNECTED_MS.first);
  expect(FakeSocket.made).toHaveLength(2);
  await newest().opens();
  expect(status()).toBe('open');
  unmount();
});

test('a handshake that ends after the browser went offline does not open it', async () => {
  const { newest, status, unmount } = await connect();
  await goOffline(true);
  await newest().opens();
  expect(status()).toBe('lost');
  // The query library listens to the window, too, and holds back calls while offline.
  await goOffline(false);
  await pass(RECONNECTED_MS.first);
  await newest().opens();
  expect(status()).toBe('open');
  unmount();
});

test('a dead one is asked for life while an answer is expected, and given up', async () => {
  const { newest, unmount } = await connect({ isExpecting: true });
  const first = newest();
  await first.opens();
  await pass(5_000);
  expect(first.sent).toContain(WS_PING);
  await pass(5_000 + RECONNECTED_MS.any);
  expect(first.readyState).toBe(3);
  expect(newest()).not.toBe(first);
  unmount();
});

test('without a session, and once it is left, there is none', async () => {
  const none = renderHook(useChatSocket, {
    sessionId: null,
    episodeId: null,
    userId: 'ada',
    isExpecting: false,
    onEvent: () => {},
    askWhyRefused: async () => null,
  });
  await pass(RECONNECTED_MS.any);
  expect(FakeSocket.made).toEqual([]);
  none.unmount();
  const { newest, unmount } = await connect();
  await newest().opens();
  unmount();
  expect(newest().readyState).toBe(3);
  await pass(10 * RECONNECTED_MS.any);
  expect(FakeSocket.made).toHaveLength(1);
});
