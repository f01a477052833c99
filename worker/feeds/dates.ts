/** Parses the dates of feeds. Unreadable ones become null; future ones are kept. */
import { hasUsualYear } from '../../schema/wire/time.ts';

const ISO =
  /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?(?:(?:[T ]+|(?=\d{6}$))(\d{1,2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)?)?\s*(.*)$/i;

/** What nearly every podcast uses (RFC 822 with a four-digit year). */
const RFC_822 =
  /^(?:[a-z]{3}, ?)?(\d{1,2}) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? (GMT|UTC?|Z|[+-]\d{4}|[ECMP][SD]T)$/i;
const ENGLISH_MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** Minutes east of Greenwich (RFC 822, and other abbreviations that mean only one zone). */
const ZONES: Readonly<Record<string, number>> = {
  AST: -240,
  ADT: -180,
  EST: -300,
  EDT: -240,
  ET: -300,
  CST: -360,
  CDT: -300,
  CT: -360,
  MST: -420,
  MDT: -360,
  MT: -420,
  PST: -480,
  PDT: -420,
  PT: -480,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  WEST: 60,
  BST: 60,
  CET: 60,
  MET: 60,
  MEZ: 60,
  CEST: 120,
  MEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  SAST: 120,
  IST: 330,
  SGT: 480,
  HKT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
};

/** Characters. */
const MAX_LENGTH = 100;

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  offsetMinutes: number;
}

/**
 * Parses RFC 822 in its variants, ISO 8601, asctime, dates with slashes or dots and with English month
 * names, and seconds since 1970. Without a zone, UTC is assumed. The placeholders 0 and year 1 count as
 * missing.
 */
export function parseFeedDate(written: string | null | undefined): Date | null {
  // Some write a typographic minus sign or a dash before the zone.
  const text = (written ?? '')
    .replace(/\s+/g, ' ')
    .replace(/[\u2010-\u2013\u2212]/g, '-')
    .trim();
  if (text === '' || text.length > MAX_LENGTH) return null;
  const parts = readRfc822(text) ?? readIso(text) ?? readEpoch(text) ?? readFree(text);
  return parts === null ? null : toDate(parts);
}

function toDate(parts: Parts): Date | null {
  const { year, month, day, hour, minute, second, millisecond } = parts;
  if (year < 1900 || year > 9999 || month < 0 || month > 11 || day < 1 || day > 31) return null;
  if (hour > 24 || minute > 59 || second > 60) return null;
  const time = Date.UTC(year, month, day, hour, minute, second, millisecond);
  const instant = time - parts.offsetMinutes * 60_000;
  const date = new Date(instant);
  return instant === 0 || !hasUsualYear(date) ? null : date;
}

function readRfc822(text: string): Parts | null {
  const match = RFC_822.exec(text);
  if (match === null) return null;
  const [, day, month = '', year, hour, minute, second, zone = ''] = match;
  return {
    year: Number(year),
    month: ENGLISH_MONTHS.indexOf(month.toLowerCase()) / 3,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    millisecond: 0,
    offsetMinutes: zoneOf(zone) ?? 0,
  };
}

function readIso(text: string): Parts | null {
  // Some write two-digit years, which only the T tells apart from a day, or one-digit months and days.
  const full = text
    .replace(/^(\d{2}-\d{2}-\d{2}T)/, '20$1')
    .replace(/^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/, (_, year, month, day) =>
      [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
    );
  const match = ISO.exec(full);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, rest = ''] = match;
  const digits = /^\d+$/.test(text);
  if (digits && text.length !== 4 && text.length !== 8 && text.length !== 14) return null;
  // A year before the name of a month, which would pass for a zone.
  if (hour === undefined && /^[a-z]/i.test(rest) && monthOf(rest) !== null) return null;
  const offsetMinutes = rest === '' ? 0 : zoneOf(rest);
  if (offsetMinutes === null) return null;
  return {
    year: Number(year),
    month: Number(month ?? 1) - 1,
    day: Number(day ?? 1),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: Math.floor(Number(`0.${fraction ?? 0}`) * 1000),
    offsetMinutes,
  };
}

function readEpoch(text: string): Parts | null {
  if (!/^\d{9,13}$/.test(text)) return null;
  const date = new Date(Number(text) * (text.length > 11 ? 1 : 1000));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: 0,
    offsetMinutes: 0,
  };
}

/** Any other form: takes out the time and the zone; the rest holds day, month and year. */
function readFree(text: string): Parts | null {
  const clock = /(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,6}))?)? ?([ap]\.?m\b\.?)?/i.exec(
    text,
  );
  let hour = Number(clock?.[1] ?? 0);
  const half = clock?.[5]?.charAt(0).toLowerCase();
  if (half === 'p' && hour < 12) hour += 12;
  else if (half === 'a' && hour === 12) hour = 0;

  const before = clock === null ? text : text.slice(0, clock.index);
  const after = clock === null ? '' : text.slice(clock.index + clock[0].length);
  const zone = /^ *([+-]\d{1,2}(?::?\d{2})?|[a-z]{1,5}(?:[+-]\d{1,2}:?\d{0,2})?)\b/i.exec(after);
  const offset = zone?.[1] === undefined || monthOf(zone[1]) !== null ? null : zoneOf(zone[1]);
  const calendar = `${before} ${offset === null || zone === null ? after : after.slice(zone[0].length)}`;
  const date = readCalendar(calendar);
  if (date === null) return null;
  return {
    ...date,
    hour,
    minute: Number(clock?.[2] ?? 0),
    second: Number(clock?.[3] ?? 0),
    millisecond: Math.floor(Number(`0.${clock?.[4] ?? 0}`) * 1000),
    offsetMinutes: offset ?? 0,
  };
}

function readCalendar(text: string): Pick<Parts, 'year' | 'month' | 'day'> | null {
  const numbers = (text.match(/\d+/g) ?? []).slice(0, 3);
  const named = (text.match(/[a-z]{3,}/gi) ?? []).map(monthOf).find((month) => month !== null);
  const [a = '', b = '', c = ''] = numbers;
  if (named !== undefined && named !== null) {
    const [day, year] = a.length === 4 ? [b, a] : [a, b];
    return year === '' ? null : { year: fullYear(year), month: named, day: Number(day) };
  }
  if (c === '') return null;
  if (a.length === 4) return { year: Number(a), month: Number(b) - 1, day: Number(c) };
  // With slashes the American order is assumed, unless its month is impossible.
  const monthFirst = text.includes('/') && Number(a) <= 12;
  const [month, day] = monthFirst ? [a, b] : [b, a];
  return { year: fullYear(c), month: Number(month) - 1, day: Number(day) };
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function monthOf(word: string): number | null {
  const index = ENGLISH_MONTHS.indexOf(word.slice(0, 3).toLowerCase());
  return index < 0 || index % 3 !== 0 ? null : index / 3;
}

/**
 * Minutes east. Numeric zones take precedence over names. Unknown names count as 0, because most are
 * spellings of UTC; null if there is no zone.
 */
function zoneOf(written: string): number | null {
  const match = /^([a-z]*)\s*(?:([+-])(\d{1,2}):?(\d{1,2})?)?(?:\s*\(?[\w\s]*\)?)?$/i.exec(
    written.trim(),
  );
  if (match === null) return null;
  const [, name = '', sign, hours = '0', minutes = '0'] = match;
  if (sign === undefined) return ZONES[name.toUpperCase()] ?? 0;
  const shift = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -shift : shift;
}
