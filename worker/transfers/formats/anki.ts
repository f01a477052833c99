/** Cards as Anki reads them: a text file with the headers that let an import update what is there. */
import { placeNumber } from '../../../schema/wire/clock.ts';
import { renderInsight } from '../../library/render-insight.ts';
import type { ExportedEpisode } from '../account-plan.ts';
import { absoluteAddress, CITATION, placeAddress } from '../places.ts';
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

/** A review item, or a quiz's question. */
export interface AnkiCard {
  kind: 'insight' | 'question' | 'moment';
  /** What it was made of: it keeps its card where the item is made anew. */
  sourceId: string;
  episodeId: string;
  seconds: number | null;
  front: string;
  /** Markdown; of a question the right option's plain text. */
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

/** Outside of tags, where values are always quoted. */
const TAGS = /<\/?[a-z](?:"[^"]*"|[^">])*>/gi;

/** Anki plays `[sound:…]`, runs LaTeX in `[latex]` and MathJax in `\(…\)`, wherever they stand. */
const withoutCommands = (text: string) =>
  text
    .replaceAll('[', '&#91;')
    .replaceAll('{{', '{&#123;')
    .replace(/\\(?=[([])/g, '\\<wbr>');

/** Our HTML for a field of Anki: times and links lead back to the product. */
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

/** Names of decks nest at `::`. */
const deckOf = ({ podcastTitle }: ExportedEpisode) =>
  `Dripcast::${
    podcastTitle
      .replace(/:{2,}/g, ':')
      .replace(/[\s\p{Cc}"]+/gu, ' ')
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
  // The deck is no HTML.
  const cells = [`dripcast-${card.kind}-${card.sourceId}`, deckOf(episode), front, back, tags];
  return `${cells.map(field).join('\t')}\n`;
}
