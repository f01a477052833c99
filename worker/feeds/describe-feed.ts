/** Finds and describes the feed behind an address that a user entered. */
import { z } from 'zod';
import { languageTag } from '../platform/language-tag.ts';
import type { FetchOutside } from '../platform/outbound/fetch-outside-for.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import { FeedError } from './feed-error.ts';
import { fetchFeed } from './fetch-feed.ts';
import { feedsNamedIn } from './page-feeds.ts';
import {
  applePodcastId,
  channelIn,
  channelOfPage,
  isYoutube,
  podcastAddress,
} from './podcast-address.ts';
import { splitCredentials } from './private-address.ts';

export interface DescribeDeps {
  fetchOutside: FetchOutside;
  /** YouTube's address for channel feeds. */
  youtubeFeedsUrl: string;
  /** The address of Apple's lookup; if it is '', links to Apple Podcasts are refused. */
  appleLookupUrl: string;
}

export interface DescribedFeed {
  title: string;
  host: string;
  /** Plain text. */
  description: string;
  imageUrl: string | null;
  language: string | null;
  feedUrl: string;
  youtubeUrl: string | null;
  youtubeChannelId: string | null;
  /** The newest first. */
  episodes: { title: string; publishedAt: Date | null }[];
}

/** Enough, because a page links to its feeds in its head. */
const PAGE_MAX_BYTES = 2 * 1024 * 1024;
const LOOKUP_MAX_BYTES = 256 * 1024;
const DESCRIBED_EPISODES = 5;
/** Feeds tried per page. */
const MAX_TRIED = 3;

/**
 * Reads the address of a feed, of a page that names one, of a YouTube channel, or of a podcast at
 * Apple Podcasts.
 *
 * @throws OutboundError, FeedError with a message for users
 */
export async function describeFeed(address: string, deps: DescribeDeps): Promise<DescribedFeed> {
  const url = podcastAddress(address);
  if (url === null) throw new FeedError('This is not an address.');
  const appleId = applePodcastId(url);
  if (appleId !== null) return readDescribed(await lookUpAtApple(appleId, deps), deps, null);
  if (isYoutube(url)) {
    const channelId = channelIn(url) ?? channelOfPage((await fetchPage(url.href, deps)).html);
    if (channelId === null) throw new FeedError('There is no YouTube channel at this address.');
    return readDescribed(`${deps.youtubeFeedsUrl}?channel_id=${channelId}`, deps, channelId);
  }
  try {
    return await readDescribed(url.href, deps, null);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return readNamed(url.href, deps, error);
  }
}

/** Reads the first working feed that a page names. One that can't be reached doesn't work. */
async function readNamed(
  pageUrl: string,
  deps: DescribeDeps,
  notAFeed: FeedError,
): Promise<DescribedFeed> {
  const page = await fetchPage(pageUrl, deps);
  let failure: FeedError | OutboundError = notAFeed;
  for (const feedUrl of feedsNamedIn(page.html, page.url).slice(0, MAX_TRIED)) {
    try {
      return await readDescribed(feedUrl, deps, null);
    } catch (error) {
      if (error instanceof OutboundError) failure = error;
      else if (!(error instanceof FeedError)) throw error;
    }
  }
  throw failure;
}

async function fetchPage(address: string, { fetchOutside }: DescribeDeps) {
  const { url, headers } = splitCredentials(address);
  const { body, url: from } = await fetchOutside(url, { headers, maxBytes: PAGE_MAX_BYTES });
  return { html: new TextDecoder().decode(body), url: from };
}

const lookupSchema = z.object({ results: z.array(z.object({ feedUrl: z.string().optional() })) });

async function lookUpAtApple(id: string, { fetchOutside, appleLookupUrl }: DescribeDeps) {
  if (appleLookupUrl === '') {
    throw new FeedError(
      "Apple Podcasts links aren't supported here. Enter the feed's own address.",
    );
  }
  const { body } = await fetchOutside(`${appleLookupUrl}?id=${id}&entity=podcast`, {
    maxBytes: LOOKUP_MAX_BYTES,
  });
  let found: z.output<typeof lookupSchema> | undefined;
  try {
    found = lookupSchema.safeParse(JSON.parse(new TextDecoder().decode(body))).data;
  } catch {
    // Not JSON, so nothing was found.
  }
  const feedUrl = podcastAddress(found?.results[0]?.feedUrl ?? '')?.href;
  if (!feedUrl) throw new FeedError("Apple Podcasts doesn't list a feed for this podcast.");
  return feedUrl;
}

async function readDescribed(
  feedUrl: string,
  { fetchOutside }: DescribeDeps,
  youtubeChannelId: string | null,
): Promise<DescribedFeed> {
  const { reply, feed } = await fetchFeed(fetchOutside, feedUrl, { described: 0 });
  if (feed === null) throw new FeedError('The feed is empty.');
  const newest = feed.items.toSorted(
    (a, b) => (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0),
  );
  const feedAddress = reply.permanentUrl ?? feedUrl;
  return {
    title: feed.title,
    host: feed.host ?? feed.title,
    description: feed.description,
    imageUrl: feed.imageUrl,
    language: languageTag(feed.language),
    feedUrl: feedAddress,
    youtubeUrl: youtubeChannelId ? `https://www.youtube.com/channel/${youtubeChannelId}` : null,
    youtubeChannelId,
    episodes: newest
      .slice(0, DESCRIBED_EPISODES)
      .map(({ title, publishedAt }) => ({ title, publishedAt })),
  };
}
