/** What a browser remembers for a screen: the theme, a draft, what a quiz can be about. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256Hex } from '../../../web/api/sha256.ts';
import { saveDraft, subjectKey, useDraft } from '../../../web/features/chat/use-draft.ts';
import { useNotesUpdate } from '../../../web/features/library/use-insight-changes.ts';
import { quizPodcastsQuery } from '../../../web/features/quiz/queries.ts';
import { useAppearance } from '../../../web/ui/appearance.ts';
import { loadModule } from '../../../web/ui/load-module.ts';
import { act, renderHook } from '../../support/render-hook.ts';
import { renderWithToasts, run, serve, until } from './render-with-toasts.ts';
import { stubForbiddenStorage, stubStorage } from './stub-storage.ts';

let stored: ReturnType<typeof stubStorage>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the theme', () => {
  /** The hook in a page of this system, and a way to change the system. */
  function render(system: 'light' | 'dark') {
    const listeners = new Set<() => void>();
    const media = {
      matches: system === 'dark',
      addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
    };
    const rendered = renderHook(() => {
      Object.assign(window, { matchMedia: () => media });
      if (document.documentElement.className === '') document.documentElement.className = system;
      return useAppearance();
    }, undefined);
    const meta = document.createElement('meta');
    meta.setAttribute('name', 'theme-color');
    document.body.append(meta);
    return {
      ...rendered,
      meta,
      listeners,
      change(matches: boolean) {
        media.matches = matches;
        act(() => {
          for (const listener of listeners) listener();
        });
      },
    };
  }
  const KEY = 'dripcast.theme';

  test('follows the system until the reader chooses another one', () => {
    const page = render('light');
    page.change(true);
    expect([page.result().appearance, page.meta.content]).toEqual(['dark', '#0c1313']);
    act(() => page.result().choose('light'));
    expect([page.result().appearance, stored.getItem(KEY)]).toEqual(['light', 'light']);
    page.change(true);
    expect(page.result().appearance).toBe('light');
    page.unmount();
    expect(page.listeners.size).toBe(0);
  });

  test("follows the system again once the reader chooses the system's own", () => {
    const page = render('dark');
    act(() => page.result().choose('light'));
    act(() => page.result().choose('dark'));
    expect(stored.getItem(KEY)).toBeNull();
    page.change(false);
    expect(page.result().appearance).toBe('light');
    page.unmount();
  });

  test('can be chosen without storage, for as long as the page', () => {
    const page = render('light');
    stubForbiddenStorage();
    act(() => page.result().choose('dark'));
    expect(page.result().appearance).toBe('dark');
    page.unmount();
  });
});

describe('a draft', () => {
  type Draft = ReturnType<typeof useDraft>;
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', stored);
  });

  test('is there again for its conversation, and goes once it is sent', () => {
    const draft = renderHook<string, Draft>(useDraft, 'one');
    act(() => draft.result()[1]('Why'));
    draft.unmount();
    const again = renderHook<string, Draft>(useDraft, 'one');
    expect(again.result()[0]).toBe('Why');
    act(() => again.result()[1](''));
    again.unmount();
    expect(Object.keys(stored)).toEqual([]);
  });

  test('that was begun before its conversation moves into it, unless that has one', () => {
    const draft = renderHook<string, Draft>(useDraft, 'new');
    act(() => draft.result()[1]('Why'));
    draft.rerender('made');
    expect(draft.result()[0]).toBe('Why');
    saveDraft('other', 'When');
    draft.rerender('other');
    expect(draft.result()[0]).toBe('When');
    draft.unmount();
  });

  test('that was begun without a conversation is for its writer and its episode alone', () => {
    const read = (userId: string, episodeId: string | null) => {
      const draft = renderHook<string, Draft>(useDraft, subjectKey(userId, episodeId));
      draft.unmount();
      return draft.result()[0];
    };
    saveDraft(subjectKey('ada', 'rye'), 'Why');
    expect(read('ada', 'rye')).toBe('Why');
    expect(read('ben', 'rye')).toBe('');
    expect(read('ada', 'oats')).toBe('');
    expect(read('ada', null)).toBe('');
  });

  test('that is empty replaces none', () => {
    saveDraft('one', 'Why');
    saveDraft('one', '');
    const draft = renderHook<string, Draft>(useDraft, 'one');
    expect(draft.result()[0]).toBe('Why');
    draft.unmount();
  });
});

