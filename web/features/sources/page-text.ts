import { SOURCE_AUTHOR_MAX_CHARS, SOURCE_TITLE_MAX_CHARS } from '../../../schema/limits.ts';
import { findArticle } from '../../../schema/wire/article.ts';

/** What a web page in a file says: like that of an address, its article if one stands out. */
export function pageText(html: string) {
  // Nothing in such a document runs or loads.
  const document = new DOMParser().parseFromString(html, 'text/html');
  const found = findArticle(document, (text) => text.replace(/\s+/g, ' ').trim());
  const published = new Date(found.publishedTime ?? '');
  return {
    title: found.title.slice(0, SOURCE_TITLE_MAX_CHARS),
    author: found.author.slice(0, SOURCE_AUTHOR_MAX_CHARS),
    date: Number.isNaN(published.getTime()) ? '' : published.toISOString().slice(0, 10),
    text: found.paragraphs.join('\n\n'),
  };
}
