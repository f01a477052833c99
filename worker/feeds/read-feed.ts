import { TextDecoding } from '../platform/text-encoding.ts';
import type { Feed } from './feed.ts';
import { FeedError } from './feed-error.ts';
import { ItemList } from './item-list.ts';
import { createJsonFeedReader } from './json-feed.ts';
import { createXmlFeedReader, type DialectReader } from './xml-feed.ts';

export { FeedError };

/** Pieces in which a feed that is there as a whole is read. */
const PIECE_BYTES = 1024 * 1024;

export interface FeedSource {
  /** The Content-Type header, null where there is none. */
  contentType: string | null;
  /** Where the bytes came from, after redirects; relative links are relative to it. */
  url: string;
}

export interface FeedOptions {
  /** Of how many of the newest items the description is read: nearly half of the work. */
  described?: number;
}

/**
 * Reads RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, JSON Feed and YouTube's feeds, well-formed or
 * not. Dates in the future stay as they are: whether an episode that is not out yet is shown is
 * not the reader's to decide.
 *
 * @throws FeedError where nothing of a feed can be found
 */
export function readFeed(bytes: Uint8Array, source: FeedSource, options: FeedOptions = {}): Feed {
  const reading = new FeedReading(options);
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    reading.write(bytes.subarray(offset, offset + PIECE_BYTES), source);
  }
  return reading.end();
}

/** The same of a feed that is still on its way, so that a large one is never in memory whole. */
export class FeedReading {
  readonly #items: ItemList;
  #started: { decoding: TextDecoding; url: string } | null = null;
  #reader: DialectReader | null = null;

  constructor({ described = Number.POSITIVE_INFINITY }: FeedOptions = {}) {
    this.#items = new ItemList(described);
  }

  /** Returns false where what is still to come makes no difference. */
  write(bytes: Uint8Array, source: FeedSource): boolean {
    this.#started ??= { decoding: new TextDecoding(source), url: source.url };
    return this.#read(this.#started.decoding.write(bytes), this.#started.url);
  }

  /** @throws FeedError where nothing of a feed was found */
  end(): Feed {
    if (this.#started !== null) this.#read(this.#started.decoding.end(), this.#started.url);
    if (this.#reader === null) throw new FeedError('The feed is empty.');
    return { ...this.#reader.end(), items: this.#items.settle() };
  }

  #read(text: string, url: string): boolean {
    if (text === '') return true;
    const createReader = /^[\s\ufeff]*[{[]/.test(text) ? createJsonFeedReader : createXmlFeedReader;
    this.#reader ??= createReader(url, this.#items);
    return this.#reader.write(text);
  }
}
