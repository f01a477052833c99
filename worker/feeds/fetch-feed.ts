import { OutboundError, type OutboundResult } from '../platform/outbound.ts';
import type { FetchOutside } from '../platform/outbound-settings.ts';
import type { Feed } from './feed.ts';
import { FeedError } from './feed-error.ts';
import { type FeedOptions, FeedReading } from './read-feed.ts';

type Conditions = Pick<NonNullable<Parameters<FetchOutside>[1]>, 'etag' | 'lastModified'>;

/**
 * Reads a feed while it is fetched. What came of one that was cut is there, too: `isWhole` of the
 * answer says that the connection broke off, that of the feed that its document is not closed.
 *
 * @returns with it, null where it has not changed, the answer's head
 * @throws OutboundError, FeedError
 */
export async function fetchFeed(
  fetchOutside: FetchOutside,
  url: string,
  { described, ...conditions }: Conditions & FeedOptions = {},
): Promise<{ reply: OutboundResult; feed: Feed | null }> {
  const reading = new FeedReading(described === undefined ? {} : { described });
  const reply = await fetchOutside(url, {
    ...conditions,
    takesPart: true,
    onBytes: (bytes, { headers, url: from }) =>
      reading.write(bytes, { contentType: headers.get('Content-Type'), url: from }),
  });
  if (reply.status === 304) return { reply, feed: null };
  try {
    const feed = reading.end();
    return { reply, feed: { ...feed, isWhole: feed.isWhole && reply.isWhole } };
  } catch (error) {
    if (reply.isWhole || !(error instanceof FeedError)) throw error;
    throw brokenOff(error);
  }
}

/** Why a feed that was cut on its way has to be asked for again. */
export function brokenOff(cause?: unknown): OutboundError {
  return new OutboundError('cut', 'The feed broke off before its end.', { cause });
}
