/** The times of files that write them as numbers, clocks or durations. */
import { parseClock } from '../clock.ts';

/** A number whose unit the whole file tells, or seconds. */
export interface Time {
  amount: number;
  isSeconds: boolean;
}

/** Whole numbers from here on are milliseconds: hardly any sentence lasts that many seconds. */
const SHORTEST_MILLISECONDS = 100;
/** `PT1M3.5S` (ISO 8601), `3.5s` */
const WITH_UNITS = /^(?:PT(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?$/i;

/**
 * Parses a time; null if it is none.
 *
 * @param value a number, also as a string; a clock; `3.5s`; `PT3.5S`
 * @param unit of a number in seconds, if it is known
 */
export function parseTime(value: unknown, unit: number | null = null): Time | null {
  const text = typeof value === 'string' ? value.trim() : '';
  const exact = text === '' ? null : (parseClock(text) ?? parseUnits(text));
  if (exact !== null) return { amount: exact, isSeconds: true };
  const amount = typeof value === 'number' ? value : Number(text || Number.NaN);
  if (!Number.isFinite(amount) || amount < 0) return null;
  return { amount: amount * (unit ?? 1), isSeconds: unit !== null };
}

function parseUnits(text: string): number | null {
  const match = WITH_UNITS.exec(text);
  if (match === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

export interface Span {
  start: Time | null;
  end: Time | null;
  length?: Time | null;
}

/** The unit in seconds of a file's numbers, by how long its parts last. */
export function unitOf(spans: readonly Span[]): number {
  const lengths = spans.flatMap(({ start, end, length }) => {
    if (end === null) return length && !length.isSeconds ? length.amount : [];
    return start === null || start.isSeconds || end.isSeconds ? [] : end.amount - start.amount;
  });
  const known = lengths.filter((length) => length > 0).sort((a, b) => a - b);
  const median = known[Math.floor(known.length / 2)] ?? 0;
  return known.every(Number.isInteger) && median >= SHORTEST_MILLISECONDS ? 0.001 : 1;
}

/** In seconds. */
export function secondsOf(time: Time | null | undefined, unit: number): number | null {
  if (!time) return null;
  return time.isSeconds ? time.amount : time.amount * unit;
}
