/** Positions that wait in the browser to be sent, in two tabs over one storage. */
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Positions from '../../../web/features/player/positions.ts';
import { serve } from './render-with-toasts.ts';
import { stubStorage } from './stub-storage.ts';

beforeEach(() => {
  stubStorage();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openTab(reader = 'ada') {
  vi.stubGlobal('navigator', { onLine: false });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', { addEventListener: () => {} });
  vi.resetModules();
  const tab: typeof Positions = await import('../../../web/features/player/positions.ts');
  tab.setPositionsUser(reader, new QueryClient());
  return tab;
}

const put = (episodeId: string) => `PUT /api/user/positions/${episodeId}`;
const reply = (episodeId: string) => ({
  body: { episodeId, seconds: 0, durationSeconds: null, at: new Date(0).toISOString() },
});

test('what either tab has not sent yet is sent once there is a connection', async () => {
  const received = await serve({ [put('a')]: [reply('a')], [put('b')]: [reply('b')] });
  const one = await openTab();
  const other = await openTab();
  one.notePosition('a', 10, null);
  other.notePosition('b', 20, 90);
  vi.advanceTimersByTime(2_000);
  one.notePosition('a', 12, null);
  vi.stubGlobal('navigator', { onLine: true });
  await one.sendPositions();
  expect(received.toSorted((a, b) => a.call.localeCompare(b.call))).toEqual([
    { call: put('a'), body: { seconds: 12, at: 1_002_000 } },
    { call: put('b'), body: { seconds: 20, at: 1_000_000, durationSeconds: 90 } },
  ]);
  await other.sendPositions();
  expect(received).toHaveLength(2);
});

test('a position that another tab stores while it is being sent stays', async () => {
  const received = await serve({ [put('a')]: [reply('a'), reply('a')] });
  const one = await openTab();
  const other = await openTab();
  one.notePosition('a', 10, null);
  vi.stubGlobal('navigator', { onLine: true });
  const sending = one.sendPositions();
  vi.advanceTimersByTime(2_000);
  other.notePosition('a', 12, null);
  await sending;
  await one.sendPositions();
  expect(received.map(({ body }) => body)).toMatchObject([{ seconds: 10 }, { seconds: 12 }]);
});

test("another reader's positions are sent after those under way, and none is shown to them", async () => {
  const replied = Promise.withResolvers<void>();
  const received = await serve({
    [put('a')]: [{ ...reply('a'), after: replied.promise }],
    [put('b')]: [reply('b')],
  });
  const before = await openTab('bo');
  before.notePosition('b', 20, null);
  const tab = await openTab('ada');
  tab.notePosition('a', 10, null);
  vi.stubGlobal('navigator', { onLine: true });
  const sending = tab.sendPositions();
  const client = new QueryClient();
  tab.setPositionsUser('bo', client);
  replied.resolve();
  await sending;
  expect(received.map(({ call }) => call)).toEqual([put('a'), put('b')]);
  const shown = client.getQueryData<{ positions: { episodeId: string }[] }>(['positions']);
  expect(shown?.positions.map(({ episodeId }) => episodeId)).toEqual(['b']);
});

test('only the newest two hundred wait', async () => {
  const tab = await openTab();
  for (let number = 0; number <= 200; number++) {
    vi.advanceTimersByTime(2_000);
    tab.notePosition(`episode-${number}`, 10, null);
  }
  expect(Object.keys(localStorage)).toHaveLength(200);
  expect(Object.keys(localStorage)).not.toContain('dripcast.positions.ada.episode-0');
});

test.each([
  [404, 0],
  [400, 0],
  [500, 1],
])('after a refusal with status %i, so many positions wait: %i', async (status, waiting) => {
  await serve({ [put('a')]: [{ status, body: {} }] });
  const tab = await openTab();
  tab.notePosition('a', 10, null);
  vi.stubGlobal('navigator', { onLine: true });
  await tab.sendPositions();
  expect(Object.keys(localStorage)).toHaveLength(waiting);
});
