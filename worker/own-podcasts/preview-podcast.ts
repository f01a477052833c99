import { Buffer } from 'node:buffer';
import type { PodcastPreview } from '../../schema/wire/own-podcasts.ts';
import { readCover } from '../catalogue/cover.ts';
import type { FetchOutside } from '../platform/outbound/fetch-outside-for.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { type AddDeps, describeTitled, isPrivateFeed } from './add-podcast.ts';
import { findByFeed } from './store.ts';

/** Small, because the cover is part of the reply. Most covers are below this. */
const COVER_MAX_BYTES = 1024 * 1024;
/** How long the preview waits for its cover. */
const COVER_PATIENCE_MS = 3_000;
const DESCRIPTION_MAX_CHARS = 600;

/**
 * Describes the podcast at an address before it is added. Stores nothing, and doesn't reveal whether other
 * users have added it.
 *
 * @throws OutboundError, FeedError if there is no podcast
 */
export async function previewPodcast(
  deps: AddDeps,
  userId: string,
  address: string,
): Promise<PodcastPreview> {
  const described = await describeTitled(address, deps);
  const [known, cover] = await Promise.all([
    findByFeed(deps.db, userId, described.feedUrl),
    described.imageUrl ? coverOf(described.imageUrl, deps.fetchOutside) : null,
  ]);
  // The catalogue may name other hosts than the feed.
  const { title, host, description } = known?.isListed ? known : described;
  return {
    title,
    host,
    description: description.slice(0, DESCRIPTION_MAX_CHARS),
    cover,
    isPrivate: isPrivateFeed(described),
    status: statusOf(known),
    episodes: described.episodes.map(({ title: name, publishedAt }) => ({
      title: name,
      publishedAt: publishedAt?.toISOString() ?? null,
    })),
  };
}

function statusOf(known: Awaited<ReturnType<typeof findByFeed>>): PodcastPreview['status'] {
  if (known?.isListed) return known.isSubscribed ? 'subscribed' : 'listed';
  return known?.isOwn ? 'own' : 'new';
}

/** Returns the cover as a `data:` address; null if it fails or takes too long. */
async function coverOf(imageUrl: string, fetchOutside: FetchOutside): Promise<string | null> {
  const small: FetchOutside = (url, options) =>
    fetchOutside(url, { ...options, maxBytes: COVER_MAX_BYTES });
  const cover = await withTimeout(
    COVER_PATIENCE_MS,
    readCover(imageUrl, small).catch(() => null),
    () => null,
  );
  return cover && `data:${cover.type};base64,${Buffer.from(cover.bytes).toString('base64')}`;
}
