/** Deletions that can be undone for some seconds. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Deletions from '../../../web/api/pending-deletions.ts';
import type * as Toasts from '../../../web/ui/toasts.ts';
import { renderHook } from '../../support/render-hook.ts';
import { stubStorage } from './stub-storage.ts';

const DELAY_MS = 11_000;
const insight = { kind: 'insight', id: 'a', userId: 'ada' } as const;

let stored: ReturnType<typeof stubStorage>;
let replies: (() => Promise<Response>)[];
let requests: string[];
let leave: () => void;

/** Loads the module as a fresh page does. */
async function openPage(): Promise<typeof Deletions & typeof Toasts> {
  vi.resetModules();
  vi.stubGlobal('window', {
    location: { origin: 'http://localhost' },
    addEventListener: (type: string, listener: () => void) => {
      if (type === 'pagehide') leave = listener;
    },
  });
  const deletions = await import('../../../web/api/pending-deletions.ts');
  const toasts = await import('../../../web/ui/toasts.ts');
  return { ...deletions, ...toasts };
}

/** The toasts' time is over, one after the other; a new page counts them from 1. */
async function passToasts({ dismissToast }: typeof Toasts, count = 1): Promise<void> {
  for (let id = count; id > 0; id--) dismissToast(id);
  await pass(0);
}

const answer = (status: number) => async () => Response.json({}, { status });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Waits for the end of a call, which takes real time. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });
const remembered = () => Object.values(stored).map((text) => JSON.parse(String(text)));

