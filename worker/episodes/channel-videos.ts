import type { FeedItem } from '../feeds/feed.ts';
import { fetchFeed } from '../feeds/fetch-feed.ts';
import { describeError, log } from '../platform/logging.ts';
import type { FetchOutside } from '../platform/outbound/fetch-outside-for.ts';

/**
 * Returns the newest videos of a podcast's YouTube channel; none if it has no channel, if the channel
 * is its feed, or if YouTube doesn't answer.
 *
 * @param feedsUrl YouTube's address for channel feeds, without the channel
 */
export async function listChannelVideos(
  fetchOutside: FetchOutside,
  feedsUrl: string,
  podcast: { id: string; youtubeChannelId: string | null },
  feedUrl: string,
): Promise<FeedItem[]> {
  const channel = podcast.youtubeChannelId;
  if (!channel || feedUrl.includes(channel)) return [];
  try {
    const url = `${feedsUrl}?channel_id=${encodeURIComponent(channel)}`;
    const { feed } = await fetchFeed(fetchOutside, url, { described: 0 });
    return feed?.items ?? [];
  } catch (error) {
    // The podcast's own feed matters more.
    log.warn('channel_failed', { podcastId: podcast.id, error: describeError(error) });
    return [];
  }
}
