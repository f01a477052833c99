/** Reads a web page as the text of a source. */
import { SOURCE_MAX_CHARS } from '../../schema/limits.ts';
import { splitCredentials } from '../feeds/private-address.ts';
import { AppError } from '../platform/errors.ts';
import type { FetchOutside } from '../platform/outbound/fetch-outside-for.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import { decodeText } from '../platform/text-encoding.ts';
import { paragraphsOf } from './paragraphs.ts';
import type { Article } from './read-article.ts';
import { readCaptions } from './read-captions.ts';

/** An article takes a tenth of this. */
const MAX_BYTES = 3 * 1024 * 1024;
const ACCEPT = 'text/html, application/xhtml+xml, text/plain;q=0.9, */*;q=0.1';
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const PLAIN = /^(?:text\/(?:plain|markdown|x-markdown|vtt|srt)|application\/x-subrip)$/;
const NO_TEXT = 'There is no text to read at this address.';

export interface ReadPage {
  /** Null if the page names none. */
  title: string | null;
  author: string | null;
  publishedAt: Date | null;
  /** Where the page was in the end, without credentials. */
  address: string;
  text: string;
}

/** @throws AppError unprocessable, in words for the reader */
export async function readPage(fetchOutside: FetchOutside, address: string): Promise<ReadPage> {
  const { url: asked, headers } = splitCredentials(address);
  const { body, headers: answered, url } = await fetchPage(fetchOutside, asked, headers);
  const contentType = answered.get('Content-Type') ?? 'text/html';
  const [type = ''] = contentType.toLowerCase().split(';', 1);
  const final = new URL(url);
  const article = await readBody(body, type.trim(), contentType);
  const text = article.paragraphs.join('\n\n');
  if (text === '') throw refusal(NO_TEXT);
  if (text.length > SOURCE_MAX_CHARS) {
    const limit = SOURCE_MAX_CHARS.toLocaleString('en');
    throw refusal(`This page has more than ${limit} characters. Add the part you need as a text.`);
  }
  return {
    title: article.title || final.hostname,
    author: article.author,
    publishedAt: article.publishedAt,
    address: final.href,
    text,
  };
}

async function fetchPage(fetchOutside: FetchOutside, url: string, headers: Record<string, string>) {
  try {
    return await fetchOutside(url, {
      headers: { ...headers, accept: ACCEPT },
      maxBytes: MAX_BYTES,
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw refusal(error.message);
  }
}

async function readBody(
  body: Uint8Array<ArrayBuffer>,
  type: string,
  contentType: string,
): Promise<Article> {
  if (PLAIN.test(type)) {
    const paragraphs = paragraphsOf(await readCaptions(decodeText(body, { contentType })));
    return { title: '', author: null, publishedAt: null, paragraphs };
  }
  if (type === 'application/pdf') {
    throw refusal('This is a PDF. Download it, then add it as a file.');
  }
  if (!HTML.test(type)) throw refusal('There is no web page at this address.');
  // A DOM takes half a megabyte of code, and only this needs one.
  const { readArticle } = await import('./read-article.ts');
  return readArticle(decodeText(body, { contentType }));
}

const refusal = (message: string) =>
  new AppError('unprocessable', message, { details: { field: 'address' } });
