import {
  absoluteUrl,
  child,
  childrenNamed,
  firstLine,
  firstPlainText,
  firstText,
  relOf,
} from './elements.ts';
import type { Feed } from './feed.ts';
import { FeedError } from './feed-error.ts';
import { descriptionOf, linkOf, readItem } from './item.ts';
import type { ItemList } from './item-list.ts';
import { notesOf } from './notes.ts';
import { type XmlElement, XmlReader } from './xml.ts';

/** Parses one family of feed formats from text chunks and adds the items to a list. */
export interface DialectReader {
  /** Returns false once the rest no longer matters. */
  write(text: string): boolean;
  /** @throws FeedError if no feed was found */
  end(): Omit<Feed, 'items'>;
}

/** Reads all XML formats. */
export function createXmlFeedReader(url: string, items: ItemList): DialectReader {
  const isItem = (name: string) => name === 'item' || name === 'entry';
  const reader = new XmlReader(url, isItem, (element, isCut) => {
    const draft = readItem(element);
    if (draft !== null && isCut && !isIdentified(element)) draft.item.isCut = true;
    if (draft !== null) {
      const words = { description: () => descriptionOf(element), notes: () => notesOf(element) };
      items.add(draft, words);
    }
    return !items.isFull;
  });
  return {
    write: (text) => reader.write(text),
    end() {
      const document = reader.end();
      const root = ['rss', 'rdf:rdf', 'feed', 'channel']
        .map((name) => child(document, name))
        .find((element) => element !== undefined);
      if (root === undefined && items.isEmpty) throw new FeedError(whatElse(document));
      const top = root ?? document;
      return {
        ...readChannel(child(top, 'channel') ?? top, top),
        isWhole: reader.isClosed,
        isCut: reader.isCut,
      };
    },
  };
}

/** Whether enough of a truncated item arrived to recognise it later. */
function isIdentified(item: XmlElement): boolean {
  const hasId = (child(item, 'guid') ?? child(item, 'id')) !== undefined;
  return hasId && child(item, 'title') !== undefined;
}

function whatElse(document: XmlElement): string {
  if (child(document, 'html') !== undefined || child(document, 'body') !== undefined) {
    return 'This address leads to a web page, not a feed.';
  }
  return document.children.length === 0 && document.text.trim() === ''
    ? 'The feed is empty.'
    : 'This is not a feed.';
}

function readChannel(
  channel: XmlElement,
  root: XmlElement,
): Omit<Feed, 'items' | 'isWhole' | 'isCut'> {
  const descriptions = ['description', 'subtitle', 'tagline', 'itunes:summary', 'summary', 'info'];
  return {
    title: firstLine(channel, ['title', 'itunes:title', 'dc:title', 'media:title']),
    description: firstPlainText(channel, [
      ...descriptions,
      'googleplay:description',
      'itunes:subtitle',
    ]),
    host: hostOf(channel),
    imageUrl: channelImage(channel, root),
    link: linkOf(channel),
    newFeedUrl: newFeedUrlOf(channel),
    nextPageUrl: nextPageUrlOf(channel, root),
    language:
      firstText(channel, ['language', 'dc:language']) ??
      (channel.attributes['xml:lang'] || root.attributes['xml:lang'] || null),
  };
}

function newFeedUrlOf(channel: XmlElement): string | null {
  return absoluteUrl(firstText(channel, ['itunes:new-feed-url']), channel.base);
}

/** RFC 5005: a paged feed, or an archive. */
function nextPageUrlOf(channel: XmlElement, root: XmlElement): string | null {
  const links = [...childrenNamed(channel, 'link'), ...childrenNamed(root, 'link')];
  for (const rel of ['next', 'prev-archive']) {
    const link = links.find((one) => relOf(one) === rel);
    const url = link && absoluteUrl(link.attributes.href, link.base);
    if (url) return url;
  }
  return null;
}

function hostOf(channel: XmlElement): string | null {
  const author = firstLine(channel, ['itunes:author', 'googleplay:author']);
  if (author !== '') return author;
  for (const name of ['author', 'itunes:owner']) {
    for (const element of childrenNamed(channel, name)) {
      const named = firstLine(element, ['name', 'itunes:name']);
      if (named !== '') return named;
    }
  }
  const written = firstLine(channel, [
    'dc:creator',
    'dc:author',
    'author',
    'managingeditor',
    'dc:publisher',
  ]);
  // RSS specifies 'mail@example.com (Name)'; some write it the other way round.
  const match = /\(([^()]+)\)$/.exec(written);
  const inside = match?.[1] ?? '';
  const name = inside.includes('@') ? written.slice(0, match?.index).trim() : inside;
  return name || written || null;
}

function channelImage(channel: XmlElement, root: XmlElement): string | null {
  const parents = root === channel ? [channel] : [channel, root];
  for (const name of [
    'itunes:image',
    'image',
    'googleplay:image',
    'media:thumbnail',
    'logo',
    'icon',
  ]) {
    for (const parent of parents) {
      for (const element of childrenNamed(parent, name)) {
        const { href, url } = element.attributes;
        const address = firstText(element, ['url']) ?? href ?? url ?? element.text;
        const absolute = absoluteUrl(address, element.base);
        if (absolute !== null) return absolute;
      }
    }
  }
  return null;
}
