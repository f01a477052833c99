/** Returns a day such as `Nov 21, 2026` in UTC, for texts whose reader's time zone isn't known. */
export const utcDay = (date: Date): string =>
  date.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
