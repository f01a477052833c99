import { parseFeed } from 'feedsmith';
import RssParser from 'rss-parser';
import { readFeed } from '../../support/read-feed.ts';
import type { FeedCase } from './expectations.ts';

/** An item as each of the compared readers returns it. */
export interface ReadItem {
  title?: string | null;
  date?: string | Date | null;
  id?: string | null;
  enclosures: (string | null | undefined)[];
  descriptions: (string | null | undefined)[];
  /** In seconds, or as written. */
  duration?: number | string | null;
  image?: string | null;
  chapters?: readonly { start: number; title: string }[];
}

export interface ReadFeed {
  title?: string | null;
  items: ReadItem[];
}

type Source = Pick<FeedCase, 'bytes' | 'contentType' | 'url'>;

export interface Contender {
  name: string;
  read(source: Source): ReadFeed | Promise<ReadFeed>;
}

interface RssParserItem {
  id?: string;
  itunes?: { duration?: unknown; image?: unknown };
}

/** The two libraries with their defaults: the text decoded as UTF-8, their own field names. */
export const CONTENDERS: readonly Contender[] = [
  {
    name: 'dripcast',
    read: ({ bytes, contentType, url }) => {
      const { title, items } = readFeed(bytes, { contentType, url });
      return {
        title,
        items: items.map((item) => ({
          title: item.title,
          date: item.publishedAt,
          id: item.guid,
          enclosures: [item.audioUrl],
          descriptions: [item.description, item.notes?.html],
          duration: item.durationSeconds,
          image: item.imageUrl,
          chapters: item.chapters,
        })),
      };
    },
  },
  {
    name: 'rss-parser',
    read: async ({ bytes }) => {
      const feed = await new RssParser<object, RssParserItem>().parseString(decoded(bytes));
      return {
        title: textOf(feed.title),
        items: feed.items.map((item) => ({
          title: textOf(item.title),
          date: item.isoDate ?? item.pubDate,
          id: textOf(item.guid) ?? textOf(item.id),
          enclosures: [item.enclosure?.url],
          descriptions: [textOf(item.content), textOf(item.summary)],
          duration: textOf(item.itunes?.duration),
          image: textOf(item.itunes?.image),
        })),
      };
    },
  },
  {
    name: 'feedsmith',
    read: ({ bytes }) => {
      const parsed = parseFeed(decoded(bytes));
      switch (parsed.format) {
        case 'atom':
          return {
            title: textOf(parsed.feed.title),
            items: (parsed.feed.entries ?? []).map((entry) => ({
              title: textOf(entry.title),
              date: entry.published ?? entry.updated,
              id: entry.id,
              enclosures: (entry.links ?? []).map((link) => link.href),
              descriptions: [textOf(entry.content), textOf(entry.summary)],
              duration: entry.itunes?.duration,
              image: entry.itunes?.image,
            })),
          };
        case 'json':
          return {
            title: parsed.feed.title,
            items: (parsed.feed.items ?? []).map((item) => ({
              title: item.title,
              date: item.date_published,
              id: item.id,
              enclosures: (item.attachments ?? []).map((one) => one.url),
              descriptions: [item.content_html, item.content_text, item.summary],
              duration: item.attachments?.[0]?.duration_in_seconds,
              image: item.image,
            })),
          };
        case 'rdf':
          return {
            title: parsed.feed.title,
            items: (parsed.feed.items ?? []).map((item) => ({
              title: item.title,
              date: item.dc?.dates?.[0],
              id: item.rdf?.about,
              enclosures: [],
              descriptions: [item.description, item.content?.encoded],
            })),
          };
        default:
          return {
            title: parsed.feed.title,
            items: (parsed.feed.items ?? []).map((item) => ({
              title: item.title,
              date: item.pubDate ?? item.dc?.dates?.[0],
              id: item.guid?.value,
              enclosures: (item.enclosures ?? []).map((one) => one.url),
              descriptions: [item.description, item.content?.encoded],
              duration: item.itunes?.duration,
              image: item.itunes?.image,
            })),
          };
      }
    },
  },
];

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const inner =
    typeof value === 'object' && value !== null && 'value' in value ? value.value : null;
  return typeof inner === 'string' ? inner : undefined;
}
