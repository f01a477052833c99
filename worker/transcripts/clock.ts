/** Seconds as people read and cite them: `m:ss`, from an hour on `h:mm:ss`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const rest = `${two(whole % 60)}`;
  return hours > 0
    ? `${hours}:${two((whole / 60) % 60)}:${rest}`
    : `${Math.floor(whole / 60)}:${rest}`;
}

/** Seconds from `h:mm:ss`, `m:ss`, with or without a fraction; null for anything else. */
export function parseClock(text: string): number | null {
  const match = /^\s*(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?\s*$/.exec(text);
  if (match === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}
