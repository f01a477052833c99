import type { ShowNotes } from '../feeds/feed.ts';
import { htmlToText } from '../platform/plain-text.ts';
import { encodeText, sanitiseHtml, TooMuchMarkup } from '../platform/sanitise-html.ts';

/** The HTML of show notes is at most so many times as long as what was read of them. */
const MAX_GROWTH = 2;
/** Two letters need a paragraph around them, too. */
const SMALL_CHARS = 512;

/** Show notes as HTML that is safe to put on a page, links absolute; '' where there are none. */
export function renderNotes(notes: ShowNotes | null): string {
  if (notes === null) return '';
  const { html, base } = notes;
  try {
    return sanitiseHtml(html, SMALL_CHARS + html.length * MAX_GROWTH, base);
  } catch (error) {
    if (!(error instanceof TooMuchMarkup)) throw error;
    return `<p>${encodeText(htmlToText(html))}</p>`;
  }
}
