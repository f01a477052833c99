/** An item's show notes: its longest description, with markup. */
import { looksLikeHtml } from '../platform/plain-text.ts';
import { encodeText } from '../platform/sanitise-html.ts';
import { child, firstText } from './elements.ts';
import type { ShowNotes } from './feed.ts';
import type { XmlElement } from './xml.ts';

/**
 * Characters of show notes that are read, including markup. Six of the 4,565 items with notes in the
 * corpora have more.
 */
export const SHOW_NOTES_MAX_CHARS = 30_000;

const NAMES = ['content:encoded', 'content', 'description', 'summary', 'itunes:summary'];

/** Returns null if there are none. */
export function notesOf(item: XmlElement): ShowNotes | null {
  const group = child(item, 'media:group');
  const text =
    firstText(item, NAMES) ??
    firstText(group ?? item, ['media:description']) ??
    firstText(item, ['itunes:subtitle']);
  return notesFrom(text ?? '', { isHtml: looksLikeHtml(text ?? ''), base: item.base });
}

/** Plain text becomes HTML with its line breaks. Returns null for an empty text. */
export function notesFrom(
  text: string,
  { isHtml, base }: { isHtml: boolean; base: string },
): ShowNotes | null {
  const cut = text.slice(0, SHOW_NOTES_MAX_CHARS).trim();
  if (cut === '') return null;
  return { html: isHtml ? cut : plainAsHtml(cut), base };
}

function plainAsHtml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${encodeText(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}
