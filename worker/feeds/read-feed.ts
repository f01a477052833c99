import { TITLE_MAX_CHARS } from '../../schema/limits.ts';
import { TextDecoding } from '../platform/text-encoding.ts';
import { asBase } from './elements.ts';
import type { Feed } from './feed.ts';
import { FeedError } from './feed-error.ts';
import { ItemList } from './item-list.ts';
import { createJsonFeedReader } from './json-feed.ts';
import { createXmlFeedReader, type DialectReader } from './xml-feed.ts';

export interface FeedSource {
  /** The Content-Type header; null if there is none. */
  contentType: string | null;
  /** The final address after redirects, the base of relative links. */
  url: string;
}

export interface FeedOptions {
  /** How many of the newest items get a description, which is nearly half of the work. */
  described?: number;
}

/**
 * Reads RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, JSON Feed and YouTube's feeds, well-formed or not, while
 * they are downloaded, so that a large one is never in memory as a whole. Future dates are kept; the caller
 * decides whether to show unreleased episodes.
 */
export class FeedReading {
  readonly #items: ItemList;
  #started: { decoding: TextDecoding; url: string } | null = null;
  #reader: DialectReader | null = null;

  constructor({ described = Number.POSITIVE_INFINITY }: FeedOptions = {}) {
    this.#items = new ItemList(described);
  }

  /**
   * Returns false once the rest no longer matters.
   *
   * @throws FeedError if it doesn't look like a feed at all
   */
  write(bytes: Uint8Array, source: FeedSource): boolean {
    this.#started ??= { decoding: new TextDecoding(source), url: asBase(source.url) };
    return this.#read(this.#started.decoding.write(bytes), this.#started.url);
  }

  /** @throws FeedError if no feed was found */
  end(): Feed {
    if (this.#started !== null) this.#read(this.#started.decoding.end(), this.#started.url);
    if (this.#reader === null) throw new FeedError('The feed is empty.');
    const { title, host, ...read } = this.#reader.end();
    return {
      ...read,
      title: cut(title),
      host: host === null ? null : cut(host),
      items: this.#items.settle(),
    };
  }

  #read(text: string, url: string): boolean {
    if (text === '') return true;
    const createReader = /^[\s\ufeff]*[{[]/.test(text) ? createJsonFeedReader : createXmlFeedReader;
    this.#reader ??= createReader(url, this.#items);
    return this.#reader.write(text);
  }
}

const cut = (line: string) => line.slice(0, TITLE_MAX_CHARS).toWellFormed().trim();
