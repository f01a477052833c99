import type { ShowNotes } from '../feeds/feed.ts';
import { sanitiseHtmlOrText } from '../platform/sanitise-html.ts';

/** The sanitised HTML is at most this many times as long as the source. */
const MAX_GROWTH = 2;
/** Extra length, because even two letters need a paragraph around them. */
const SMALL_CHARS = 512;

/** Renders show notes as sanitised HTML with absolute links; '' if there are none. */
export function renderNotes(notes: ShowNotes | null): string {
  if (notes === null) return '';
  const { html, base } = notes;
  return sanitiseHtmlOrText(html, SMALL_CHARS + html.length * MAX_GROWTH, base);
}
