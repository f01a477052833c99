import { addDays } from 'date-fns';
import { describe, expect, test } from 'vitest';
import { type BriefTime, nextBrief } from '../../../worker/brief/next-brief.ts';

/** The clock in a time zone, as `Sun 03:00`. */
const localTime = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(at)
    .replace(',', '');

/** Eight briefs in a row. */
function briefsFrom(start: string, time: BriefTime) {
  const found = [nextBrief(time, new Date(start), null)];
  while (found.length < 8) {
    const last = found.at(-1);
    if (last) found.push(nextBrief(time, last.at, last.week));
  }
  return found;
}

describe('across a change of the clocks, each week has one brief at the same hour', () => {
  test.each([
    ['America/New_York', '2026-02-20T00:00:00Z'],
    ['America/New_York', '2026-10-15T00:00:00Z'],
    ['Europe/Berlin', '2026-03-10T00:00:00Z'],
    ['Europe/Berlin', '2026-10-05T00:00:00Z'],
    ['Australia/Lord_Howe', '2026-03-15T00:00:00Z'],
    ['Australia/Lord_Howe', '2026-09-15T00:00:00Z'],
  ])('%s from %s', (timeZone, start) => {
    for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
      for (const hour of [0, 8, 23]) {
        const found = briefsFrom(start, { weekday, hour, timeZone });
        const name = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][weekday - 1];
        const shown = `${name} ${String(hour).padStart(2, '0')}:00`;
        expect(found.map(({ at }) => localTime(at, timeZone))).toEqual(found.map(() => shown));
        expect(new Set(found.map(({ week }) => week)).size).toBe(found.length);
        for (const [index, { at }] of found.entries()) {
          const before = found[index - 1]?.at;
          if (!before) continue;
          const hours = (at.getTime() - before.getTime()) / 3_600_000;
          expect(Math.abs(hours - 7 * 24)).toBeLessThanOrEqual(1);
        }
      }
    }
  });
});

test.each([
  ['New York skips 2:00', 'America/New_York', '2026-03-05T00:00:00Z', 2, 'Sun 03:00'],
  ['New York repeats 1:00', 'America/New_York', '2026-10-29T00:00:00Z', 1, 'Sun 01:00'],
  ['Berlin skips 2:00', 'Europe/Berlin', '2026-03-26T00:00:00Z', 2, 'Sun 03:00'],
  ['Berlin repeats 2:00', 'Europe/Berlin', '2026-10-22T00:00:00Z', 2, 'Sun 02:00'],
  ['Lord Howe skips 2:00', 'Australia/Lord_Howe', '2026-10-01T00:00:00Z', 2, 'Sun 02:30'],
  ['Santiago skips midnight', 'America/Santiago', '2026-09-03T00:00:00Z', 0, 'Sun 01:00'],
])('%s: still one brief', (_, timeZone, start, hour, shown) => {
  const [first, second] = briefsFrom(start, { weekday: 7, hour, timeZone });
  expect(first && localTime(first.at, timeZone)).toBe(shown);
  expect(first && second && second.at > addDays(first.at, 6)).toBe(true);
});

describe('the week', () => {
  const time = { weekday: 1, hour: 8, timeZone: 'Europe/Berlin' };

  test('is the calendar week where the reader is', () => {
    expect(nextBrief(time, new Date('2026-11-22T12:00:00Z'), null)).toEqual({
      at: new Date('2026-11-23T07:00:00Z'),
      week: '2026-W48',
    });
    const auckland = { weekday: 1, hour: 0, timeZone: 'Pacific/Auckland' };
    const { at, week } = nextBrief(auckland, new Date('2026-11-21T00:00:00Z'), null);
    expect([at.toISOString(), week]).toEqual(['2026-11-22T11:00:00.000Z', '2026-W48']);
  });

  test('that has had its brief is skipped, whatever day is chosen then', () => {
    const { week } = nextBrief(time, new Date('2026-11-22T12:00:00Z'), null);
    const later = nextBrief({ ...time, weekday: 4 }, new Date('2026-11-23T07:00:00Z'), week);
    expect(later).toEqual({ at: new Date('2026-12-03T07:00:00Z'), week: '2026-W49' });
  });

  test('goes on over the turn of the year', () => {
    const weeks = briefsFrom('2026-12-10T00:00:00Z', time).map(({ week }) => week);
    expect(weeks.slice(0, 5)).toEqual(['2026-W51', '2026-W52', '2026-W53', '2027-W01', '2027-W02']);
  });
});
