/** Reads a podcast's feed and stores the result. Used by the cron job, the button and the operator. */

import { min, subMinutes } from 'date-fns';
import { PODCAST_FEED_FIELDS } from '../../schema/tables/catalogue.ts';
import type { Feed, FeedItem } from '../feeds/feed.ts';
import { FeedError } from '../feeds/feed-error.ts';
import { brokenOff } from '../feeds/fetch-feed.ts';
import type { Database } from '../platform/database.ts';
import { languageTag } from '../platform/language-tag.ts';
import { describeError, log } from '../platform/logging.ts';
import type { FetchOutside } from '../platform/outbound/fetch-outside-for.ts';
import { isTemporary, OutboundError } from '../platform/outbound/outbound-error.ts';
import { whileRenewing } from '../platform/renew-lease.ts';
import { listChannelVideos } from './channel-videos.ts';
import { claimReading, RENEW_READING_MS, releaseReading, renewReading } from './feed-claims.ts';
import { pausedUntil, stateAfterFailure, stateAfterSuccess } from './feed-state.ts';
import { matchVideos } from './match-videos.ts';
import { readPodcast } from './read-podcast.ts';
import { listNewestKnown, type Reading, saveReading, upsertFeedState } from './refresh-store.ts';
import { findRenamed } from './renamed-episodes.ts';
import { type FeedRow, findFeedOfPodcast } from './store.ts';

export interface RefreshDeps {
  db: Database;
  fetchOutside: FetchOutside;
  /** How many of a feed's newest episodes are stored. */
  episodesPerPodcast: number;
  /** YouTube's address for channel feeds. */
  youtubeFeedsUrl: string;
}

export type RefreshOutcome =
  | { status: 'refreshed' | 'unchanged' | 'fresh' | 'gone' }
  /** Somebody else is reading it right now. */
  | { status: 'being-read' }
  /** Its host is slow at the moment. Background work should retry after this many seconds. */
  | { status: 'busy'; seconds: number }
  | {
      status: 'failed';
      reason: string;
      isTemporary: boolean;
      /** Whether the host was asked; false if the feed or its host is paused. */
      wasAsked: boolean;
      /** The feed isn't asked again before this. */
      retryAt: Date | null;
    };

export interface RefreshOptions {
  /** Skip the feed if it was read since then. */
  unlessReadSince?: Date | undefined;
  /** A reader retries this one feed, which our own pause after other failures doesn't prevent. */
  isRetry?: boolean;
}

/** A result this recent is shared with the next caller. */
const FRESH_MINUTES = 10;
/** How many known episodes the feed's items are compared with. */
const COMPARED = 60;

type Known = NonNullable<Awaited<ReturnType<typeof findFeedOfPodcast>>>;

/** Refreshes a podcast by id; returns 'gone' if it has left the catalogue. */
export async function refreshPodcast(
  deps: RefreshDeps,
  podcastId: string,
  options: RefreshOptions = {},
): Promise<RefreshOutcome> {
  const known = await findFeedOfPodcast(deps.db, podcastId);
  return known ? refreshKnown(deps, known, options) : { status: 'gone' };
}

/** The same for a podcast whose rows are already loaded. Idempotent. */
export async function refreshKnown(
  deps: RefreshDeps,
  { podcast, feed }: Known,
  options: RefreshOptions = {},
): Promise<RefreshOutcome> {
  const settled = withoutAsking(feed, options);
  if (settled) return settled;
  const claimed = await claimReading(deps.db, podcast.id, feed?.url ?? podcast.feedUrl);
  if (!claimed) return { status: 'being-read' };
  try {
    // Somebody may have read it since the row was loaded.
    const known = withoutAsking(claimed, options);
    if (known) await releaseReading(deps.db, podcast.id);
    return (
      known ??
      (await whileRenewing(
        () => renewReading(deps.db, podcast.id),
        RENEW_READING_MS,
        () => readAndSave(deps, podcast, claimed, options),
      ))
    );
  } catch (error) {
    await releaseReading(deps.db, podcast.id);
    throw error;
  }
}

async function readAndSave(
  deps: RefreshDeps,
  podcast: Known['podcast'],
  feed: FeedRow,
  { isRetry = false }: RefreshOptions,
): Promise<RefreshOutcome> {
  const { url } = feed;
  try {
    const listing = listChannelVideos(deps.fetchOutside, deps.youtubeFeedsUrl, podcast, url);
    const {
      reply,
      feed: read,
      url: readFrom,
    } = await readPodcast(deps.fetchOutside, url, {
      etag: feed.etag,
      lastModified: feed.lastModified,
      count: deps.episodesPerPodcast,
    });
    const isWhole = read?.isWhole ?? true;
    const hasArrived = reply.isWhole && !read?.isCut;
    const state = hasArrived
      ? stateAfterSuccess(reply, readFrom, isWhole)
      : stateAfterFailure(brokenOff(), feed, url, isRetry);
    await saveReading(deps.db, podcast.id, {
      ...(await compare(deps, podcast, read, await listing)),
      isWhole,
      feed: state,
      podcast: read ? newFieldsOf(podcast, read) : {},
    });
    // Keep the part that arrived, and ask for the rest later.
    if (!hasArrived) return failureOf(brokenOff(), pausedUntil({ ...feed, ...state }, isRetry));
    return { status: read ? 'refreshed' : 'unchanged' };
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof FeedError)) throw error;
    if (error instanceof OutboundError && error.reason === 'busy') {
      await releaseReading(deps.db, podcast.id);
      return { status: 'busy', seconds: error.retryAfterSeconds ?? 1 };
    }
    const state = stateAfterFailure(error, feed, url, isRetry);
    await upsertFeedState(deps.db, podcast.id, state);
    log.warn('feed_failed', { podcastId: podcast.id, error: describeError(error) });
    return failureOf(error, pausedUntil({ ...feed, ...state }, isRetry));
  }
}

