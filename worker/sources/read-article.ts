/** Reads the article of a web page. */
import { SOURCE_AUTHOR_MAX_CHARS, SOURCE_TITLE_MAX_CHARS } from '../../schema/limits.ts';
import { findArticle } from '../../schema/wire/article.ts';
import { parseFeedDate } from '../feeds/dates.ts';
import { describeError, log } from '../platform/logging.ts';
import { foldSpace } from '../platform/plain-text.ts';

export interface Article {
  /** '' if the page names none. */
  title: string;
  author: string | null;
  publishedAt: Date | null;
  paragraphs: string[];
}

/** Reads a page's article, or all of its text where no article stands out. */
export function readArticle(html: string): Article {
  const found = findArticle(html, foldSpace);
  if (found.error !== null) log.warn('article_not_found', { error: describeError(found.error) });
  return {
    title: found.title.slice(0, SOURCE_TITLE_MAX_CHARS).toWellFormed(),
    author: found.author.slice(0, SOURCE_AUTHOR_MAX_CHARS).toWellFormed() || null,
    publishedAt: parseFeedDate(found.publishedTime),
    paragraphs: found.paragraphs,
  };
}
