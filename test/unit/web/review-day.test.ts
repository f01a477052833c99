/** A day of review on this device: what waits to be sent, and the day that can do without a connection. */
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ReviewItem } from '../../../schema/wire/review.ts';
import { ApiError } from '../../../web/api/client.ts';
import {
  dayQuery,
  dueCountQuery,
  progressQuery,
  takeawayQuery,
} from '../../../web/features/review/queries.ts';
import { sendUnsent } from '../../../web/features/review/send-unsent.ts';
import {
  type DatedDay,
  kept,
  readDay,
  storeDay,
  today,
  withoutItem,
} from '../../../web/features/review/stored-day.ts';
import {
  addUnsent,
  countUnsent,
  listUnsent,
  onUnsentChange,
  removeUnsent,
  type Unsent,
} from '../../../web/features/review/unsent.ts';
import { useReviewDay } from '../../../web/features/review/use-review-day.ts';
import { createQueryClient } from '../../../web/query-client.ts';
import { renderWithToasts, run, serve, until } from './render-with-toasts.ts';
import { stubForbiddenStorage, stubStorage } from './stub-storage.ts';

let stored: ReturnType<typeof stubStorage>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const ITEM = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const grade = (itemId: string, at: string): Unsent => ({
  type: 'grade',
  itemId,
  gradeId: `grade-${at}`,
  rating: 3,
  at,
  timeZone: 'UTC',
});
const NOON = '2026-03-01T12:00:00.000Z';
const ONE = '2026-03-01T13:00:00.000Z';

const item = (id: string): ReviewItem => ({
  id,
  kind: 'insight',
  front: 'Why?',
  back: 'Because.',
  episodeId: OTHER,
  seconds: 3,
  episodeTitle: 'Episode',
  podcastTitle: 'Podcast',
  dueAt: NOON,
  state: 'new',
});
const DAY: DatedDay = {
  date: today(),
  items: [item(ITEM), item(OTHER)],
  dueToday: 2,
  dueLater: 1,
  gradedToday: 4,
  hasItems: true,
  streak: 6,
  isKept: false,
  settings: { isOn: true, itemsPerDay: 20, newPerDay: 5, timeZone: 'UTC' },
};

const gradesOf = (id: string) => `POST /api/user/reviews/${id}/grades`;
const DUE = `GET /api/user/reviews/due?timeZone=${encodeURIComponent(
  Intl.DateTimeFormat().resolvedOptions().timeZone,
)}`;

test('what waits is listed by reader, oldest first, also where another tab stored it', () => {
  const heard = vi.fn();
  const stop = onUnsentChange(heard);
  addUnsent('ada', grade(OTHER, ONE));
  addUnsent('ada', grade(ITEM, NOON));
  addUnsent('ada2', grade(ITEM, NOON));
  expect(heard).toHaveBeenCalledTimes(3);
  const [first, second] = listUnsent('ada');
  expect([first?.item.at, second?.item.at]).toEqual([NOON, ONE]);
  expect(countUnsent('ada2')).toBe(1);
  removeUnsent('ada', first?.id ?? '');
  expect(listUnsent('ada').map(({ item }) => item.at)).toEqual([ONE]);
  stop();
  removeUnsent('ada', second?.id ?? '');
  expect(heard).toHaveBeenCalledTimes(4);
});

test('what waits but cannot be read is thrown away', () => {
  addUnsent('ada', grade(ITEM, NOON));
  stored.setItem('dripcast.review.waiting.ada.0', '{"type":"gra');
  stored.setItem('dripcast.review.waiting.ada.1', '{"type":"grade","rating":9}');
  expect(countUnsent('ada')).toBe(3);
  expect(listUnsent('ada').map(({ item }) => item)).toEqual([grade(ITEM, NOON)]);
  expect(countUnsent('ada')).toBe(1);
});

test('without storage a grade waits until the page is left', () => {
  stubForbiddenStorage();
  addUnsent('bob', grade(ITEM, NOON));
  const [unsent] = listUnsent('bob');
  expect(unsent?.item).toEqual(grade(ITEM, NOON));
  removeUnsent('bob', unsent?.id ?? '');
  expect(countUnsent('bob')).toBe(0);
});

