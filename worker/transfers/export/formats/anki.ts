/** Cards as a text file for Anki, with headers that let an import update existing notes. */
import { placeNumber } from '../../../../schema/wire/clock.ts';
import { renderInsight } from '../../../library/render-insight.ts';
import { absoluteAddress, CITATION, placeAddress } from '../links.ts';
import type { ExportedEpisode } from '../plan-export.ts';
import { tagOf } from './notes.ts';

const COLUMNS = ['GUID', 'Deck', 'Front', 'Back', 'Tags'];

export const ankiHeader = () =>
  [
    '#separator:tab',
    '#html:true',
    '#notetype:Basic',
    `#columns:${COLUMNS.join('\t')}`,
    '#guid column:1',
    '#deck column:2',
    '#tags column:5',
    '',
  ].join('\n');

/** A review item or a quiz question. */
export interface AnkiCard {
  kind: 'insight' | 'question' | 'moment';
  /** What it was made of, so that a review item that is made again keeps its card. */
  sourceId: string;
  episodeId: string;
  seconds: number | null;
  front: string;
  /** Markdown; for a question, the right option's plain text. */
  back: string;
  options: string[] | null;
  /** Markdown. */
  explanation: string | null;
}

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Text outside of tags. Attribute values are always quoted. */
const TAGS = /<\/?[a-z](?:"[^"]*"|[^">])*>/gi;

/** Anki plays `[sound:…]`, and runs LaTeX in `[latex]` and MathJax in `\(…\)`, anywhere. */
const withoutCommands = (text: string) =>
  text
    .replaceAll('[', '&#91;')
    .replaceAll('{{', '{&#123;')
    .replace(/\\(?=[([])/g, '\\<wbr>');

/** Converts our HTML for a field of Anki. Times and paths become links to the product. */
function fieldHtml(html: string, linkTo: (seconds: number) => string, origin: string): string {
  const text = (part: string) => {
    let result = '';
    let from = 0;
    for (const match of part.matchAll(CITATION)) {
      const clock = match[1] ?? '';
      result += withoutCommands(part.slice(from, match.index));
      result += `<a href="${escapeHtml(linkTo(placeNumber(clock)))}">${clock}</a>`;
      from = match.index + match[0].length;
    }
    return result + withoutCommands(part.slice(from));
  };
  let result = '';
  let from = 0;
  for (const match of html.matchAll(TAGS)) {
    result += text(html.slice(from, match.index)) + tag(match[0], origin);
    from = match.index + match[0].length;
  }
  return result + text(html.slice(from));
}

function tag(written: string, origin: string): string {
  return withoutCommands(
    written.replace(/ href="([^"]*)"/, (_, href: string) => {
      const to = absoluteAddress(origin, href.replaceAll('&amp;', '&').replaceAll('&quot;', '"'));
      return to === null ? '' : ` href="${escapeHtml(to)}"`;
    }),
  );
}

/** Always quoted, on one line. */
const field = (text: string) =>
  `"${text
    .toWellFormed()
    .replace(/\r\n?|\n/g, '<br>')
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll('"', '""')}"`;

/** In names of decks, `::` separates levels. Old versions list them as HTML. */
const deckOf = ({ podcastTitle }: ExportedEpisode) =>
  `Dripcast::${
    podcastTitle
      .replace(/:{2,}/g, ':')
      .replace(/[\s\p{Cc}"<>]+/gu, ' ')
      .trim() || 'Podcast'
  }`;

/** One line of the file. */
export function ankiLine(card: AnkiCard, episode: ExportedEpisode, origin: string): string {
  const linkTo = (seconds: number) => placeAddress(origin, card.episodeId, seconds);
  const asHtml = (markdown: string) => fieldHtml(renderInsight(markdown), linkTo, origin);
  const asText = (text: string) => withoutCommands(escapeHtml(text.trim()));
  const options = card.options?.map((option) => `<li>${asText(option)}</li>`) ?? [];
  const list = options.length > 0 ? `<ol type="A">${options.join('')}</ol>` : '';
  const front = `<p>${asText(card.front).replaceAll('\n', '<br>')}</p>${list}`;
  const answer =
    card.kind === 'question'
      ? `<p><b>${asText(card.back)}</b></p>${card.explanation === null ? '' : asHtml(card.explanation)}`
      : asHtml(card.back);
  const place = escapeHtml(placeAddress(origin, card.episodeId, card.seconds));
  const back = `${answer}<p><a href="${place}">${asText(episode.title)}</a></p>`;
  const category = episode.category === null ? [] : [episode.category.toLowerCase()];
  const tags = ['dripcast', ...category, card.kind].map(tagOf).join(' ');
  // The deck's column is not HTML.
  const cells = [`dripcast-${card.kind}-${card.sourceId}`, deckOf(episode), front, back, tags];
  return `${cells.map(field).join('\t')}\n`;
}
