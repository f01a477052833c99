/** Moments that wait in the browser to be sent. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Moments from '../../../web/features/player/moments.ts';
import { serve, stubStorage } from './render-with-toasts.ts';

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
  tab.keepMomentsOf(reader, new QueryClient());
  return tab;
}

const POST = 'POST /api/user/moments';
const kept = { id: 'm', note: '' };

test("another reader's moments are sent after the one under way", async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const before = await openTab('bo');
  before.keepMoment({ episodeId: 'b', episodeTitle: 'B', start: 20 });
  const tab = await openTab('ada');
  const replied = Promise.withResolvers<void>();
  const received = await serve({
    [POST]: [{ body: kept, after: replied.promise }, { body: kept }],
  });
  vi.stubGlobal('navigator', { onLine: true });
  tab.keepMoment({ episodeId: 'a', episodeTitle: 'A', start: 10 });
  await expect.poll(() => received).toHaveLength(1);
  tab.keepMomentsOf('bo', new QueryClient());
  replied.resolve();
  await expect.poll(() => received).toHaveLength(2);
  expect(received.map(({ body }) => body)).toMatchObject([{ episodeId: 'a' }, { episodeId: 'b' }]);
});