describe('what a quiz can be about', () => {
  const ask = () => new QueryClient().fetchQuery(quizPodcastsQuery);
  const SUBSCRIBED = { body: [{ id: 'one', title: 'One', host: 'Ada' }] };
  const ONE = { id: 'one', title: 'One' };

  test.each([
    ['are the subscriptions', { body: { podcastId: null, total: 0 } }, [ONE], false],
    [
      'are not sources that were all deleted',
      { body: { podcastId: 'own', total: 0 } },
      [ONE],
      false,
    ],
    [
      ...(['begins with the sources', { body: { podcastId: 'own', total: 2 } }] as const),
      ...([[{ id: 'own', title: expect.any(String) }, ONE], false] as const),
    ],
    ['are the subscriptions alone if sources fail', { status: 500, body: {} }, [ONE], true],
  ] as const)('%s', async (_, sources, podcasts, lacksSources) => {
    await serve({
      'GET /api/user/subscriptions': [SUBSCRIBED],
      'GET /api/user/sources': [sources],
    });
    expect(await ask()).toEqual({ podcasts, lacksSources });
  });

  test('is unknown without the subscriptions', async () => {
    await serve({ 'GET /api/user/subscriptions': [{ status: 500, body: {} }] });
    await expect(ask()).rejects.toMatchObject({ status: 500 });
  });
});

test('changed notes are shown in the list, and the other insights stay', async () => {
  const [one, two] = [
    { id: 'one', userNotes: null },
    { id: 'two', userNotes: 'Old' },
  ];
  const changed = { id: 'one', userNotes: 'Mine' };
  await serve({ 'PUT /api/user/insights/one': [{ status: 500, body: {} }, { body: changed }] });
  const client = new QueryClient();
  const page = (...insights: object[]) => ({
    pages: [{ podcastGroups: [{ podcastId: 'p', insights }] }],
    pageParams: [null],
  });
  client.setQueryData(['library', 'insights'], page(one, two));
  const { hook, said, unmount } = renderWithToasts(() => useNotesUpdate('one'), client);
  await run(() => hook().mutate('Mine'));
  await until(() => expect(said()).toBe('Failed to update notes'));
  expect(client.getQueryData(['library', 'insights'])).toEqual(page(one, two));
  await run(() => hook().mutate('Mine'));
  await until(() => expect(said()).toBe('Notes updated successfully'));
  expect(client.getQueryData(['library', 'insights'])).toEqual(page(changed, two));
  unmount();
});

test('notes are saved over those that were there when they were opened, or that were shown since', async () => {
  const call = 'PUT /api/user/insights/one';
  const elsewhere = { error: 'conflict', message: '', userNotes: 'From the phone' };
  const received = await serve({
    [call]: [{ status: 500, body: {} }, { status: 409, body: elsewhere }, { body: { id: 'one' } }],
  });
  let notes = 'Old';
  const { hook, said, unmount } = renderWithToasts(() => useNotesUpdate('one', notes));
  await run(() => hook().mutate('Mine'));
  await until(() => expect(said()).toBe('Failed to update notes'));
  // The library has loaded them, as it does when the connection is back.
  notes = 'From the phone';
  await run(() => hook().reset());
  await run(() => hook().mutate('Mine'));
  await until(() => expect(received).toHaveLength(2));
  await until(() => expect(hook().isPending).toBe(false));
  await run(() => hook().mutate('Mine'));
  await until(() => expect(said()).toBe('Notes updated successfully'));
  const [old, phone] = [await sha256Hex('Old'), await sha256Hex('From the phone')];
  expect(received).toEqual(
    [old, old, phone].map((hash) => ({ call, body: { userNotes: 'Mine' }, ifMatch: `"${hash}"` })),
  );
  unmount();
});

test('a script that failed to load is asked for under another address, if the browser names it', async () => {
  expect(await loadModule(async () => 'loaded')).toBe('loaded');
  const unnamed = new TypeError('Importing a module script failed.');
  await expect(loadModule(() => Promise.reject(unnamed))).rejects.toBe(unnamed);
  const named = new TypeError('Failed to fetch http://127.0.0.1:9/part.js');
  await expect(loadModule(() => Promise.reject(named))).rejects.not.toBe(named);
});
