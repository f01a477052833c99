import type { Feed } from '../../worker/feeds/feed.ts';
import { type FeedOptions, FeedReading, type FeedSource } from '../../worker/feeds/read-feed.ts';

const PIECE_BYTES = 1024 * 1024;

/** Reads a complete feed, in pieces as a download comes. */
export function readFeed(bytes: Uint8Array, source: FeedSource, options: FeedOptions = {}): Feed {
  const reading = new FeedReading(options);
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
    reading.write(bytes.subarray(offset, offset + PIECE_BYTES), source);
  }
  return reading.end();
}