function failureOf(error: OutboundError | FeedError, retryAt: Date | null): RefreshOutcome {
  const outside = error instanceof OutboundError ? error : null;
  return {
    status: 'failed',
    reason: error.message,
    isTemporary: outside !== null && isTemporary(outside),
    wasAsked: outside?.reason !== 'paused',
    retryAt,
  };
}

/** Whether the feed was read recently, or since the given time, so that its host need not be asked. */
export function isFresh(feed: Known['feed'], unlessReadSince?: Date): boolean {
  const young = subMinutes(new Date(), FRESH_MINUTES);
  const since = unlessReadSince ? min([unlessReadSince, young]) : young;
  return Boolean(feed?.succeededAt && feed.succeededAt > since);
}

/** Returns the result if the host need not be asked, otherwise null. */
function withoutAsking(
  feed: Known['feed'],
  { unlessReadSince, isRetry = false }: RefreshOptions,
): RefreshOutcome | null {
  if (feed?.retiredAt) {
    const reason = 'The feed was closed by its owner';
    return { status: 'failed', reason, isTemporary: false, wasAsked: false, retryAt: null };
  }
  if (isFresh(feed, unlessReadSince)) return { status: 'fresh' };
  const retryAt = feed && pausedUntil(feed, isRetry);
  if (retryAt) {
    const reason = feed.lastError ?? 'The feed could not be fetched';
    return { status: 'failed', reason, isTemporary: false, wasAsked: false, retryAt };
  }
  return null;
}

/** Compares the feed's newest items and the channel's videos with the known episodes. */
async function compare(
  deps: RefreshDeps,
  podcast: Known['podcast'],
  read: Feed | null,
  videos: FeedItem[],
): Promise<Pick<Reading, 'items' | 'renamed' | 'videos'>> {
  if (!read && videos.length === 0) return { items: [], renamed: [], videos: [] };
  const items = newest((read?.items ?? []).filter(isEntire), deps.episodesPerPodcast);
  const known = await listNewestKnown(deps.db, podcast.id, COMPARED);
  // A feed that was cut off doesn't show which episodes have left it.
  const renamed = read?.isWhole ? findRenamed(known, read.items, items) : [];
  if (videos.length === 0) return { items, renamed, videos: [] };

  const newGuids = new Map(renamed.map(({ id, guid }) => [id, guid]));
  const byGuid = new Map<string, Pick<FeedItem, 'title' | 'publishedAt' | 'youtubeVideoId'>>(
    known.map((one) => [newGuids.get(one.id) ?? one.guid, one]),
  );
  for (const { guid, title, publishedAt, youtubeVideoId } of items) {
    const videoId = youtubeVideoId ?? byGuid.get(guid)?.youtubeVideoId ?? null;
    const date = publishedAt ?? byGuid.get(guid)?.publishedAt ?? null;
    byGuid.set(guid, { title, publishedAt: date, youtubeVideoId: videoId });
  }
  const episodes = [...byGuid].map(([guid, one]) => ({ ...one, guid }));
  const matches = matchVideos(episodes, videos, podcast.title);
  return {
    items,
    renamed,
    videos: matches.map(({ episode, videoId }) => ({ guid: episode.guid, videoId })),
  };
}

/** A truncated item may have lost the fields that identify it. */
const isEntire = ({ isCut }: FeedItem) => !isCut;

/**
 * What the operator set stays; the other fields follow the feed. Fields of a feed that was cut off may be
 * incomplete or belong to an item, so they only fill empty ones.
 */
function newFieldsOf(podcast: Known['podcast'], read: Feed): Reading['podcast'] {
  const language = languageTag(read.language);
  const { title, host, description, imageUrl } = read;
  const said = { title, host, description, imageUrl };
  const following = PODCAST_FEED_FIELDS.filter(
    (field) =>
      said[field] && ((read.isWhole && podcast.feedFields.includes(field)) || !podcast[field]),
  );
  const changed = following.filter((field) => said[field] !== podcast[field]);
  const feedFields = [...new Set([...podcast.feedFields, ...changed])];
  return {
    ...(language && (read.isWhole ? language !== podcast.language : !podcast.language)
      ? { language }
      : {}),
    ...Object.fromEntries(changed.map((field) => [field, said[field]])),
    ...(feedFields.length > podcast.feedFields.length ? { feedFields } : {}),
  };
}

/** Newest first; undated items follow in feed order. */
function newest(items: FeedItem[], count: number): FeedItem[] {
  return [...items]
    .sort((a, b) => (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0))
    .slice(0, count);
}
