import { expect, test, vi } from 'vitest';
import { dayOf } from '../../../worker/review/days.ts';

test('a calendar is made once for a time zone, and few are kept however its name is written', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const noon = new Date('2026-11-27T12:00:00Z');
  const spell = (capitals: number) =>
    [...'europe/berlin']
      .map((sign, i) => ((capitals >> i) & 1 ? sign.toUpperCase() : sign))
      .join('');
  const spellings = [...new Set(Array.from({ length: 1_000 }, (_, capitals) => spell(capitals)))];
  const [first = ''] = spellings;

  expect([dayOf(noon, first), dayOf(noon, first)]).toEqual([20_784, 20_784]);
  expect(made).toHaveBeenCalledTimes(1);

  for (const spelling of spellings) dayOf(noon, spelling);
  made.mockClear();
  dayOf(noon, first);
  expect(made).toHaveBeenCalledTimes(1);
});
