import { decodeInChunks } from '../platform/text-encoding.ts';
import {
  absoluteUrl,
  child,
  childrenNamed,
  firstLine,
  firstPlainText,
  firstText,
} from './elements.ts';
import type { Feed, FeedItem } from './feed.ts';
import { FeedError } from './feed-error.ts';
import { type ItemDraft, linkOf, readItem } from './item.ts';
import { readJsonFeed } from './json-feed.ts';
import { readXml, type XmlElement } from './xml.ts';

export { FeedError };

/** More than any real feed has; what comes after the newest of these is left out. */
const MAX_ITEMS = 10_000;

export interface FeedSource {
  /** The Content-Type header, null where there is none. */
  contentType: string | null;
  /** Where the bytes came from, after redirects; relative links are relative to it. */
  url: string;
}

/**
 * Reads RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, JSON Feed and YouTube's feeds, well-formed or
 * not. Dates in the future stay as they are: whether an episode that is not out yet is shown is
 * not the reader's to decide.
 *
 * @throws FeedError where nothing of a feed can be found
 */
export function readFeed(bytes: Uint8Array, source: FeedSource): Feed {
  if (bytes.length === 0) throw new FeedError('The feed is empty.');
  const chunks = decodeInChunks(bytes, source);
  const first = chunks.next().value ?? '';
  if (/^[\s\ufeff]*[{[]/.test(first)) {
    const { feed, drafts } = readJsonFeed([first, ...chunks].join(''), source.url);
    return { ...feed, items: settleIdentities(drafts) };
  }
  return readXmlFeed(resumed(first, chunks), source.url);
}

function* resumed(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}

function readXmlFeed(chunks: Iterable<string>, url: string): Feed {
  const drafts: ItemDraft[] = [];
  const isItem = (name: string) => name === 'item' || name === 'entry';
  const document = readXml(chunks, url, isItem, (element) => {
    const draft = drafts.length < MAX_ITEMS ? readItem(element) : null;
    if (draft !== null) drafts.push(draft);
  });
  const root = ['rss', 'rdf:rdf', 'feed', 'channel']
    .map((name) => child(document, name))
    .find((element) => element !== undefined);
  if (root === undefined && drafts.length === 0) throw new FeedError(whatElse(document));
  const top = root ?? document;
  const channel = child(top, 'channel') ?? top;
  return { ...readChannel(channel, top), items: settleIdentities(drafts) };
}

function whatElse(document: XmlElement): string {
  if (child(document, 'html') !== undefined || child(document, 'body') !== undefined) {
    return 'This address answers with a web page instead of a feed.';
  }
  return document.children.length === 0 && document.text.trim() === ''
    ? 'The feed is empty.'
    : 'This is not a feed.';
}

function readChannel(channel: XmlElement, root: XmlElement): Omit<Feed, 'items'> {
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
    language:
      firstText(channel, ['language', 'dc:language']) ??
      (channel.attributes['xml:lang'] || root.attributes['xml:lang'] || null),
  };
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
  const written = firstLine(channel, ['dc:creator', 'author', 'managingeditor', 'dc:publisher']);
  // RSS wants 'mail@example.com (Name)' here.
  return /\(([^)]+)\)\s*$/.exec(written)?.[1] ?? (written || null);
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

/**
 * Some feeds give one guid to every item, and some repeat an item. A guid shared by items that lead
 * to different places is none, for all of them, so that it does not depend on which stand in the
 * feed; the same place twice is one item.
 */
function settleIdentities(drafts: readonly ItemDraft[]): FeedItem[] {
  const places = new Map<string, string>();
  const shared = new Set<string>();
  for (const { item } of drafts) {
    const place = placeOf(item);
    const known = places.get(item.guid);
    if (known === undefined) places.set(item.guid, place);
    else if (known !== place) shared.add(item.guid);
  }
  const items = new Map<string, FeedItem>();
  for (const { item, identities } of drafts) {
    let guid = item.guid;
    if (shared.has(guid)) {
      guid = identities.find((other) => other !== item.guid && !items.has(other)) ?? guid;
    }
    if (!items.has(guid)) items.set(guid, guid === item.guid ? item : { ...item, guid });
  }
  return [...items.values()];
}

function placeOf({ link, audioUrl, title }: FeedItem): string {
  return link === null && audioUrl === null ? title : `${link}\n${audioUrl}`;
}
