/** Finds episodes whose guid changed: moved hosts, republished items. */
import type { FeedItem } from '../feeds/feed.ts';

export interface KnownEpisode {
  id: string;
  guid: string;
  title: string;
  publishedAt: Date | null;
  durationSeconds: number | null;
  audioUrl: string | null;
  youtubeVideoId: string | null;
}

export interface Renamed {
  id: string;
  guid: string;
}

type Described = Omit<KnownEpisode, 'id' | 'youtubeVideoId'>;

const SAME_MOMENT_MS = 60_000;
const SAME_LENGTH_SECONDS = 2;

/**
 * Finds known episodes that have a new guid in the feed. The old guid must have left the feed, and the
 * episode and the item must be each other's only match.
 *
 * @param inFeed all items of the feed
 * @param items the items that will be stored
 */
export function findRenamed(
  known: readonly KnownEpisode[],
  inFeed: readonly FeedItem[],
  items: readonly FeedItem[],
): Renamed[] {
  const guidsInFeed = new Set(inFeed.map(({ guid }) => guid));
  const guidsKnown = new Set(known.map(({ guid }) => guid));
  const left = known.filter(({ guid }) => !guidsInFeed.has(guid));
  const unknown = items.filter(({ guid }) => !guidsKnown.has(guid));
  return unknown.flatMap((item) => {
    const [episode, ...further] = left.filter((one) => isSame(one, item));
    if (!episode || further.length > 0) return [];
    const rivals = unknown.filter((other) => isSame(episode, other));
    return rivals.length === 1 ? [{ id: episode.id, guid: item.guid }] : [];
  });
}

function isSame(episode: Described, item: Described): boolean {
  const isSameTitle = fold(episode.title) === fold(item.title);
  const isSameMoment =
    episode.publishedAt !== null &&
    item.publishedAt !== null &&
    Math.abs(episode.publishedAt.getTime() - item.publishedAt.getTime()) <= SAME_MOMENT_MS;
  if (isSameTitle && isSameMoment) return true;
  const isSameSound = episode.audioUrl !== null && episode.audioUrl === item.audioUrl;
  // Some shows publish every episode at the same address ('latest.mp3'); a different duration tells
  // them apart.
  return isSameSound && (isSameTitle || isSameMoment || !hasOtherLength(episode, item));
}

function hasOtherLength(one: Described, other: Described): boolean {
  if (one.durationSeconds === null || other.durationSeconds === null) return false;
  return Math.abs(one.durationSeconds - other.durationSeconds) > SAME_LENGTH_SECONDS;
}

function fold(title: string): string {
  return title.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
