import type { FeedItem } from '../feeds/feed.ts';
import { fetchFeed } from '../feeds/fetch-feed.ts';
import { describe, log } from '../platform/logging.ts';
import type { FetchOutside } from '../platform/outbound-settings.ts';

/**
 * The newest videos of the YouTube channel that a podcast with a feed of its own has, too; none
 * where it has no channel, where the channel is its feed, and where YouTube does not answer.
 *
 * @param feedsUrl YouTube's address for channels' feeds, without the channel
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
    // The podcast's own feed is what counts.
    log.warn('channel_failed', { podcastId: podcast.id, error: describe(error) });
    return [];
  }
}
