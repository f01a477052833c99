import type { Category } from '../../schema/limits.ts';
import { OWN_PODCASTS_MAX } from '../../schema/limits.ts';
import type { RefreshJob } from '../../schema/wire/jobs.ts';
import type { AddedPodcast, AddPodcast } from '../../schema/wire/own-podcasts.ts';
import { findPodcast, insertSubscription } from '../catalogue/store.ts';
import { refreshIfStale } from '../episodes/request-refresh.ts';
import { type DescribeDeps, type DescribedFeed, describeFeed } from '../feeds/describe-feed.ts';
import { FeedError } from '../feeds/feed-error.ts';
import { podcastAddress } from '../feeds/podcast-address.ts';
import { isPrivateAddress } from '../feeds/private-address.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { OutboundError } from '../platform/outbound-error.ts';
import { findByFeed, insertOwn, insertPodcast } from './store.ts';

export interface AddDeps extends DescribeDeps {
  db: Database;
  refreshes: Queue<RefreshJob>;
}

/** A channel's feed names the channel in its query, which is no secret. */
export const isPrivateFeed = ({ feedUrl, youtubeChannelId }: DescribedFeed) =>
  youtubeChannelId === null && isPrivateAddress(feedUrl);

/** What outsiders did wrong, as a refusal in words for the reader. */
export async function describeForReader(address: string, deps: DescribeDeps) {
  try {
    const described = await describeFeed(address, deps);
    const title = described.title.trim() || new URL(described.feedUrl).hostname;
    return { ...described, title };
  } catch (error) {
    if (!(error instanceof FeedError || error instanceof OutboundError)) throw error;
    // The cause could name the address, and refusals are logged where they are not foreseen.
    throw new AppError('unprocessable', error.message, { details: { field: 'address' } });
  }
}

/**
 * Subscribes a reader to whatever podcast stands behind an address. One that the catalogue has is
 * subscribed to there; any other becomes their own, shared with others who add it unless its address
 * is private.
 *
 * @returns `isNew` false where they were subscribed already
 * @throws AppError 422 where there is none, 409 where they have too many or it was taken down
 */
export async function addPodcast(
  deps: AddDeps,
  userId: string,
  { address, category, isPrivate = false }: AddPodcast,
): Promise<AddedPodcast & { isNew: boolean }> {
  const { db } = deps;
  const given = podcastAddress(address)?.href ?? '';
  // What is known under this very address need not be asked for again.
  const known = isPrivate ? null : await findByFeed(db, userId, given);
  if (known) return join(deps, userId, known, category);
  const described = await describeForReader(address, deps);
  const ownerId = isPrivate || isPrivateFeed(described) ? userId : null;
  let found = await findByFeed(db, userId, described.feedUrl);
  if (!found || (ownerId !== null && !found.isPrivate)) {
    await insertPodcast(db, described, category, ownerId);
    found = await findByFeed(db, userId, described.feedUrl);
  }
  if (!found) throw new Error('the podcast that was just written is gone');
  return join(deps, userId, found, category);
}

type Found = NonNullable<Awaited<ReturnType<typeof findByFeed>>>;

async function join(
  { db, refreshes }: AddDeps,
  userId: string,
  found: Found,
  category: Category,
): Promise<AddedPodcast & { isNew: boolean }> {
  if (found.removedAt !== null) {
    throw new AppError('conflict', 'This podcast has been removed from Dripcast.');
  }
  if (found.isListed) {
    await insertSubscription(db, userId, found.id);
  } else if (!(await insertOwn(db, userId, found.id, category))) {
    const message = `You have ${OWN_PODCASTS_MAX} podcasts of your own. Remove one first.`;
    throw new AppError('conflict', message);
  }
  const podcast = await findPodcast(db, userId, found.id);
  if (!podcast) throw new AppError('not_found', 'Podcast not found');
  await refreshIfStale(db, refreshes, found.id);
  const isOwn = !found.isListed;
  return {
    podcast: isOwn ? { ...podcast, category } : podcast,
    isOwn,
    isNew: !found.isSubscribed,
  };
}
