import type { OutboundResult } from '../platform/outbound.ts';
import type { FetchOutside } from '../platform/outbound-settings.ts';
import type { Feed } from './feed.ts';
import { type FeedOptions, FeedReading } from './read-feed.ts';

type Conditions = Pick<NonNullable<Parameters<FetchOutside>[1]>, 'etag' | 'lastModified'>;

/**
 * Reads a feed while it is fetched.
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
    onBytes: (bytes, { headers, url: from }) =>
      reading.write(bytes, { contentType: headers.get('Content-Type'), url: from }),
  });
  return { reply, feed: reply.status === 304 ? null : reading.end() };
}
