/** Digests and saved insights as items of a feed. */
import { FEED_TEXT_MAX_CHARS } from '../../schema/limits.ts';
import { PLACE_PATTERN, placeNumber } from '../../schema/wire/clock.ts';
import { placePath } from '../../schema/wire/digest.ts';
import { renderInsight } from '../library/render-insight.ts';
import { encodeText, sanitiseHtmlOrText, withoutHalfTag } from '../platform/sanitise-html.ts';
import { utcDay } from '../platform/utc-day.ts';
import type { DigestInFeed, SavedInFeed } from './store.ts';
import type { FeedItem } from './write-rss.ts';

/** Makes the items of a feed, each of which may take a while. Yields where it may pause. */
export function* makeItems<Row>(
  rows: readonly Row[],
  make: (row: Row) => FeedItem,
): Generator<void, FeedItem[]> {
  const items: FeedItem[] = [];
  for (const row of rows) {
    items.push(make(row));
    yield;
  }
  return items;
}

/** @param origin of the product, such as `https://dripcast.example` */
export function digestItem(origin: string, row: DigestInFeed): FeedItem {
  return {
    id: row.id,
    title: `${row.title}: ${utcDay(row.periodStart)} – ${utcDay(row.periodEnd)}`,
    link: `${origin}/tools?${new URLSearchParams({ tool: 'digest', digest: row.id })}`,
    html: renderInsight(row.digest, origin),
    categories: [],
    publishedAt: row.createdAt,
  };
}

/** @param origin of the product, such as `https://dripcast.example` */
export function savedItem(origin: string, row: SavedInFeed): FeedItem {
  const notes = row.userNotes?.trim() ? `<h3>Your notes</h3>${asParagraphs(row.userNotes)}` : '';
  return {
    id: row.id,
    title: `${row.episodeTitle} · ${row.podcastTitle}`,
    link: `${origin}/library?${new URLSearchParams({ insight: row.id })}`,
    html: closeHtml(linkCitations(withoutHalfTag(row.html), row.episodeId), origin) + notes,
    categories: row.tags,
    publishedAt: row.generatedAt,
  };
}

/** A tag of sanitised HTML, or a citation. */
const TAG_OR_CITATION = new RegExp(String.raw`<[^>]*>|\[(${PLACE_PATTERN})\]`, 'g');

/** Links each citation to its place, except in code and in links. */
function linkCitations(html: string, episodeId: string): string {
  let closed = 0;
  return html.replace(TAG_OR_CITATION, (match, place: string | undefined) => {
    if (/^<(?:a|code)\b/.test(match)) closed += 1;
    if (/^<\/(?:a|code)>/.test(match)) closed -= 1;
    if (place === undefined || closed > 0) return match;
    return `<a href="${placePath(episodeId, placeNumber(place)).replace('&', '&amp;')}">${place}</a>`;
  });
}

/** A citation becomes a link of this length at most. */
const GROWTH = 24;

/** Closes what a cut left open, and makes links absolute. */
const closeHtml = (html: string, origin: string) =>
  sanitiseHtmlOrText(html, FEED_TEXT_MAX_CHARS * GROWTH, origin);

function asParagraphs(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${encodeText(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}
