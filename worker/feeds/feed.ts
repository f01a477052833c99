/** A feed and its items as plain records, whatever dialect they came in. */

export interface TranscriptLink {
  url: string;
  /** Media type as the feed declares it, lower case, without parameters; '' when it declares none. */
  type: string;
  language: string | null;
  /** 'captions' where the feed says so: timed, close to the spoken word. */
  rel: string | null;
}

export interface FeedItem {
  /** Stable identity: guid, else link, else enclosure, else title and date. Never empty. */
  guid: string;
  /** Plain text. */
  title: string;
  /** Plain text, '' when there is none. */
  description: string;
  publishedAt: Date | null;
  durationSeconds: number | null;
  link: string | null;
  audioUrl: string | null;
  audioType: string | null;
  imageUrl: string | null;
  transcripts: TranscriptLink[];
  chaptersUrl: string | null;
  youtubeVideoId: string | null;
  isYoutubeShort: boolean;
  /** The document ends in the middle of it, before all that tells it from others had come. */
  isCut?: true;
}

export interface Feed {
  title: string;
  /** Plain text. */
  description: string;
  /** Author or owner as the feed names them. */
  host: string | null;
  imageUrl: string | null;
  link: string | null;
  language: string | null;
  /** False where the document ends before its end: then there may be more items than these. */
  isWhole: boolean;
  items: FeedItem[];
}
