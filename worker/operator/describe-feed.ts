import { FeedError } from '../feeds/feed-error.ts';
import { fetchFeed } from '../feeds/fetch-feed.ts';
import { fetchOutside } from '../platform/outbound.ts';

const YOUTUBE_HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com']);
const CHANNEL_ID = /UC[\w-]{22}/;

/** Returns what a feed, or a YouTube channel's feed, says about its podcast. */
export async function describeFeed(address: string, options: { allowLoopback: boolean }) {
  const channelId = await youtubeChannelId(address, options);
  const feedUrl = channelId
    ? `https://www.youtube.com/feeds/videos.xml?channel_id=${channelId}`
    : address;
  const { reply, feed } = await fetchFeed(
    (url, more) => fetchOutside(url, { ...more, ...options }),
    feedUrl,
    { described: 0 },
  );
  if (feed === null) throw new FeedError('The feed is empty.');
  return {
    title: feed.title,
    host: feed.host ?? feed.title,
    description: feed.description,
    imageUrl: feed.imageUrl,
    feedUrl: reply.permanentUrl ?? feedUrl,
    youtubeUrl: channelId ? `https://www.youtube.com/channel/${channelId}` : null,
    youtubeChannelId: channelId,
  };
}

/** Returns the channel id of a YouTube address, from the address or its page; null for others. */
async function youtubeChannelId(
  address: string,
  options: { allowLoopback: boolean },
): Promise<string | null> {
  const url = URL.parse(address);
  if (!url || !YOUTUBE_HOSTS.has(url.hostname)) return null;
  const inAddress = url.href.match(CHANNEL_ID)?.[0];
  if (inAddress) return inAddress;
  const page = await fetchOutside(address, options);
  const html = new TextDecoder().decode(page.body);
  // The page lists many channels; only its own is in the link to its feed.
  return html.match(/channel_id=(UC[\w-]{22})/)?.[1] ?? null;
}
