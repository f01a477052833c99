/** The commands of the search, run as a reader would. */
import { QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { createElement } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ScreenRequest, useScreenRequest } from '../../../web/screens/screen-request.ts';
import { useSearchCommands } from '../../../web/screens/use-search-commands.ts';
import { useToasts } from '../../../web/ui/toasts.ts';
import { renderHook } from '../../support/render-hook.ts';
import type { Reply } from '../../support/reply-server.ts';
import { run, serve, until } from './render-with-toasts.ts';
import { stubStorage } from './stub-storage.ts';

const CATALOGUE = 'GET /api/podcasts';
const FOLLOWED = 'GET /api/user/subscriptions';
const RECENT = 'GET /api/podcasts/recent-episodes';
const podcast = (id: string, title: string) => ({ id, title, category: 'HR' });
const following = (...titles: string[]) =>
  titles.map((title) => ({ podcastId: title.toLowerCase(), title }));

beforeEach(() => {
  // Runs once the hooks are unmounted.
  onTestFinished(() => void vi.unstubAllGlobals());
  stubStorage();
  // The router looks there, too.
  vi.stubGlobal('self', {});
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }));
});

/** The open search above a screen, and what happened to both. */
async function openSearch(replies: Record<string, Reply[]> = {}) {
  const received = await serve({
    [CATALOGUE]: [{ body: [podcast('rye', 'Rye'), podcast('oats', 'Oats')] }],
    [FOLLOWED]: [{ body: following('Rye') }],
    [RECENT]: [{ body: {} }],
    ...replies,
  });
  const happened: string[] = [];
  const history = createMemoryHistory({ initialEntries: ['/library', '/library?find='] });
  const makeRouter = () =>
    createRouter({ routeTree: createRootRoute(), history, origin: 'http://dripcast.test' });
  // Made in the browser, which only rendering brings.
  let made: ReturnType<typeof makeRouter> | undefined;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked: ScreenRequest[] = [];
  const useSearch = (props: { onLeave: () => void; close: () => void }) => {
    useScreenRequest((wish) => asked.push(wish) > 0);
    return { search: useSearchCommands(props), toasts: useToasts() };
  };
  const { result, unmount } = renderHook(
    useSearch,
    { onLeave: () => void happened.push('left'), close: () => void happened.push('closed') },
    client,
    (children) => {
      const router = made ?? makeRouter();
      made = router;
      return createElement(RouterContextProvider, { router, children });
    },
  );
  onTestFinished(unmount);
  const commands = () => result().search.commands;
  const command = (label: string) => commands().find((one) => one.label === label);
  return {
    happened,
    received,
    asked,
    history,
    labels: (group: string) =>
      commands().flatMap((one) => (one.group === group ? [one.label] : [])),
    command,
    run: (label: string) => run(() => command(label)?.run()),
    podcasts: () => result().search.podcasts,
    said: () => result().toasts[0]?.description,
  };
}

describe('going somewhere', () => {
  test.each([
    ['Our Podcasts', '/podcasts'],
    ['Chat History', '/library?tab=history'],
    ['Ask All My Podcasts', '/tools?tool=ask'],
    ['Profile', '/profile'],
  ])('%s opens its screen in place of the search', async (label, address) => {
    const search = await openSearch();
    await search.run(label);
    await until(() => expect(search.history.location.href).toBe(address));
    expect(search.happened).toEqual(['left']);
    search.history.back();
    expect(search.history.location.href, 'Back does not open the search again').toBe('/library');
  });

  test('a quiz is started on the screen that opens, once', async () => {
    const search = await openSearch();
    await search.run('Start a quiz');
    await until(() => expect(search.history.location.href).toBe('/podcasts'));
    await until(() => expect(search.asked).toEqual([{ kind: 'quiz' }]));
    await run(() => {});
    expect(search.asked).toHaveLength(1);
  });
});

describe('recent episodes', () => {
  const episode = (id: string, day: number | null) => ({
    id,
    title: `Episode ${id}`,
    publishedAt: day === null ? null : `2026-11-0${day}T00:00:00.000Z`,
  });

  test('are listed newest first across podcasts, four before anything is typed', async () => {
    const body = {
      Rye: [episode('a', 5), episode('b', 1), episode('c', null)],
      Oats: [episode('d', 6), episode('e', 3), episode('f', 2)],
    };
    const search = await openSearch({ [RECENT]: [{ body }] });
    await until(() => expect(search.labels('Recent episodes')).toHaveLength(6));
    const order = ['d', 'a', 'e', 'f', 'b', 'c'].map((id) => `Episode ${id}`);
    expect(search.labels('Recent episodes')).toEqual(order);
    const isHidden = order.map((label) => search.command(label)?.isListedWhenTyped);
    expect(isHidden).toEqual([false, false, false, false, true, true]);
    expect(search.command('Episode d')?.detail).toBe('Oats');
    await search.run('Episode d');
    await until(() => expect(search.history.location.href).toBe('/podcasts?episode=d'));
  });

  test('that could not be fetched leave the other commands as they are', async () => {
    const search = await openSearch({ [RECENT]: [{ status: 500, body: {} }] });
    await until(() => expect(search.labels('Subscribe')).toEqual(['Subscribe to Oats']));
    expect(search.labels('Recent episodes')).toEqual([]);
    expect(search.labels('Go to')).toContain('My Library');
  });
});

describe('subscribing', () => {
  test('is offered for what the reader does not subscribe to, and then no more', async () => {
    const search = await openSearch({
      [FOLLOWED]: [{ body: following('Rye') }, { body: following('Rye', 'Oats') }],
      'POST /api/podcasts/oats/subscribe': [{ body: { success: true } }],
    });
    await until(() => expect(search.labels('Subscribe')).toEqual(['Subscribe to Oats']));
    await search.run('Subscribe to Oats');
    expect(search.happened).toEqual(['closed']);
    await until(() => expect(search.said()).toBe('Successfully subscribed to podcast'));
    expect(search.labels('Subscribe')).toEqual([]);
    expect(search.podcasts()).toEqual(['Oats', 'Rye']);
  });

  test('that fails says so', async () => {
    const search = await openSearch({
      'POST /api/podcasts/oats/subscribe': [{ status: 500, body: {} }],
    });
    await until(() => expect(search.labels('Subscribe')).toHaveLength(1));
    await search.run('Subscribe to Oats');
    await until(() => expect(search.said()).toBe('Failed to subscribe to podcast'));
    expect(search.labels('Subscribe')).toHaveLength(1);
  });

  test('is not offered as long as nobody knows what the reader subscribes to', async () => {
    const search = await openSearch({ [FOLLOWED]: [{ status: 500, body: {} }] });
    await until(() => expect(search.received.map(({ call }) => call)).toContain(CATALOGUE));
    await run(() => {});
    expect(search.labels('Subscribe')).toEqual([]);
    expect(search.podcasts()).toEqual([]);
  });
});

test('the theme is switched to the other one, there and back', async () => {
  const search = await openSearch();
  await search.run('Switch to dark theme');
  expect(search.happened).toEqual(['closed']);
  expect(document.documentElement.classList.contains('dark')).toBe(true);
  expect(search.command('Switch to dark theme')).toBeUndefined();
  await search.run('Switch to light theme');
  expect(document.documentElement.classList.contains('dark')).toBe(false);
});
