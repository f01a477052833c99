/** `1 h 2 min`, `42 min`, `50 s`. */
export function formatDuration(seconds: number): string {
  // What is left of an episode has fractions of a second.
  if (Math.round(seconds) < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const minutesLeft = minutes % 60;
  return minutesLeft === 0
    ? `${minutes / 60} h`
    : `${Math.floor(minutes / 60)} h ${minutesLeft} min`;
}
