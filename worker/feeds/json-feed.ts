import { decodeEntities, foldSpace, htmlToText } from '../platform/plain-text.ts';
import { parseFeedDate } from './dates.ts';
import { absoluteUrl } from './elements.ts';
import type { Feed } from './feed.ts';
import { FeedError } from './feed-error.ts';
import { draftItem, type ItemDraft } from './item.ts';
import { chooseEnclosure, type Enclosure, mediaType } from './media.ts';

type Json = Readonly<Record<string, unknown>>;

/** JSON Feed 1.0 and 1.1 (jsonfeed.org), as leniently as the XML dialects. */
export function readJsonFeed(
  text: string,
  url: string,
): { feed: Omit<Feed, 'items'>; drafts: ItemDraft[] } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new FeedError('This is broken JSON instead of a feed.', { cause: error });
  }
  const root = object(parsed);
  if (!Array.isArray(root.items) && !/jsonfeed/i.test(string(root.version))) {
    throw new FeedError('This is JSON, but not a feed.');
  }
  const base = absoluteUrl(string(root.home_page_url), url) ?? url;
  return {
    feed: {
      title: line(root.title),
      description: htmlToText(string(root.description)),
      host: authorOf(root),
      imageUrl: absoluteUrl(string(root.icon), base) ?? absoluteUrl(string(root.favicon), base),
      link: absoluteUrl(string(root.home_page_url), url),
      language: string(root.language) || null,
    },
    drafts: list(root.items)
      .map((item) => readJsonItem(object(item), base))
      .filter((draft) => draft !== null),
  };
}

function readJsonItem(item: Json, base: string): ItemDraft | null {
  const html = string(item.content_html);
  return draftItem({
    guid: typeof item.id === 'number' ? String(item.id) : string(item.id).trim(),
    title: line(item.title),
    description: string(item.content_text).trim() || htmlToText(string(item.summary) || html),
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
    videoId: null,
  });
}

function attachment(json: Json, base: string): Enclosure[] {
  const url = absoluteUrl(string(json.url), base);
  if (url === null) return [];
  const type = mediaType(string(json.mime_type));
  const bytes = positive(json.size_in_bytes);
  return [{ url, type, bytes, durationSeconds: positive(json.duration_in_seconds) }];
}

function authorOf(root: Json): string | null {
  const [first] = [...list(root.authors), root.author]
    .map((one) => line(object(one).name))
    .filter(Boolean);
  return first ?? null;
}

function line(value: unknown): string {
  return foldSpace(decodeEntities(string(value)));
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function positive(value: unknown): number | null {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? Math.round(number) : null;
}
