/** Highlights as Readwise reads them: CSV with its seven columns. */
import { htmlToText } from '../../platform/plain-text.ts';
import type { ExportedEpisode } from '../account-plan.ts';
import type { InsightThing } from '../load-things.ts';
import { firstPlaceOf, placeAddress, thingAddress } from '../places.ts';
import { tagOf } from './notes.ts';

const HEADER = ['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date'];
/** Readwise takes 8191 characters of a highlight, and Excel no more than that line by line. */
const HIGHLIGHT_MAX_CHARS = 8_000;

/**
 * What a spreadsheet would run at the start of a cell, also behind white space; the wide forms are
 * the same keys of an East Asian keyboard.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠]/u;

/** A quoted cell. What a spreadsheet would run has an apostrophe before it, and is text. */
export function cell(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/(?![\t\n])\p{Cc}/gu, ' ')
    .trim();
  const safe = FORMULA.test(plain) ? `'${plain}` : plain;
  return `"${safe.replaceAll('"', '""')}"`;
}

const row = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

/** Bullets that are no formulas. */
const asText = (html: string) =>
  htmlToText(html.replaceAll('<li>', '<li>• ')).replace(/^• \n/gm, '• ');

/** Pieces that Readwise takes, cut between paragraphs, sentences or words. */
function* cutText(text: string): Generator<string> {
  let rest = text;
  while (rest.length > HIGHLIGHT_MAX_CHARS) {
    const most = rest.slice(0, HIGHLIGHT_MAX_CHARS);
    const end =
      [most.lastIndexOf('\n'), most.lastIndexOf('. ') + 1, most.lastIndexOf(' ')].find(
        (at) => at > HIGHLIGHT_MAX_CHARS / 2,
      ) ?? most.toWellFormed().replace(/\ufffd$/, '').length;
    yield rest.slice(0, end).trim();
    rest = rest.slice(end).trim();
  }
  if (rest !== '') yield rest;
}

export const readwiseHeader = () => `${HEADER.join(',')}\r\n`;

/** The rows of one saved insight. */
export function* readwiseRows(
  thing: InsightThing,
  episode: ExportedEpisode,
  origin: string,
): Generator<string> {
  const { html, notes, tags, at, episodeId } = thing;
  const place = firstPlaceOf(html);
  const url = place === null ? thingAddress(origin, thing) : placeAddress(origin, episodeId, place);
  // Readwise reads `.tag` in a note as a tag.
  const tagLine = tags
    .map((tag) => tagOf(tag))
    .filter((tag) => tag !== '')
    .map((tag) => `.${tag}`);
  const note = [tagLine.join(' '), notes?.trim() ?? ''].filter((part) => part !== '').join('\n');
  const date = at.toISOString().slice(0, 19).replace('T', ' ');
  let part = 0;
  for (const text of cutText(asText(html))) {
    const location = place === null && part === 0 ? '' : String((place ?? 0) + part);
    yield row([
      text,
      episode.title,
      episode.podcastTitle,
      url,
      part === 0 ? note : '',
      location,
      date,
    ]);
    part += 1;
  }
}
