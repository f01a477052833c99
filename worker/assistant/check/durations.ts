/** Compares durations whatever their units: 'two days' are 48 hours. */

import { stemOf } from '../language/words.ts';
import { type Figure, figuresIn } from './figures.ts';

/** How many days a unit of time has, by its stem. */
const DAYS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    second: 1 / 86_400,
    minute: 1 / 1_440,
    hour: 1 / 24,
    day: 1,
    week: 7,
    fortnight: 14,
    month: 365 / 12,
    quarter: 365 / 4,
    year: 365,
    decade: 3_650,
    century: 36_500,
  }).map(([span, days]) => [stemOf(span), days] as const),
);

/** Whether a figure is one of these durations in another unit. */
export const isLasting = ({ value, unit }: Figure, durations: number[]) =>
  isAsLong(value * (DAYS.get(unit) ?? Number.NaN), durations);

/** Whether a duration, in days, equals one of the others to within 1 %: 'a decade' is ten years. */
export const isAsLong = (duration: number, others: number[]): boolean =>
  others.some((other) => Math.abs(other - duration) < duration / 100);

/** 'A day', 'half an hour', 'a year and a half'. */
const SINGLE = /\b(half )?(?:an?|one) (\p{L}+)( and a half)?/gu;

/** Returns the durations of a text in days. */
export function durationsIn(text: string): number[] {
  const counted = figuresIn(text).map(({ value, unit }) => value * (DAYS.get(unit) ?? Number.NaN));
  const single = [...text.toLowerCase().matchAll(SINGLE)].map(([, half, span = '', andHalf]) => {
    const share = half === undefined ? 1 : 0.5;
    return (share + (andHalf === undefined ? 0 : 0.5)) * (DAYS.get(stemOf(span)) ?? Number.NaN);
  });
  return [...counted, ...single].filter((days) => !Number.isNaN(days));
}