beforeEach(() => {
  vi.useFakeTimers();
  stored = stubStorage();
  requests = [];
  replies = [];
  // Nothing is shown here.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const path = new URL(url instanceof Request ? url.url : url, 'http://localhost').pathname;
    requests.push(`${init?.method ?? (url instanceof Request ? url.method : 'GET')} ${path}`);
    return (replies.shift() ?? answer(200))();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a deletion', () => {
  test('is sent once the time to undo it is over', async () => {
    const page = await openPage();
    const { deleteSoon, resumeDeletions } = page;
    const dropped = vi.fn(async () => {});
    resumeDeletions('ada', { insight: dropped });
    deleteSoon(insight);
    expect(remembered()).toMatchObject([insight]);
    // Its toast is pointed at.
    await pass(10 * DELAY_MS);
    expect(requests).toEqual([]);
    await passToasts(page);
    expect(requests).toEqual(['DELETE /api/user/insights/a']);
    await until(() => expect(remembered()).toEqual([]));
    expect(dropped).toHaveBeenCalledWith('a');
  });

  test('waits as long as other toasts cover its Undo, which can be used then', async () => {
    const page = await openPage();
    page.deleteSoon(insight);
    page.deleteSoon({ ...insight, id: 'b' });
    page.resumeDeletions('ada', { insight: async () => {} });
    await pass(10 * DELAY_MS);
    page.dismissToast(2);
    await pass(0);
    expect(requests).toEqual(['DELETE /api/user/insights/b']);
    const shown = renderHook(() => page.useToasts(), null);
    const undo = shown.result().find(({ isOpen }) => isOpen)?.action;
    shown.unmount();
    undo?.run();
    page.dismissToast(1);
    await until(() => expect(remembered()).toEqual([]));
    expect(requests).toHaveLength(1);
  });

  test('is sent when so many others follow that its Undo cannot come back', async () => {
    const page = await openPage();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) page.deleteSoon({ ...insight, id });
    await pass(0);
    expect(requests).toEqual(['DELETE /api/user/insights/a']);
  });

  test('is sent at once when the page is left, and only once', async () => {
    const { deleteSoon } = await openPage();
    deleteSoon(insight);
    leave();
    await pass(DELAY_MS);
    expect(requests).toEqual(['DELETE /api/user/insights/a']);
  });

  test('that its reader did not send is left to their next visit, also on this page', async () => {
    const page = await openPage();
    page.resumeDeletions('ada', { insight: async () => {} });
    page.deleteSoon(insight);
    page.dropActions();
    page.leaveDeletions();
    leave();
    await pass(2 * DELAY_MS);
    expect(requests).toEqual([]);
    page.resumeDeletions('ada', { insight: async () => {} });
    await pass(DELAY_MS);
    expect(requests).toEqual(['DELETE /api/user/insights/a']);
  });

  test('is resumed after a reload, for the same reader only', async () => {
    await openPage().then(({ deleteSoon }) => deleteSoon(insight));
    vi.clearAllTimers();
    const { resumeDeletions } = await openPage();
    resumeDeletions('bob', { insight: async () => {} });
    await pass(DELAY_MS);
    expect(requests).toEqual([]);
    resumeDeletions('ada', { conversation: async () => {} });
    await pass(DELAY_MS);
    expect(requests).toEqual([]);
    resumeDeletions('ada', { insight: async () => {} });
    await pass(DELAY_MS);
    expect(requests).toEqual(['DELETE /api/user/insights/a']);
  });

  test.each([
    ['has the rest of its time', DELAY_MS - 3_000, 3_000],
    ['waits no longer than usual, even if the clock was put back', -60_000, DELAY_MS],
  ])('after a reload %s', async (_, awayMs, waitMs) => {
    await openPage().then(({ deleteSoon }) => deleteSoon(insight));
    vi.clearAllTimers();
    vi.setSystemTime(Date.now() + awayMs);
    const { resumeDeletions } = await openPage();
    resumeDeletions('ada', { insight: async () => {} });
    await pass(waitMs - 1);
    expect(requests).toEqual([]);
    await pass(1);
    expect(requests).toEqual(['DELETE /api/user/insights/a']);
  });

  test('counts as done if the item is already gone', async () => {
    const page = await openPage();
    const dropped = vi.fn(async () => {});
    page.resumeDeletions('ada', { insight: dropped });
    replies.push(answer(404));
    page.deleteSoon(insight);
    await passToasts(page);
    await until(() => expect(remembered()).toEqual([]));
    expect(dropped).toHaveBeenCalledWith('a');
  });

  test('that was sent is too late to undo', async () => {
    const page = await openPage();
    page.deleteSoon(insight);
    const shown = renderHook(() => page.useToasts(), null);
    const undo = shown.result()[0]?.action;
    replies.push(() => new Promise(() => {}));
    leave();
    undo?.run();
    shown.rerender(null);
    expect(shown.result()[0]?.description).toBe("It's too late to undo this");
    expect(remembered()).toMatchObject([insight]);
    shown.unmount();
  });

  test.each([
    ['offline', () => Promise.reject(new TypeError('no network'))],
    ['without a session', answer(401)],
    ['refused by the server', answer(500)],
  ])('that fails %s brings the item back and says so', async (_, reply) => {
    const page = await openPage();
    // A call without a session is sent twice.
    replies.push(reply, reply);
    page.deleteSoon(insight);
    const shown = renderHook(() => ({ ids: page.useHidden(), toasts: page.useToasts() }), null);
    await passToasts(page);
    await until(() => expect(remembered()).toEqual([]));
    shown.rerender(null);
    expect([...shown.result().ids]).toEqual([]);
    expect(shown.result().toasts[0]).toMatchObject({
      title: 'Error',
      description: 'Failed to delete insight',
    });
    shown.unmount();
  });

  test('undone in its own tab is not sent by another one', async () => {
    const page = await openPage();
    page.deleteSoon(insight);
    const otherPage = await openPage();
    otherPage.resumeDeletions('ada', { insight: async () => {} });
    otherPage.deleteSoon({ ...insight, id: 'b' });
    expect(remembered()).toMatchObject([insight, { id: 'b' }]);
    const shown = renderHook(() => page.useToasts(), null);
    shown.result()[0]?.action?.run();
    shown.unmount();
    await pass(2 * DELAY_MS);
    expect(requests).toEqual([]);
    expect(remembered()).toMatchObject([{ id: 'b' }]);
  });

  test('is told to the lists of other tabs, too', async () => {
    const dropped = vi.fn(async () => {});
    (await openPage()).resumeDeletions('ada', { insight: dropped });
    const page = await openPage();
    page.deleteSoon(insight);
    await passToasts(page);
    await until(() => expect(dropped).toHaveBeenCalledWith('a'));
  });

  test('ignores broken storage', async () => {
    stored.setItem('dripcast.deletions.insight.a', '{"kind":"planet"}');
    const { resumeDeletions } = await openPage();
    resumeDeletions('ada', { insight: async () => {} });
    await pass(DELAY_MS);
    expect(requests).toEqual([]);
  });
});

test('a deleted item is hidden until it is restored', async () => {
  const page = await openPage();
  const { deleteSoon, useHidden, useToasts } = page;
  deleteSoon(insight);
  const hidden = renderHook(() => ({ ids: useHidden(), toasts: useToasts() }), null);
  expect([...hidden.result().ids]).toEqual(['a']);
  const undo = hidden.result().toasts[0]?.action;
  expect(undo?.label).toBe('Undo');
  hidden.unmount();
  undo?.run();
  await passToasts(page);
  expect(requests).toEqual([]);
  expect(remembered()).toEqual([]);
});
