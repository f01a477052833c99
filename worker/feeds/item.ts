import { TITLE_MAX_CHARS } from '../../schema/limits.ts';
import { decodeEntities, foldSpace } from '../platform/plain-text.ts';
import { parseFeedDate } from './dates.ts';
import {
  absoluteUrl,
  child,
  childrenNamed,
  firstLine,
  firstPlainText,
  firstText,
  relOf,
} from './elements.ts';
import { episodeFactsOf } from './episode-facts.ts';
import type { FeedItem } from './feed.ts';
import {
  chaptersUrlOf,
  chooseEnclosure,
  type Enclosure,
  enclosuresOf,
  imageOf,
  parseDuration,
  transcriptsOf,
  youtubeOf,
} from './media.ts';
import { pscChaptersOf } from './psc-chapters.ts';
import type { XmlElement } from './xml.ts';

/** The date fields of an item, in order of preference. */
const DATES = [
  'pubdate',
  'published',
  'dc:date',
  'issued',
  'dcterms:issued',
  'dcterms:created',
  'created',
  'dc:issued',
  'dc:created',
  'date',
  'updated',
  'modified',
  'dcterms:modified',
  'lastbuilddate',
];

/** Characters. Anything longer is not a title or an id. */
const MAX_IDENTITY = 4_096;
const MAX_BEGINNING = 80;

/** An item before its identity is settled, with the candidates. */
export interface ItemDraft {
  item: FeedItem;
  /** In order of preference; never empty, and none of them is ''. */
  identities: string[];
}

/**
 * Reads an RSS item or Atom entry; null if it is empty. The description is left to `descriptionOf`,
 * except for items without a title, which it may identify.
 */
export function readItem(element: XmlElement): ItemDraft | null {
  const about = element.attributes['rdf:about']?.trim() || null;
  const guid = firstText(element, ['guid', 'id']) ?? about ?? firstText(element, ['dc:identifier']);
  const link = itemLink(element, guid);
  const videoId =
    firstText(element, ['yt:videoid']) ?? /^yt:video:([\w-]{11})$/.exec(guid ?? '')?.[1];
  const enclosure = chooseEnclosure(enclosuresOf(element));
  const title = titleOf(element, videoId != null) || fileName(enclosure?.url);
  return draftItem({
    guid,
    title,
    description: title === '' ? descriptionOf(element) : '',
    publishedAt: publishedAtOf(element),
    durationSeconds: parseDuration(firstText(element, ['itunes:duration', 'duration'])),
    link,
    enclosure,
    imageUrl: imageOf(element),
    transcripts: transcriptsOf(element),
    chaptersUrl: chaptersUrlOf(element),
    chapters: pscChaptersOf(element),
    ...episodeFactsOf(element),
    videoId: videoId ?? null,
  });
}

export interface ItemFacts
  extends Pick<
    FeedItem,
    | 'title'
    | 'description'
    | 'publishedAt'
    | 'durationSeconds'
    | 'link'
    | 'imageUrl'
    | 'transcripts'
    | 'chaptersUrl'
    | 'chapters'
    | 'number'
    | 'season'
    | 'type'
    | 'isExplicit'
  > {
  guid: string | null;
  enclosure: Enclosure | null;
  videoId: string | null;
}

/** Combines an item's fields from any format; null if they are all empty. */
export function draftItem({ guid, enclosure, videoId, ...facts }: ItemFacts): ItemDraft | null {
  const dated = facts.publishedAt?.toISOString() ?? '';
  const title = facts.title.slice(0, TITLE_MAX_CHARS);
  const words = title || facts.description.slice(0, 100);
  const described = `${words} ${dated}`.trim();
  const identities = [guid, facts.link, enclosure?.url, described, facts.imageUrl].filter(
    (one): one is string => one != null && one !== '' && one.length <= MAX_IDENTITY,
  );
  const [first] = identities;
  if (first === undefined) return null;
  const item: FeedItem = {
    ...facts,
    title:
      title ||
      beginningOf(facts.description) ||
      facts.link?.slice(0, TITLE_MAX_CHARS) ||
      'Untitled',
    guid: first,
    durationSeconds: facts.durationSeconds ?? enclosure?.durationSeconds ?? null,
    audioUrl: enclosure?.url ?? null,
    audioType: enclosure?.type || null,
    notes: null,
    ...youtubeOf(facts.link, videoId),
  };
  return { item, identities };
}

/** The title of an untitled text: the start of its first line. */
function beginningOf(text: string): string {
  const [line = ''] = text.split('\n');
  if (line.length <= MAX_BEGINNING) return line;
  return `${line.slice(0, MAX_BEGINNING).replace(/\s\S*$/, '')}…`;
}

/** YouTube's titles are literal text, so a tag in one is part of it. */
function titleOf(element: XmlElement, isLiteral: boolean): string {
  if (isLiteral) return foldSpace(decodeEntities(firstText(element, ['title']) ?? ''));
  return firstLine(element, ['title', 'media:title', 'itunes:title', 'dc:title']);
}

/** A missing title can come from the file: `episode-12.mp3` is 'episode-12'. */
function fileName(url: string | undefined): string {
  const last =
    URL.parse(url ?? '')
      ?.pathname.split('/')
      .at(-1) ?? '';
  try {
    return decodeURIComponent(last).replace(/\.\w{2,4}$/, '');
  } catch {
    return last;
  }
}

/** Plain text; '' if there is none. */
export function descriptionOf(element: XmlElement): string {
  const names = ['description', 'summary', 'itunes:summary', 'content:encoded', 'content'];
  const text = firstPlainText(element, names);
  if (text !== '') return text;
  const group = child(element, 'media:group');
  const inMedia = firstPlainText(element, ['media:description', 'googleplay:description']);
  if (inMedia !== '') return inMedia;
  const inGroup = group === undefined ? '' : firstPlainText(group, ['media:description']);
  const rarely = ['itunes:subtitle', 'dc:description', 'xhtml:body', 'body', 'fullitem'];
  return inGroup || firstPlainText(element, rarely);
}

function publishedAtOf(element: XmlElement): Date | null {
  for (const name of DATES) {
    // If a field occurs several times, the last one counts.
    for (const { text } of childrenNamed(element, name).reverse()) {
      const date = parseFeedDate(text);
      if (date !== null) return date;
    }
  }
  return null;
}

function itemLink(element: XmlElement, guid: string | null): string | null {
  const own = linkOf(element);
  if (own !== null) return own;
  const guidElement = child(element, 'guid');
  const said = guidElement?.attributes.ispermalink?.trim().toLowerCase();
  const isLink = said === 'true' || (said !== 'false' && /^https?:\/\//i.test(guid ?? ''));
  return absoluteUrl(isLink ? guid : null, element.base);
}

/** RSS writes a link as text. Atom, also inside RSS, writes it as attributes, possibly several times. */
export function linkOf(parent: XmlElement): string | null {
  let best: string | null = null;
  let bestRank = 0;
  for (const element of childrenNamed(parent, 'link')) {
    const { href, type = '' } = element.attributes;
    const url = absoluteUrl(href ?? element.text, element.base);
    if (url === null || relOf(element) !== 'alternate') continue;
    const isPage = type === '' || type.includes('html');
    const rank = href === undefined ? 3 : isPage ? 2 : 1;
    if (rank > bestRank) [best, bestRank] = [url, rank];
  }
  return best;
}