test('what waits is sent in its order and then waits no more', async () => {
  const received = await serve({
    [gradesOf(ITEM)]: [{ body: {} }],
    'POST /api/user/reviews/days': [{ body: {} }],
  });
  addUnsent('ada', { type: 'day', at: ONE, timeZone: 'UTC' });
  addUnsent('ada', grade(ITEM, NOON));
  await sendUnsent('ada');
  expect(received).toEqual([
    {
      call: gradesOf(ITEM),
      body: { gradeId: `grade-${NOON}`, rating: 3, at: NOON, timeZone: 'UTC' },
    },
    { call: 'POST /api/user/reviews/days', body: { at: ONE, timeZone: 'UTC' } },
  ]);
  expect(countUnsent('ada')).toBe(0);
});

test.each([400, 404, 422])('a grade that is refused with %i is given up', async (status) => {
  await serve({
    [gradesOf(ITEM)]: [{ status, body: {} }],
    [gradesOf(OTHER)]: [{ body: {} }],
  });
  addUnsent('ada', grade(ITEM, NOON));
  addUnsent('ada', grade(OTHER, ONE));
  await sendUnsent('ada');
  expect(countUnsent('ada')).toBe(0);
});

test.each([
  // It is sent twice.
  [401, 2],
  [429, 1],
  [503, 1],
])('a %i stops the sending: it and what comes after it wait', async (status, tries) => {
  const refusals = Array.from({ length: tries }, () => ({ status, body: {} }));
  const received = await serve({
    [gradesOf(ITEM)]: [...refusals, { body: {} }],
    [gradesOf(OTHER)]: [{ body: {} }],
  });
  addUnsent('ada', grade(ITEM, NOON));
  addUnsent('ada', grade(OTHER, ONE));
  await expect(sendUnsent('ada')).rejects.toBeInstanceOf(ApiError);
  expect([received.length, countUnsent('ada')]).toEqual([tries, 2]);
  await sendUnsent('ada');
  expect([received.length, countUnsent('ada')]).toEqual([tries + 2, 0]);
});

test('two sendings at once send each grade once', async () => {
  const received = await serve({ [gradesOf(ITEM)]: [{ body: {} }] });
  addUnsent('ada', grade(ITEM, NOON));
  await Promise.all([sendUnsent('ada'), sendUnsent('ada')]);
  expect(received).toHaveLength(1);
});

test('the stored day leaves out what was graded since, and is null where it cannot be read', () => {
  expect(readDay('ada')).toBeNull();
  storeDay('ada', DAY);
  expect(readDay('ada')).toEqual(DAY);
  expect(readDay('bob')).toBeNull();
  addUnsent('ada', grade(ITEM, NOON));
  expect(readDay('ada')).toMatchObject({ items: [{ id: OTHER }], dueToday: 1 });
  stored.setItem('dripcast.copy.ada.review-day', '{"items":"none"}');
  expect(readDay('ada')).toBeNull();
  stored.setItem('dripcast.copy.ada.review-day', '{"items":');
  expect(readDay('ada')).toBeNull();
  stubForbiddenStorage();
  storeDay('ada', DAY);
  expect(readDay('ada')).toBeNull();
});

test('a graded item leaves the day, and the streak grows by one on its first', () => {
  const after = withoutItem(DAY, ITEM);
  expect(after).toMatchObject({ dueToday: 1, gradedToday: 5, isKept: true, streak: 7 });
  expect(after.items.map(({ id }) => id)).toEqual([OTHER]);
  expect(withoutItem(after, ITEM)).toEqual(after);
  expect(kept(after)).toEqual({ isKept: true, streak: 7 });
});

