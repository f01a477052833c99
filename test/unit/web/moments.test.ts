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
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Of another reader in each test: what is still being sent after one sends the same reader's in the next. */
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

test('moments are sent in the order they were saved, even if the clock is set back', async () => {
  const ticks = vi.spyOn(Date, 'now');
  for (const now of [5_000, 5_000, 4_000, 3_000, 3_000]) ticks.mockReturnValueOnce(now);
  vi.stubGlobal('navigator', { onLine: false });
  const tab = await openTab('hal');
  const saved = ['a', 'b', 'c', 'd', 'e'];
  for (const episodeId of saved) tab.saveMoment({ episodeId, episodeTitle: '', start: 10 });
  const received = await serve({ [POST]: saved.map(() => ({ status: 404, body: {} })) });
  vi.stubGlobal('navigator', { onLine: true });
  tab.setMomentsUser('ida', new QueryClient());
  tab.setMomentsUser('hal', new QueryClient());
  await expect.poll(() => received).toHaveLength(saved.length);
  expect(received.map(({ body }) => body)).toMatchObject(saved.map((episodeId) => ({ episodeId })));
});

test('a moment that was said to wait says so once it is in the library', async () => {
  const listeners: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.push(listener));
  vi.stubGlobal('navigator', { onLine: false });
  const tab = await openTab('eve');
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
  const tab = await openTab('fay');
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
  expect(title(), 'the server knows where the sentence begins').toBe('Moment saved');
  await run(() => expect.poll(() => received).toHaveLength(1));
  await run(() => replied.resolve());
  await expect.poll(title).toBe('Already saved at 0:09');
  const { id } = z.object({ id: z.string() }).parse(received[0]?.body);
  await run(() => tab.noteMoment(id, 'Mine', ''));
  await expect.poll(() => received).toHaveLength(2);
  expect(received[1]?.body).toMatchObject({ id, episodeId: 'a', start: 10, note: 'Mine' });
  unmount();
});

test('a moment that the server refuses for good is given up, and does not hold up the next', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const tab = await openTab('cy');
  tab.saveMoment({ episodeId: 'a', episodeTitle: 'A', start: 10 });
  const replied = Promise.withResolvers<void>();
  const received = await serve({
    [POST]: [
      { status: 404, body: {} },
      { body: kept, after: replied.promise },
    ],
  });
  const { useToasts } = await import('../../../web/ui/toasts.ts');
  const { result, unmount } = renderHook(useToasts, undefined);
  vi.stubGlobal('navigator', { onLine: true });
  await run(() => tab.saveMoment({ episodeId: 'b', episodeTitle: 'B', start: 20 }));
  await run(() => expect.poll(() => received).toHaveLength(2));
  expect(result().map(({ description }) => description)).toContain('The moment could not be saved');
  await run(() => replied.resolve());
  await expect.poll(() => Object.keys(localStorage)).toEqual([]);
  expect(received.map(({ body }) => body)).toMatchObject([{ episodeId: 'a' }, { episodeId: 'b' }]);
  unmount();
});

test('a note that changes while it is being sent is sent again', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const id = '0b6f1a4e-5a0f-4b52-8f0e-2f0f9f3f3c11';
  vi.spyOn(crypto, 'randomUUID').mockReturnValueOnce(id);
  const tab = await openTab('di');
  const [saved, noted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const put = `PUT /api/user/moments/${id}`;
  const received = await serve({
    [POST]: [{ body: { id, note: '' }, after: saved.promise }, { body: { id, note: 'One' } }],
    [put]: [{ body: {}, after: noted.promise }, { body: {} }],
  });
  tab.saveMoment({ episodeId: 'a', episodeTitle: 'A', start: 10 });
  await expect.poll(() => received).toHaveLength(1);
  await tab.noteMoment(id, 'One', '');
  saved.resolve();
  await expect.poll(() => received).toHaveLength(2);
  await tab.noteMoment(id, 'Two', 'One');
  noted.resolve();
  await expect.poll(() => Object.keys(localStorage)).toEqual([]);
  const notes = received.filter(({ call }) => call === put).map(({ body }) => body);
  expect(notes).toEqual([{ note: 'One' }, { note: 'Two' }]);
});
