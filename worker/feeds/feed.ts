/** A feed and its items as plain records, independent of its format. */
import type { TranscriptLink } from '../../schema/tables/episodes.ts';
import type { Chapter, EpisodeType } from '../../schema/wire/episode-page.ts';

/** Show notes from the feed, not sanitised yet. */
export interface ShowNotes {
  html: string;
  /** The base of relative addresses. */
  base: string;
}

export interface FeedItem {
  /** Stable identity: guid, else link, else enclosure, else title and date. Never empty. */
  guid: string;
  /** Plain text. */
  title: string;
  /** Plain text; '' if there is none. */
  description: string;
  publishedAt: Date | null;
  durationSeconds: number | null;
  link: string | null;
  audioUrl: string | null;
  audioType: string | null;
  imageUrl: string | null;
  transcripts: TranscriptLink[];
  chaptersUrl: string | null;
  /** From the feed itself. */
  chapters: Chapter[];
  /** Only for the newest items; null if there are none. */
  notes: ShowNotes | null;
  number: number | null;
  season: number | null;
  type: EpisodeType;
  isExplicit: boolean | null;
  youtubeVideoId: string | null;
  isYoutubeShort: boolean;
  /** The document ends inside this item, before all its identifying fields. */
  isCut?: true;
}

export interface Feed {
  title: string;
  /** Plain text. */
  description: string;
  /** Author or owner, as the feed names them. */
  host: string | null;
  imageUrl: string | null;
  link: string | null;
  language: string | null;
  /** The feed's new address, if it has moved. */
  newFeedUrl: string | null;
  /** The next page with older items (RFC 5005). */
  nextPageUrl: string | null;
  /** False if the document was cut off, so that items may be missing. */
  isWhole: boolean;
  /** The document ends inside one of the feed's elements, so it can't be that only end tags are missing. */
  isCut?: boolean;
  items: FeedItem[];
}