test('the day comes from this device only where the server cannot be reached', async () => {
  const client = new QueryClient();
  const fetchDay = () => client.fetchQuery({ ...dayQuery('ada'), staleTime: 0 });
  await serve({ [DUE]: [{ body: DAY }, { status: 500, body: {} }] });
  const online = fetch;
  const offline = () => Promise.reject(new TypeError('offline'));
  vi.stubGlobal('fetch', offline);
  await expect(fetchDay()).rejects.toMatchObject({ status: 0 });
  vi.stubGlobal('fetch', online);
  expect(await fetchDay()).toEqual({ ...DAY, isStored: false });
  await expect(fetchDay()).rejects.toMatchObject({ status: 500 });
  vi.stubGlobal('fetch', offline);
  expect(await fetchDay()).toEqual({ ...DAY, isStored: true });
});

test('a grade counts at once, and is said to wait only if it could not be sent', async () => {
  await serve({ [DUE]: [{ body: DAY }], [gradesOf(ITEM)]: [{ status: 503, body: {} }] });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const day = renderWithToasts(() => useReviewDay('ada'), client);
  await until(() => expect(day.hook().query.data?.items).toHaveLength(2));
  expect(day.hook().unsent).toBe(0);
  await run(() => day.hook().grade(ITEM, 3));
  await until(() => expect(day.hook().unsent).toBe(1));
  expect(day.hook().query.data).toMatchObject({ dueToday: 1, gradedToday: 5, streak: 7 });
  expect(readDay('ada')).toMatchObject({ dueToday: 1, isKept: true });
  day.unmount();
});

test('the day as it is on this device is of today: the next morning it is not kept, and counts', async () => {
  const evening = new Date(2026, 2, 28, 23, 50);
  vi.useFakeTimers({ toFake: ['Date'], now: evening });
  onTestFinished(() => void vi.useRealTimers());
  const day = { ...DAY, date: today(), items: [], isKept: true };
  await serve({ [DUE]: [{ body: day }] });
  const review = renderWithToasts(() => useReviewDay('ada'), new QueryClient());
  await until(() => expect(review.hook().query.data?.isKept).toBe(true));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await run(() => review.hook().keep());
  expect(countUnsent('ada'), 'it was kept already').toBe(0);
  expect(readDay('ada')).toMatchObject({ isKept: true, gradedToday: 4 });

  // The night on which the clocks go forward.
  vi.setSystemTime(new Date(2026, 2, 29, 7, 0));
  expect(readDay('ada')).toMatchObject({ isKept: false, gradedToday: 0, date: '2026-03-29' });
  await run(() => review.hook().keep());
  expect(countUnsent('ada')).toBe(1);
  expect(review.hook().query.data).toMatchObject({ isKept: true, streak: 7, gradedToday: 0 });
  review.unmount();
});

test('a page left open overnight asks for the new day once the reader comes back', async () => {
  const count = 'GET /api/user/reviews/due';
  const takeaway = 'GET /api/user/reviews/takeaway';
  const progress = 'GET /api/user/reviews/progress';
  const day = { ...DAY, items: [] };
  const received = await serve({
    [count]: [{ body: day }, { body: day }],
    [takeaway]: [{ body: { takeaway: null } }, { body: { takeaway: null } }],
    [progress]: [{ body: { forecast: [] } }, { body: { forecast: [] } }],
  });
  const comeBack = () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  };
  onTestFinished(() => {
    vi.useRealTimers();
    focusManager.setFocused(undefined);
  });
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 1, 23) });
  const client = createQueryClient();
  client.mount();
  const ends = [
    new QueryObserver(client, dueCountQuery).subscribe(() => {}),
    new QueryObserver(client, takeawayQuery).subscribe(() => {}),
    new QueryObserver(client, progressQuery).subscribe(() => {}),
  ];
  await until(() => expect(client.isFetching()).toBe(0));
  const first = [count, progress, takeaway];
  expect(received).toHaveLength(first.length);
  vi.setSystemTime(new Date(2026, 2, 1, 23, 50));
  comeBack();
  expect(client.isFetching()).toBe(0);
  vi.setSystemTime(new Date(2026, 2, 2, 0, 10));
  comeBack();
  await until(() => expect(received).toHaveLength(2 * first.length));
  for (const end of ends) end();
  client.unmount();
});
