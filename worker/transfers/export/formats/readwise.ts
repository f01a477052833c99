/** Highlights as CSV with Readwise's seven columns. */
import { formatClock } from '../../../../schema/wire/clock.ts';
import { htmlToText } from '../../../platform/plain-text.ts';
import { firstPlaceOf, placeAddress, thingAddress } from '../links.ts';
import type { InsightThing, MomentThing } from '../load-things.ts';
import type { ExportedEpisode } from '../plan-export.ts';
import { tagOf } from './notes.ts';

const HEADER = ['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date'];
/** Readwise takes 8,191 characters per highlight. */
const HIGHLIGHT_MAX_CHARS = 8_000;

/**
 * Starts a formula in a spreadsheet, even after white space. Full-width forms count, because East Asian
 * keyboards type them.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|＝＋－＠]/u;

/** Quotes a cell. An apostrophe turns what would be a formula into text. */
export function cell(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(/(?![\t\n])\p{Cc}/gu, ' ')
    .trim();
  const safe = FORMULA.test(plain) ? `'${plain}` : plain;
  return `"${safe.replaceAll('"', '""')}"`;
}

const row = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

/** List items get bullets that can't start a formula. */
const asText = (html: string) =>
  htmlToText(html.replaceAll('<li>', '<li>• ')).replace(/^• \n/gm, '• ');

/** Splits a text between paragraphs, sentences or words into highlights of allowed length. */
function* cutText(text: string): Generator<string> {
  let rest = text;
  while (rest.length > HIGHLIGHT_MAX_CHARS) {
    const most = rest.slice(0, HIGHLIGHT_MAX_CHARS);
    const end =
      [most.lastIndexOf('\n'), most.lastIndexOf('. ') + 1, most.lastIndexOf(' ')].find(
        (index) => index > HIGHLIGHT_MAX_CHARS / 2,
      ) ?? most.toWellFormed().replace(/\ufffd$/, '').length;
    yield rest.slice(0, end).trim();
    rest = rest.slice(end).trim();
  }
  if (rest !== '') yield rest;
}

export const readwiseHeader = () => `${HEADER.join(',')}\r\n`;

/** A highlight, where it is from, and the user's note. */
function highlightOf(thing: InsightThing | MomentThing) {
  if (thing.kind === 'moment') {
    const { start, text, note } = thing;
    const said = text.trim() === '' ? `Moment at ${formatClock(start)}` : text;
    return { text: said, place: Math.floor(start), note, tags: [] };
  }
  const { html, notes, tags } = thing;
  return { text: asText(html), place: firstPlaceOf(html), note: notes ?? '', tags };
}

/** The rows of one saved insight or moment. */
export function* readwiseRows(
  thing: InsightThing | MomentThing,
  episode: ExportedEpisode,
  origin: string,
): Generator<string> {
  const { text, place, note, tags } = highlightOf(thing);
  const { title } = episode;
  const author = episode.author ?? episode.podcastTitle;
  const url =
    place === null ? thingAddress(origin, thing) : placeAddress(origin, thing.episodeId, place);
  // Readwise reads `.tag` in a note as a tag.
  const tagLine = tags
    .map(tagOf)
    .filter((tag) => tag !== '')
    .map((tag) => `.${tag}`);
  const beside = [tagLine.join(' '), note.trim()].filter((part) => part !== '').join('\n');
  const date = thing.at.toISOString().slice(0, 19).replace('T', ' ');
  let part = 0;
  for (const piece of cutText(text.trim())) {
    const location = place === null && part === 0 ? '' : String((place ?? 0) + part);
    yield row([piece, title, author, url, part === 0 ? beside : '', location, date]);
    part += 1;
  }
}
