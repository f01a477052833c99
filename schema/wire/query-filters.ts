/** The values of the filters in a search query, read alike by both sides. */

/** Whether a filter can be understood. Otherwise it counts as ordinary words. */
export function isFilterValue(name: 'from' | 'in' | 'after' | 'before', value: string): boolean {
  if (name === 'after' || name === 'before') return readDate(value) !== null;
  // The index normalises text, which turns some letters into bare marks.
  return /[\p{L}\p{N}]/u.test(value.normalize('NFKD'));
}

/** What `toISOString` writes. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Returns an instant, or the start of a year, month or day in UTC; null for anything else. */
export function readDate(text: string): number | null {
  if (INSTANT.test(text)) {
    const time = Date.parse(text);
    return Number.isNaN(time) ? null : time;
  }
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const written = `${year}-${month}-${day}`;
  const time = Date.parse(`${written}T00:00:00Z`);
  // Parsing moves the 31st of February into March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(written)) return null;
  return time;
}
