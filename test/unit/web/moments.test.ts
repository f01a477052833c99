/** Moments that wait in the browser to be sent. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type * as Moments from '../../../web/features/player/moments.ts';
import { renderHook } from '../../support/render-hook.ts';
import { run, serve } from './render-with-toasts.ts';
import { stubStorage } from './stub-storage.ts';

// It needs an audio element.
vi.mock('../../../web/features/player/engine.ts', () => ({ currentTime: () => 7 }));

beforeEach(() => {
  stubStorage();
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function openTab(reader: string): Promise<typeof Moments> {
  vi.resetModules();
  const tab: typeof Moments = await import('../../../web/features/player/moments.ts');
  tab.setMomentsUser(reader, new QueryClient());
  return tab;
}

const POST = 'POST /api/user/moments';
const kept = { id: 'm', note: '' };

test("another reader's moments are sent after the one under way", async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const before = await openTab('bo');
  before.saveMoment({ episodeId: 'b', episodeTitle: 'B', start: 20 });
  const tab = await openTab('ada');
  const replied = Promise.withResolvers<void>();
  const received = await serve({
    [POST]: [{ body: kept, after: replied.promise }, { body: kept }],
  });
  vi.stubGlobal('navigator', { onLine: true });
  tab.saveMoment({ episodeId: 'a', episodeTitle: 'A', start: 10 });
  await expect.poll(() => received).toHaveLength(1);
  tab.setMomentsUser('bo', new QueryClient());
  replied.resolve();
  await expect.poll(() => received).toHaveLength(2);
  expect(received.map(({ body }) => body)).toMatchObject([{ episodeId: 'a' }, { episodeId: 'b' }]);
});

test('a moment that was said to wait says so once it is in the library', async () => {
  const listeners: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.push(listener));
  vi.stubGlobal('navigator', { onLine: false });
  const tab = await openTab('ada');
  const { useToasts } = await import('../../../web/ui/toasts.ts');
  const { result, unmount } = renderHook(useToasts, undefined);
  const shown = () =>
    result()
      .filter(({ isOpen }) => isOpen)
      .map(({ description }) => description);
  await run(() => tab.saveMoment({ episodeId: 'a', episodeTitle: 'A', start: 10 }));
  expect(shown()).toEqual(['It is on this device until you are online again.']);
  const received = await serve({ [POST]: [{ status: 500, body: {} }] });
  vi.stubGlobal('navigator', { onLine: true });
  const goOnline = () => {
    for (const listener of listeners) listener();
  };
  await run(goOnline);
  await run(() => expect.poll(shown).toEqual(['It is on this device. We will try again.']));
  const [sent] = z.array(z.object({ id: z.string() })).parse(received.map(({ body }) => body));
  await serve({ [POST]: [{ body: { id: sent?.id, note: '' } }] });
  await run(goOnline);
  await run(() => expect.poll(shown).toEqual(['It is in your library.']));
  unmount();
});

test('a moment that is saved already says so, and a note begun before that is kept', async () => {
  const tab = await openTab('ada');
  const known = { id: 'known', note: '', start: 9 };
  const replied = Promise.withResolvers<void>();
  const received = await serve({
    [POST]: [{ body: known, after: replied.promise }, { body: { ...known, note: 'Mine' } }],
  });
  vi.stubGlobal('navigator', { onLine: true });
  const { useToasts } = await import('../../../web/ui/toasts.ts');
  const { result, unmount } = renderHook(useToasts, undefined);
  await run(() => tab.saveMoment({ episodeId: 'a', episodeTitle: 'A', start: 10 }));
  const title = () => result().find(({ isOpen }) => isOpen)?.title;
  expect(title()).toBe('Moment saved at 0:10');
  await run(() => expect.poll(() => received).toHaveLength(1));
  await run(() => replied.resolve());
  await expect.poll(title).toBe('Already saved at 0:09');
  const { id } = z.object({ id: z.string() }).parse(received[0]?.body);
  await run(() => tab.noteMoment(id, 'Mine'));
  await expect.poll(() => received).toHaveLength(2);
  expect(received[1]?.body).toMatchObject({ id, episodeId: 'a', start: 10, note: 'Mine' });
  unmount();
});
