/** Maps an imported account's podcasts and episodes to ours, adding missing ones as the user's own. */
import type { AccountDocument } from '../../../schema/wire/account-document.ts';
import { podcastAddress } from '../../feeds/podcast-address.ts';
import {
  addEpisodes,
  addHolders,
  addOwnPodcasts,
  addPodcasts,
  addSubscriptions,
  findEpisodes,
  findPodcasts,
  type ImportedEpisode,
} from './podcast-rows.ts';
import type { ImportTarget } from './row-sql.ts';
import { derivedId, secondsOrNull, time, timeOrNull, webAddress, withOtherIds } from './values.ts';

/** Finds or adds the podcasts. Returns ours by the document's ids. */
export async function matchPodcasts(target: ImportTarget, account: AccountDocument) {
  const { db, userId } = target;
  const given = await withOtherIds(
    userId,
    account.podcasts.map((podcast) => {
      const { subscribedAt, own, imageUrl, youtubeUrl } = podcast;
      return {
        ...podcast,
        imageUrl: webAddress(imageUrl),
        youtubeUrl: webAddress(youtubeUrl),
        subscribedAt: timeOrNull(subscribedAt),
        ownCategory: own?.category ?? podcast.category,
        ownAddedAt: own ? time(own.addedAt) : Date.now(),
        ownRemovedAt: own ? timeOrNull(own.removedAt) : subscribedAt === null ? Date.now() : null,
      };
    }),
  );
  const known = await findPodcasts(db, userId, given);
  // A podcast without a feed holds a user's own sources, which have their own list.
  const unknown = given.filter(
    ({ id, feedUrl }) => !known.has(id) && webAddress(feedUrl) !== null && podcastAddress(feedUrl),
  );
  const fresh = await addPodcasts(db, userId, unknown);
  const found = unknown.length > 0 ? await findPodcasts(db, userId, given) : known;
  const ours = given.flatMap((podcast) => {
    const podcastId = found.get(podcast.id)?.id;
    return podcastId === undefined ? [] : [{ ...podcast, podcastId }];
  });
  await addOwnPodcasts(db, userId, ours);
  await addSubscriptions(
    target,
    ours.filter(({ subscribedAt }) => subscribedAt !== null),
  );
  const visible = await findPodcasts(db, userId, given);
  const podcasts = new Map([...visible].filter(([, { isVisible }]) => isVisible));
  const subscribed = new Set(
    ours.filter(({ subscribedAt }) => subscribedAt !== null).map(({ podcastId }) => podcastId),
  );
  return { podcasts, fresh: fresh.filter((id) => subscribed.has(id)) };
}

/**
 * Finds the episodes, or adds them to the user's private podcasts. One that a shared podcast lacks is added
 * to a private copy of that podcast, because an import must not change what others see.
 *
 * @returns their ids by the document's ids
 */
export async function matchEpisodes(
  target: ImportTarget,
  account: AccountDocument,
  podcasts: Map<string, { id: string; isTheirs: boolean }>,
): Promise<Map<string, string>> {
  const { db, userId } = target;
  const given: ImportedEpisode[] = (
    await withOtherIds(
      userId,
      account.episodes.filter(({ podcastId }) => podcasts.has(podcastId)),
    )
  ).map((episode) => ({
    ...episode,
    podcastId: podcasts.get(episode.podcastId)?.id ?? '',
    publishedAt: timeOrNull(episode.publishedAt),
    durationSeconds: secondsOrNull(episode.durationSeconds),
    link: webAddress(episode.link),
    audioUrl: webAddress(episode.audioUrl),
    imageUrl: webAddress(episode.imageUrl),
    youtubeVideoId: /^[\w-]{11}$/.test(episode.youtubeVideoId ?? '')
      ? episode.youtubeVideoId
      : null,
  }));
  const known = await findEpisodes(db, userId, given);
  const unknown = given.filter(({ id }) => !known.has(id));
  if (unknown.length === 0) return known;
  const theirs = new Set([...podcasts.values()].filter((one) => one.isTheirs).map(({ id }) => id));
  const shared = [...new Set(unknown.map(({ podcastId }) => podcastId))].filter(
    (id) => !theirs.has(id),
  );
  const holders = await addHolders(
    db,
    userId,
    await Promise.all(
      shared.map(async (podcastId) => ({
        podcastId,
        holderId: await derivedId(userId, podcastId),
      })),
    ),
  );
  const addable = unknown.flatMap((episode) => {
    if (theirs.has(episode.podcastId)) return [episode];
    const podcastId = holders.get(episode.podcastId);
    return podcastId === undefined ? [] : [{ ...episode, podcastId }];
  });
  await addEpisodes(target, addable);
  return new Map([...known, ...(await findEpisodes(db, userId, addable))]);
}
