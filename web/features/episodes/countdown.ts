const DAY_SECONDS = 24 * 60 * 60;

/** `in 6 days, 23:59:58`, `in 23:59:58`, `in 42 seconds`: changes every second. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  if (seconds < 60) return `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const days = Math.floor(seconds / DAY_SECONDS);
  const hours = Math.floor((seconds % DAY_SECONDS) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const clock = [hours, minutes, seconds % 60]
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
  if (days === 0) return `in ${clock}`;
  return `in ${days} ${days === 1 ? 'day' : 'days'}, ${clock}`;
}
