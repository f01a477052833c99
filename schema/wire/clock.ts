/** Times in an episode as people read and cite them. */

/** `4:05`, `12:34`, from one hour `1:02:34`. Negative times become 0. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  const ss = String(whole % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${ss}` : `${hours}:${String(minutes).padStart(2, '0')}:${ss}`;
}
