/** The feeds that a web page links to. */
import { readHtml } from '../../schema/wire/read-html.ts';
import { asBase } from './elements.ts';

const FEED_TYPES = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
  'application/x-rss+xml',
]);
/** Real pages have a handful; the rest is ignored. */
const MAX_NAMED = 20;
const OF_COMMENTS = /comment/i;

/**
 * Returns the absolute addresses of a page's `<link rel="alternate">` feeds, in order, with feeds of
 * comments last.
 */
export function feedsNamedIn(html: string, pageUrl: string): string[] {
  const named: { url: string; isOfComments: boolean }[] = [];
  let base = pageUrl;
  readHtml(html, {
    onopentag(name, { rel = '', type = '', href = '', title = '' }) {
      if (name === 'base' && href !== '') base = asBase(URL.parse(href, pageUrl)?.href ?? base);
      if (name !== 'link' || named.length >= MAX_NAMED) return;
      const isAlternate = rel.toLowerCase().split(/\s+/).includes('alternate');
      const [kind = ''] = type.toLowerCase().split(';', 1);
      const url = URL.parse(href.trim(), base)?.href;
      if (!isAlternate || !FEED_TYPES.has(kind.trim()) || !url) return;
      named.push({ url, isOfComments: OF_COMMENTS.test(`${title} ${href}`) });
    },
  });
  return [false, true].flatMap((wanted) =>
    named.filter(({ isOfComments }) => isOfComments === wanted).map(({ url }) => url),
  );
}
