/** Matches a podcast's YouTube videos with the episodes of its feed, by title and date. */

interface Dated {
  title: string;
  publishedAt: Date | null;
}

export interface Video extends Dated {
  youtubeVideoId: string | null;
  isYoutubeShort: boolean;
}

export interface VideoMatch<Episode> {
  episode: Episode;
  videoId: string;
}

const DAY_MS = 86_400_000;
/** An identical title may be this much earlier or later. */
const SAME_TITLE_DAYS = 14;
/** A similar title must be from about the same day. */
const ALIKE_TITLE_DAYS = 3;
/** The share of common words, of all words in both titles. */
const ALIKE = 0.6;
/** From this many words on, one title contained in the other is enough. */
const ENOUGH_WORDS = 3;

/** Words that name a type of content instead of an episode. */
const NOISE = new Set(
  'a an and the of in on for with to ep eps episode episodes podcast show full video official hd 4k'.split(
    ' ',
  ),
);
/** A video with one of these words is an excerpt, unless the episode's title has it too. */
const PIECES = new Set('clip clips trailer teaser preview highlight highlights shorts'.split(' '));

/** Matches each video with at most one episode and vice versa, best pairs first. */
export function matchVideos<Episode extends Dated & { youtubeVideoId: string | null }>(
  episodes: readonly Episode[],
  videos: readonly Video[],
  podcastTitle: string,
): VideoMatch<Episode>[] {
  const taken = new Set(episodes.map(({ youtubeVideoId }) => youtubeVideoId));
  const names = new Set(titleWords(podcastTitle));
  const open = episodes.filter(({ youtubeVideoId }) => youtubeVideoId === null);
  const pairs = videos.flatMap((video) => {
    const videoId = video.youtubeVideoId;
    if (videoId === null || video.isYoutubeShort || taken.has(videoId)) return [];
    return open.flatMap((episode) => {
      const likeness = likenessOf(episode, video, names);
      return likeness > 0 ? [{ episode, videoId, likeness }] : [];
    });
  });
  const given = new Set<Episode>();
  return pairs
    .sort((a, b) => b.likeness - a.likeness)
    .flatMap(({ episode, videoId }) => {
      if (given.has(episode) || taken.has(videoId)) return [];
      given.add(episode);
      taken.add(videoId);
      return [{ episode, videoId }];
    });
}

/** Returns 0 for no match; otherwise higher means more certain. */
function likenessOf(episode: Dated, video: Dated, names: ReadonlySet<string>): number {
  if (episode.publishedAt === null || video.publishedAt === null) return 0;
  const days = Math.abs(episode.publishedAt.getTime() - video.publishedAt.getTime()) / DAY_MS;
  if (days > SAME_TITLE_DAYS) return 0;
  const [said, shown] = [tellingWords(episode.title, names), tellingWords(video.title, names)];
  if (said.size === 0 || shown.size === 0) return 0;
  const shared = [...said].filter((word) => shown.has(word)).length;
  const nearness = 1 - days / (SAME_TITLE_DAYS + 1);
  if (shared === said.size && shared === shown.size) return 1 + nearness;
  if (days > ALIKE_TITLE_DAYS || !numbersAgree(said, shown) || isPiece(said, shown)) return 0;
  const isInside = shared === Math.min(said.size, shown.size) && shared >= ENOUGH_WORDS;
  const likeness = shared / (said.size + shown.size - shared);
  return isInside || likeness >= ALIKE ? likeness * nearness : 0;
}

/** 'Part 1' is not 'Part 2'. A number in only one of the titles is no contradiction. */
function numbersAgree(said: Set<string>, shown: Set<string>): boolean {
  const [some, others] = [numbersOf(said), numbersOf(shown)];
  return some.every((one) => others.includes(one)) || others.every((one) => some.includes(one));
}

function numbersOf(words: Set<string>): string[] {
  return [...words].filter((word) => /^\d+$/.test(word));
}

function isPiece(said: Set<string>, shown: Set<string>): boolean {
  return [...shown].some((word) => PIECES.has(word) && !said.has(word));
}

/** The words of a title without the podcast's name, which channels append to every title. */
function tellingWords(title: string, names: ReadonlySet<string>): Set<string> {
  const words = titleWords(title);
  const telling = words.filter((word) => !names.has(word) && !NOISE.has(word));
  return new Set(telling.length > 0 ? telling : words);
}

function titleWords(title: string): string[] {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').replace(/['’]/g, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/^0+(?=\d)/, ''));
}
