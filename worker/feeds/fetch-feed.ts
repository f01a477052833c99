import type { OutboundResult } from '../platform/outbound/fetch-outside.ts';
import type { FetchOutside } from '../platform/outbound/fetch-outside-for.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import type { Feed } from './feed.ts';
import { FeedError } from './feed-error.ts';
import { splitCredentials } from './private-address.ts';
import { type FeedOptions, FeedReading } from './read-feed.ts';

type Conditions = Pick<NonNullable<Parameters<FetchOutside>[1]>, 'etag' | 'lastModified'>;

/**
 * Parses a feed while downloading it. A feed that is cut off still returns what arrived: the reply's
 * `isWhole` is false if the connection broke, the feed's if the document isn't closed.
 *
 * @returns the feed with the reply's headers; null if it hasn't changed
 * @throws OutboundError, FeedError
 */
export async function fetchFeed(
  fetchOutside: FetchOutside,
  address: string,
  { described, ...conditions }: Conditions & Required<FeedOptions>,
): Promise<{ reply: OutboundResult; feed: Feed | null }> {
  const reading = new FeedReading({ described });
  const { url, headers: credentials } = splitCredentials(address);
  const answer = await fetchOutside(url, {
    ...conditions,
    headers: credentials,
    takesPart: true,
    onBytes: (bytes, { headers, url: from }) =>
      reading.write(bytes, { contentType: headers.get('Content-Type'), url: from }),
  });
  // The new address would lack the credentials that the feed requires.
  const reply = url === address ? answer : { ...answer, permanentUrl: null };
  if (reply.status === 304) return { reply, feed: null };
  try {
    const feed = reading.end();
    return { reply, feed: { ...feed, isWhole: feed.isWhole && reply.isWhole } };
  } catch (error) {
    if (reply.isWhole || !(error instanceof FeedError)) throw error;
    throw brokenOff(error);
  }
}

/** Why a feed that was cut off has to be fetched again. */
export function brokenOff(cause?: unknown): OutboundError {
  return new OutboundError('cut', 'The feed was cut off.', { cause });
}
