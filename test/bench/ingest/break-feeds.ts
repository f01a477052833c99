import type { FeedCase } from './expectations.ts';

/** Breaks sound feeds, whose items are known, in the ways of real ones. */
export interface Breaking {
  name: string;
  /** Null if the feed has nothing to break in this way. */
  apply(feed: FeedCase): FeedCase | null;
}

export const breakings: readonly Breaking[] = [
  {
    name: 'no end tags after the last item',
    apply: (feed) => changed(feed, (text) => text.replace(/<\/(rss|feed|rdf:RDF)>\s*$/i, '<')),
  },
  {
    name: 'bare ampersands',
    apply: (feed) => changed(feed, (text) => text.replaceAll(/&amp;(?![a-z#\d]+;)/gi, '&')),
  },
  {
    name: 'undeclared prefixes',
    apply: (feed) =>
      changed(feed, (text) => text.replaceAll(/\sxmlns:[\w-]+\s*=\s*(["']).*?\1/g, '')),
  },
  {
    name: 'HTML left open',
    apply: (feed) =>
      changed(feed, (text) => text.replaceAll(/<\/(item|entry)>/g, '<wbr><b>new</i></$1>')),
  },
  {
    name: 'a control character and an unknown reference',
    apply: (feed) =>
      changed(feed, (text) => text.replaceAll(/<\/(item|entry)>/g, '&nosuch;\u0008</$1>')),
  },
];

function changed(feed: FeedCase, change: (text: string) => string): FeedCase | null {
  // Only plain UTF-8, so that breaking it has no other effect.
  const text = new TextDecoder().decode(feed.bytes);
  if (text.includes('\ufffd') || /encoding=["'](?!utf-8)/i.test(text.slice(0, 200))) return null;
  if (text.trimStart().startsWith('{')) return null;
  const broken = change(text);
  return broken === text ? null : { ...feed, bytes: new TextEncoder().encode(broken) };
}
