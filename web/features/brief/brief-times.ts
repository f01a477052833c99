/** The times of the brief as people read and choose them. */

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** `8:00 AM`, on a day without a clock change. */
export const hourText = (hour: number) =>
  new Date(2026, 5, 1, hour).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' });

/** When all podcasts are read again: Mondays at five, UTC, as `wrangler.toml` says. */
const REFRESH = { day: 1, hour: 5 };

/** The first whole hour after the weekly refresh when people are awake, in their time zone. */
export function usualTime(timeZone: string): { weekday: number; hour: number } {
  // 1 June 2026 is a Monday. Podcasts are read within an hour.
  const ready = new Date(Date.UTC(2026, 5, REFRESH.day, REFRESH.hour + 1));
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    hour: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(ready);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const day = (WEEKDAYS as readonly string[]).indexOf(part('weekday')) + 1;
  const hour = Number(part('hour'));
  if (hour < 8) return { weekday: day, hour: 8 };
  return hour < 20 ? { weekday: day, hour: hour + 1 } : { weekday: (day % 7) + 1, hour: 8 };
}

/** Says when new episodes are fetched, because an earlier brief would lack the newest ones. */
export function refreshText(timeZone: string): string {
  const now = new Date();
  const next = new Date(
    Date.UTC(
      now.getUTCFullYear(),
      now.getUTCMonth(),
      now.getUTCDate() + ((REFRESH.day + 7 - now.getUTCDay()) % 7),
      REFRESH.hour,
    ),
  );
  const day = next.toLocaleString('en-US', { timeZone, weekday: 'long' });
  const hour = next.toLocaleString('en-US', { timeZone, timeStyle: 'short' });
  return `New episodes are fetched every ${day} at ${hour} in this time zone. A later brief has all of them.`;
}
