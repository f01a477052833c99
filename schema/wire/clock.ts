/** Places as people read and cite them: times in an episode, paragraphs of a source. */

/** `4:05`, `12:34`, from one hour `1:02:34`. Negative times become 0. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor((whole % 3_600) / 60);
  const ss = String(whole % 60).padStart(2, '0');
  return hours === 0 ? `${minutes}:${ss}` : `${hours}:${String(minutes).padStart(2, '0')}:${ss}`;
}

/** `¶ 12` */
export const formatParagraph = (paragraph: number) => `¶ ${paragraph}`;

/** A regular expression's source that matches both. */
export const PLACE_PATTERN = String.raw`(?:\d{1,2}:)?\d{1,3}:[0-5]\d|¶ \d{1,6}`;

/** The number of a place: `12:34` → 754 seconds, `1:02:33` → 3753, `¶ 12` → 12. */
export function placeNumber(label: string): number {
  if (label.startsWith('¶')) return Number(label.slice(1));
  return label.split(':').reduce((total, part) => total * 60 + Number(part), 0);
}
