import { hasTooManyParts } from '../platform/json-parts.ts';
import { htmlToLine, htmlToText } from '../platform/plain-text.ts';
import { parseFeedDate } from './dates.ts';
import { absoluteUrl, asBase, MAX_MARKUP } from './elements.ts';
import { NO_FACTS } from './episode-facts.ts';
import type { ShowNotes } from './feed.ts';
import { FeedError } from './feed-error.ts';
import { draftItem, type ItemDraft } from './item.ts';
import { type ItemList, MAX_ITEMS } from './item-list.ts';
import { chooseEnclosure, type Enclosure, mediaType, parseDuration } from './media.ts';
import { notesFrom } from './notes.ts';
import type { DialectReader } from './xml-feed.ts';

type Json = Readonly<Record<string, unknown>>;

/** JSON can only be parsed whole, which takes twice its size in memory. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** JSON Feed 1.0 and 1.1 (jsonfeed.org), parsed as leniently as XML. */
export function createJsonFeedReader(url: string, items: ItemList): DialectReader {
  let text = '';
  let isTooLarge = false;
  return {
    write(piece) {
      isTooLarge ||= text.length + piece.length > MAX_CHARACTERS;
      text = isTooLarge ? '' : text + piece;
      return !isTooLarge;
    },
    end() {
      if (isTooLarge || hasTooManyParts(text)) throw new FeedError('The feed is too large.');
      const root = parse(text);
      const base = asBase(absoluteUrl(string(root.home_page_url), url) ?? url);
      for (const item of list(root.items)) {
        const draft = readJsonItem(object(item), base);
        if (draft !== null) items.add(draft, { notes: () => jsonNotes(object(item), base) });
      }
      return {
        title: line(root.title),
        description: htmlToText(string(root.description).slice(0, MAX_MARKUP)),
        host: authorOf(root),
        imageUrl: absoluteUrl(string(root.icon), base) ?? absoluteUrl(string(root.favicon), base),
        link: absoluteUrl(string(root.home_page_url), url),
        language: string(root.language) || null,
        newFeedUrl: null,
        nextPageUrl: absoluteUrl(string(root.next_url), url),
        // Truncated JSON doesn't parse.
        isWhole: true,
      };
    },
  };
}

function parse(text: string): Json {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new FeedError('This is invalid JSON, not a feed.', { cause: error });
  }
  const root = object(parsed);
  if (!Array.isArray(root.items) && !/jsonfeed/i.test(string(root.version))) {
    throw new FeedError('This is JSON, but not a feed.');
  }
  return root;
}

function readJsonItem(item: Json, base: string): ItemDraft | null {
  const html = string(item.content_html);
  return draftItem({
    guid: typeof item.id === 'number' ? String(item.id) : string(item.id).trim(),
    title: line(item.title),
    description:
      string(item.content_text).slice(0, MAX_MARKUP).trim() ||
      htmlToText((string(item.summary) || html).slice(0, MAX_MARKUP)),
    publishedAt:
      parseFeedDate(string(item.date_published)) ?? parseFeedDate(string(item.date_modified)),
    durationSeconds: null,
    link: absoluteUrl(string(item.url), base) ?? absoluteUrl(string(item.external_url), base),
    enclosure: chooseEnclosure(
      list(item.attachments).flatMap((one) => attachment(object(one), base)),
    ),
    imageUrl: absoluteUrl(string(item.image), base) ?? absoluteUrl(string(item.banner_image), base),
    transcripts: [],
    chaptersUrl: null,
    chapters: [],
    ...NO_FACTS,
    videoId: null,
  });
}

function jsonNotes(item: Json, base: string): ShowNotes | null {
  const html = string(item.content_html);
  return notesFrom(html || string(item.content_text), { isHtml: html !== '', base });
}

function attachment(json: Json, base: string): Enclosure[] {
  const url = absoluteUrl(string(json.url), base);
  if (url === null) return [];
  const type = mediaType(string(json.mime_type));
  return [{ url, type, durationSeconds: parseDuration(String(json.duration_in_seconds)) }];
}

function authorOf(root: Json): string | null {
  const [first] = [...list(root.authors), root.author]
    .map((one) => line(object(one).name))
    .filter(Boolean);
  return first ?? null;
}

function line(value: unknown): string {
  return htmlToLine(string(value));
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

/** Limited like the longest feed. */
function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [];
}

function string(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : '';
}
