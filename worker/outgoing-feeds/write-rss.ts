/** RSS 2.0. All texts come from outside, so everything is escaped. */
import { escapeXml, xmlElement } from '../platform/write-xml.ts';

export interface FeedItem {
  /** A UUID. Feed readers recognise an item by it. */
  id: string;
  title: string;
  /** Absolute. */
  link: string;
  /** Sanitised, with absolute links. */
  html: string;
  categories: readonly string[];
  publishedAt: Date;
}

export interface FeedChannel {
  title: string;
  description: string;
  /** The page that the feed belongs to; absolute. */
  link: string;
  /** Of the feed itself. */
  address: string;
  /** Newest first. */
  items: readonly FeedItem[];
}

/** RFC 822, as RSS wants it. */
const rssDate = (date: Date) => date.toUTCString();

/** The same channel gives the same bytes. */
export function writeRss({ title, description, link, address, items }: FeedChannel): string {
  const [newest] = items;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    xmlElement('title', title),
    xmlElement('link', link),
    xmlElement('description', description),
    xmlElement('language', 'en'),
    ...(newest ? [xmlElement('lastBuildDate', rssDate(newest.publishedAt))] : []),
    `<atom:link href="${escapeXml(address)}" rel="self" type="application/rss+xml"/>`,
    ...items.flatMap(writeItem),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

const writeItem = (item: FeedItem): string[] => [
  '<item>',
  xmlElement('title', item.title),
  xmlElement('link', item.link),
  xmlElement('guid', `urn:uuid:${item.id}`, ' isPermaLink="false"'),
  xmlElement('pubDate', rssDate(item.publishedAt)),
  ...item.categories.map((category) => xmlElement('category', category)),
  xmlElement('description', item.html),
  '</item>',
];
