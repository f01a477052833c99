import { parseFeed } from 'feedsmith';
import RssParser from 'rss-parser';
import { readFeed } from '../../../worker/feeds/read-feed.ts';
import type { FeedCase } from './expectations.ts';

/** An item as any of the readers gives it. */
export interface ReadItem {
  title?: string | null;
  date?: string | Date | null;
  id?: string | null;
  enclosures: (string | null | undefined)[];
}

type Source = Pick<FeedCase, 'bytes' | 'contentType' | 'url'>;

export interface Contender {
  name: string;
  read(source: Source): ReadItem[] | Promise<ReadItem[]>;
}

/** The two libraries as they come: the text decoded as UTF-8, their own field names. */
export const CONTENDERS: readonly Contender[] = [
  {
    name: 'dripcast',
    read: ({ bytes, contentType, url }) =>
      readFeed(bytes, { contentType, url }).items.map((item) => ({
        title: item.title,
        date: item.publishedAt,
        id: item.guid,
        enclosures: [item.audioUrl],
      })),
  },
  {
    name: 'rss-parser',
    read: async ({ bytes }) => {
      const feed = await new RssParser<object, { id?: string }>().parseString(decoded(bytes));
      return feed.items.map((item) => ({
        title: textOf(item.title),
        date: item.isoDate ?? item.pubDate,
        id: textOf(item.guid) ?? textOf(item.id),
        enclosures: [item.enclosure?.url],
      }));
    },
  },
  {
    name: 'feedsmith',
    read: ({ bytes }) => {
      const parsed = parseFeed(decoded(bytes));
      switch (parsed.format) {
        case 'atom':
          return (parsed.feed.entries ?? []).map((entry) => ({
            title: textOf(entry.title),
            date: entry.published ?? entry.updated,
            id: entry.id,
            enclosures: (entry.links ?? []).map((link) => link.href),
          }));
        case 'json':
          return (parsed.feed.items ?? []).map((item) => ({
            title: item.title,
            date: item.date_published,
            id: item.id,
            enclosures: (item.attachments ?? []).map((one) => one.url),
          }));
        case 'rdf':
          return (parsed.feed.items ?? []).map((item) => ({
            title: item.title,
            date: item.dc?.dates?.[0],
            id: item.rdf?.about,
            enclosures: [],
          }));
        default:
          return (parsed.feed.items ?? []).map((item) => ({
            title: item.title,
            date: item.pubDate ?? item.dc?.dates?.[0],
            id: item.guid?.value,
            enclosures: (item.enclosures ?? []).map((one) => one.url),
          }));
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
