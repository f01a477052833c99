/** Reads one web page in a worker: a large one takes longer than a screen may be held up. */
import { SOURCE_AUTHOR_MAX_CHARS, SOURCE_TITLE_MAX_CHARS } from '../../../schema/limits.ts';
import { findArticle } from '../../../schema/wire/article.ts';

/** What a web page in a file says: like that of an address, its article if one stands out. */
function pageText(html: string) {
  const found = findArticle(html, (text) => text.replace(/\s+/g, ' ').trim());
  const published = new Date(found.publishedTime ?? '');
  return {
    title: found.title.slice(0, SOURCE_TITLE_MAX_CHARS),
    author: found.author.slice(0, SOURCE_AUTHOR_MAX_CHARS),
    date: Number.isNaN(published.getTime()) ? '' : published.toISOString().slice(0, 10),
    text: found.paragraphs.join('\n\n'),
  };
}

export type PageText = ReturnType<typeof pageText>;

self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage(pageText(data));
});
