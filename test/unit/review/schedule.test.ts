import { describe, expect, test } from 'vitest';
import { dayOf, startOfDay } from '../../../worker/review/days.ts';
import { forecast } from '../../../worker/review/progress.ts';
import { scheduleOf } from '../../../worker/review/schedule.ts';
import { streakOf } from '../../../worker/review/streak.ts';
import { differingHistories } from '../../support/review-histories.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];

describe('the schedule of a review item', () => {
  test('is that of ts-fsrs run on its own, for 300 random histories', () => {
    expect(differingHistories(300, 7, ['UTC', ...ZONES])).toEqual([]);
  });

  test('has what went wrong in a quiz due the day after, until it is graded', () => {
    const added = { addedDay: 100, wrongDay: 100 };
    expect(scheduleOf([], added).dueDay).toBe(101);
    const known = [100, 103, 120].map((day) => ({ day, rating: 3 as const }));
    const later = scheduleOf(known, { addedDay: 100, wrongDay: null }).dueDay;
    expect(later).toBeGreaterThan(150);
    expect(scheduleOf(known, { addedDay: 100, wrongDay: 130 }).dueDay).toBe(131);
    const again = [...known, { day: 131, rating: 3 as const }];
    expect(scheduleOf(again, { addedDay: 100, wrongDay: 130 }).dueDay).toBeGreaterThan(132);
  });
});

describe('a day', () => {
  /** A week around each change of the clocks in 2026. */
  const CHANGES: [zone: string, date: string, hours: number][] = [
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ];

  test.each(CHANGES)('in %s begins at midnight around %s', (timeZone, date, hours) => {
    const changed = Date.parse(date) / 86_400_000;
    const wall = new Intl.DateTimeFormat('sv', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    for (let day = changed - 3; day <= changed + 3; day++) {
      const start = startOfDay(day, timeZone);
      const expected = new Date(day * 86_400_000).toISOString().slice(0, 10);
      expect(wall.format(start)).toBe(`${expected} 00:00`);
      expect(dayOf(start, timeZone)).toBe(day);
      expect(dayOf(new Date(start.getTime() - 1), timeZone)).toBe(day - 1);
      const length = (startOfDay(day + 1, timeZone).getTime() - start.getTime()) / 3_600_000;
      expect(length).toBe(day === changed ? hours : 24);
    }
  });

  test.each(['+23:59', '-23:59', 'Pacific/Kiritimati', 'Etc/GMT+12'])(
    'begins with its first minute as far from UTC as %s',
    (timeZone) => {
      const start = startOfDay(20_000, timeZone);
      expect(dayOf(start, timeZone)).toBe(20_000);
      expect(dayOf(new Date(start.getTime() - 1), timeZone)).toBe(19_999);
    },
  );

  test('that has no midnight begins with its first minute', () => {
    // In Beirut the clocks go from midnight to one.
    const day = Date.parse('2026-03-29') / 86_400_000;
    expect(startOfDay(day, 'Asia/Beirut').toISOString()).toBe('2026-03-28T22:00:00.000Z');
    expect(dayOf(new Date('2026-03-28T21:59:59Z'), 'Asia/Beirut')).toBe(day - 1);
  });
});

describe('a streak', () => {
  test.each([
    ['nothing yet', [], 0],
    ['today', [50], 1],
    ['not yet today', [49, 48], 2],
    ['yesterday was missed', [48, 47, 46], 3],
    ['one day between was missed', [50, 49, 47, 46], 4],
    ['two days between were missed', [50, 49, 46, 45], 2],
    ['it ended', [47, 46], 0],
    ['one is tomorrow, where the reader was before', [51, 50, 49], 2],
  ])('of days where %s', (_, keptDays, streak) => {
    expect(streakOf(keptDays, 50)).toBe(streak);
  });
});

test('a pile is spread over the days to come, none has more than the reader wants', () => {
  const days = forecast(
    new Map([
      [10, { seen: 45, unseen: 0 }],
      [11, { seen: 3, unseen: 0 }],
    ]),
    10,
    { itemsPerDay: 20, newPerDay: 5, graded: { items: 0, unseen: 0 } },
  );
  expect(days).toHaveLength(30);
  expect(days.map(({ due }) => due).slice(0, 4)).toEqual([20, 20, 8, 0]);
});

test('the days to come have no more new items than the reader wants, and today no more than is left', () => {
  const dueOn = new Map([[10, { seen: 2, unseen: 8 }]]);
  const dueWith = (graded: { items: number; unseen: number }) =>
    forecast(dueOn, 10, { itemsPerDay: 6, newPerDay: 3, graded })
      .map(({ due }) => due)
      .slice(0, 4);
  expect(dueWith({ items: 0, unseen: 0 })).toEqual([5, 3, 2, 0]);
  expect(dueWith({ items: 3, unseen: 3 })).toEqual([2, 3, 3, 2]);
  expect(dueWith({ items: 6, unseen: 1 })).toEqual([0, 5, 3, 2]);
});
