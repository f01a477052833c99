/** Adds a podcast by its address to a user's own. */
import { type Category, OWN_PODCASTS_MAX } from '../../schema/limits.ts';
import type { RefreshJob } from '../../schema/wire/jobs.ts';
import type { AddedPodcast, AddPodcast } from '../../schema/wire/own-podcasts.ts';
import { findPodcast, insertSubscription } from '../catalogue/store.ts';
import { refreshIfStale } from '../episodes/request-refresh.ts';
import { type DescribeDeps, type DescribedFeed, describeFeed } from '../feeds/describe-feed.ts';
import { FeedError } from '../feeds/feed-error.ts';
import { podcastAddress } from '../feeds/podcast-address.ts';
import { isPrivateAddress } from '../feeds/private-address.ts';
import { createDatabase, type Database } from '../platform/database.ts';
import { AppError } from '../platform/errors.ts';
import { fetchOutsideFor } from '../platform/outbound/fetch-outside-for.ts';
import { OutboundError } from '../platform/outbound/outbound-error.ts';
import { settingsOf } from '../platform/settings.ts';
import { findByFeed, insertOwnPodcast, insertPodcast } from './store.ts';

export interface AddDeps extends DescribeDeps {
  db: Database;
  refreshes: Queue<RefreshJob>;
}

/** Builds what adding a podcast needs from the bindings. Call it once per invocation. */
export function addDeps(env: Env): AddDeps {
  const { YOUTUBE_FEEDS_URL, APPLE_LOOKUP_URL } = settingsOf(env);
  return {
    db: createDatabase(env.DB),
    refreshes: env.REFRESH_QUEUE,
    fetchOutside: fetchOutsideFor(env),
    youtubeFeedsUrl: YOUTUBE_FEEDS_URL,
    appleLookupUrl: APPLE_LOOKUP_URL,
  };
}

/** A YouTube channel's feed has the channel's id in its query, which is not a secret. */
export const isPrivateFeed = ({ feedUrl, youtubeChannelId }: DescribedFeed) =>
  youtubeChannelId === null && isPrivateAddress(feedUrl);

/**
 * Describes the feed at an address. A feed without a title gets its host's name.
 *
 * @throws OutboundError, FeedError
 */
export async function describeTitled(address: string, deps: DescribeDeps) {
  const described = await describeFeed(address, deps);
  const title = described.title.trim() || new URL(described.feedUrl).hostname;
  return { ...described, title };
}

/** Turns outbound and feed errors into a 422 for the reader who entered the address. */
export async function ofEnteredAddress<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof FeedError || error instanceof OutboundError)) throw error;
    // Without the cause, whose message may contain a secret address.
    throw new AppError('unprocessable', error.message, { details: { field: 'address' } });
  }
}

/**
 * Subscribes a user to the podcast at an address. If it is not in the catalogue, it becomes one of their
 * own podcasts, shared with others who add it unless its address is private.
 *
 * @returns `isNew` is false if they were subscribed already
 * @throws OutboundError, FeedError if there is no podcast; AppError 409 if they have too many or it was
 * taken down
 */
export async function addPodcast(
  deps: AddDeps,
  userId: string,
  { address, category, isPrivate = false }: AddPodcast,
): Promise<AddedPodcast & { isNew: boolean }> {
  const { db } = deps;
  const given = podcastAddress(address)?.href ?? '';
  // A podcast known under exactly this address isn't fetched again.
  const known = isPrivate ? null : await findByFeed(db, userId, given);
  if (known) return join(deps, userId, known, category);
  const described = await describeTitled(address, deps);
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
  const isNew = found.isListed
    ? await insertSubscription(db, userId, found.id)
    : await insertOwnPodcast(db, userId, found.id, category);
  if (isNew === null) {
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
    isNew,
  };
}
