import type { ExpectedItem } from './expectations.ts';

export interface GoExpectation {
  /** The base of the feed's relative addresses, if the test names one. */
  url: string | null;
  items: ExpectedItem[];
  count: number | null;
}

const STRING = String.raw`(?:"((?:[^"\\]|\\.)*)"|${'`([^`]*)`'})`;
const TITLE = new RegExp(String.raw`feed\.Entries\[(\d+)\]\.Title != ${STRING}`, 'g');
const ENCLOSURE = new RegExp(
  String.raw`feed\.Entries\[(\d+)\]\.Enclosures\[\d+\]\.URL != ${STRING}`,
  'g',
);
const DATE =
  /!feed\.Entries\[(\d+)\]\.Date\.Equal\((?:time\.Date\(([^()]+), time\.UTC\)|expectedDate)\)/g;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/**
 * Returns what one of miniflux's Go tests compares a feed's entries with; null if it compares nothing that is
 * measured here.
 */
export function fromGoTest(source: string): GoExpectation | null {
  const items: ExpectedItem[] = [];
  const at = (index = '0') => {
    while (items.length <= Number(index)) items.push({});
    return items[Number(index)] ?? {};
  };
  for (const [, index, quoted, raw] of source.matchAll(TITLE)) {
    at(index).title = raw ?? unquoted(quoted ?? '');
  }
  for (const [, index, quoted, raw] of source.matchAll(ENCLOSURE)) {
    const item = at(index);
    item.enclosures = [...(item.enclosures ?? []), raw ?? unquoted(quoted ?? '')];
  }
  const named = /expectedDate := time\.Date\(([^()]+), time\.UTC\)/.exec(source)?.[1];
  for (const [, index, written] of source.matchAll(DATE)) {
    const date = instantOf(written ?? named ?? '');
    if (date !== null) at(index).date = date;
  }
  if (items.length === 0) return null;
  const count = /len\(feed\.Entries\) != (\d+)/.exec(source)?.[1];
  return {
    url: /\bParse\w*\("(https?:[^"]+)"/.exec(source)?.[1] ?? null,
    items,
    count: count === undefined ? null : Number(count),
  };
}

function unquoted(literal: string): string {
  try {
    return String(JSON.parse(`"${literal}"`));
  } catch {
    return literal;
  }
}

/** `2003, time.December, 13, 18, 30, 2, 0` */
function instantOf(written: string): number | null {
  const match = /^(\d+), time\.(\w{3})\w*, (\d+), (\d+), (\d+), (\d+)/.exec(written);
  if (match === null) return null;
  const [, year, month = '', ...rest] = match;
  const [day = 1, hour = 0, minute = 0, second = 0] = rest.map(Number);
  return Date.UTC(Number(year), MONTHS.indexOf(month) / 3, day, hour, minute, second);
}
