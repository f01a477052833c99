import type { TranscriptLink } from '../../schema/tables/episodes.ts';
import { decodeAttribute } from '../platform/plain-text.ts';
import { absoluteUrl, child, childrenNamed, firstText, relOf } from './elements.ts';
import type { FeedItem } from './feed.ts';
import { SHOW_NOTES_MAX_CHARS } from './notes.ts';
import type { XmlElement } from './xml.ts';

export interface Enclosure {
  url: string;
  /** Lower case, without parameters; '' if undeclared. */
  type: string;
  durationSeconds: number | null;
}

const AUDIO_FILE = /\.(mp3|m4a|m4b|aac|ogg|oga|opus|wav|flac|wma|amr)(?:$|[?#/])/i;
const VIDEO_FILE = /\.(mp4|m4v|mov|webm|avi|mkv|mpe?g|3gp)(?:$|[?#/])/i;
const OTHER_FILE =
  /\.(jpe?g|png|gif|webp|svg|pdf|zip|html?|txt|vtt|srt|json|torrent|epub)(?:$|[?#/])/i;
const OTHER_TYPE = /^(image|text|font)\/|pdf|zip|bittorrent|shockwave|epub/;

const MAX_TRANSCRIPTS = 20;
/** Characters of a type, a language or a role; the longest in the corpora has 16. */
const MAX_WORD = 100;
/** Characters. */
const MAX_DURATION_LENGTH = 50;

/**
 * Chooses an item's media: audio before video before undeclared types. Images and documents don't
 * count. Null if there is none.
 */
export function chooseEnclosure(offers: readonly Enclosure[]): Enclosure | null {
  let best: Enclosure | null = null;
  let bestRank = 0;
  for (const offer of offers) {
    const rank = rankOf(offer);
    if (rank > bestRank) [best, bestRank] = [offer, rank];
  }
  return best;
}

function rankOf({ url, type }: Enclosure): number {
  if (type.startsWith('audio/')) return 4;
  if (type.startsWith('video/') || type === 'application/ogg') return 3;
  if (OTHER_TYPE.test(type)) return 0;
  if (AUDIO_FILE.test(url)) return 4;
  if (VIDEO_FILE.test(url)) return 3;
  return OTHER_FILE.test(url) ? 0 : 1;
}

/** Every enclosure of an RSS item or Atom entry, most reliable first. */
export function enclosuresOf(item: XmlElement): Enclosure[] {
  const offers: Enclosure[] = [];
  const offer = (element: XmlElement, address: string | null | undefined) => {
    const url = absoluteUrl(address, element.base);
    if (url !== null) offers.push(enclosureFrom(url, element));
  };
  for (const element of childrenNamed(item, 'enclosure')) {
    const { url, href } = element.attributes;
    offer(element, url ?? href ?? (firstText(element, ['url']) || element.text));
  }
  for (const element of childrenNamed(item, 'enc:enclosure')) {
    offer(element, element.attributes['rdf:resource']);
  }
  for (const element of childrenNamed(item, 'link')) {
    if (relOf(element) === 'enclosure') offer(element, element.attributes.href);
  }
  for (const element of mediaContents(item)) {
    const { medium } = element.attributes;
    if (medium === undefined || medium === 'audio' || medium === 'video') {
      offer(element, element.attributes.url);
    }
  }
  for (const element of childrenNamed(item, 'podcast:alternateenclosure')) {
    const source = child(element, 'podcast:source');
    offer(element, source?.attributes.uri);
  }
  return offers;
}

function enclosureFrom(url: string, { attributes, children }: XmlElement): Enclosure {
  // Some use child elements instead of attributes.
  const inside = (name: string) => children.find((one) => one.name === name)?.text;
  return {
    url,
    type: mediaType(attributes.type ?? attributes['enc:type'] ?? inside('type')),
    durationSeconds: parseDuration(attributes.duration),
  };
}

function mediaContents(item: XmlElement): XmlElement[] {
  const groups = childrenNamed(item, 'media:group');
  return [item, ...groups].flatMap((parent) => childrenNamed(parent, 'media:content'));
}

/** The item's own image, preferring what was declared as one to a picture in its show notes. */
export function imageOf(item: XmlElement): string | null {
  const itunes = child(item, 'itunes:image') ?? child(item, 'googleplay:image');
  const contents = mediaContents(item);
  const holders = [item, ...childrenNamed(item, 'media:group'), ...contents];
  const thumbnails = holders.flatMap((holder) => childrenNamed(holder, 'media:thumbnail'));
  const pictures = [...contents, ...childrenNamed(item, 'enclosure')].filter(
    ({ attributes }) => attributes.medium === 'image' || attributes.type?.startsWith('image/'),
  );
  const image = child(item, 'image');
  const candidates: [XmlElement | undefined, string | null | undefined][] = [
    [itunes, itunes?.attributes.href ?? itunes?.attributes.url ?? itunes?.text],
    ...[...pictures, ...thumbnails].map((element): [XmlElement, string | undefined] => [
      element,
      element.attributes.url,
    ]),
    [image, image && (firstText(image, ['url']) ?? image.attributes.href ?? image.text)],
  ];
  for (const [element, address] of candidates) {
    const url = element === undefined ? null : absoluteUrl(address, element.base);
    if (url !== null) return url;
  }
  return imageInNotes(item);
}

const NOTES = ['content:encoded', 'content', 'description', 'summary', 'itunes:summary'];
const IMG = /<img\s([^<>]{1,4000})>/gi;
const SRC = /(?:^|[\s"'])src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
/** A picture of one or two pixels counts visits. */
const TRACKER = /(?:^|[\s"'])(?:width|height)\s*=\s*["']?[0-2](?:px)?(?:["'\s/]|$)/i;

/** The first picture of the show notes; null if there is none. */
function imageInNotes(item: XmlElement): string | null {
  for (const name of NOTES) {
    for (const { text, base } of childrenNamed(item, name)) {
      for (const [, attributes = ''] of text.slice(0, SHOW_NOTES_MAX_CHARS).matchAll(IMG)) {
        const [, double, single, bare] = SRC.exec(attributes) ?? [];
        const url = absoluteUrl(decodeAttribute(double ?? single ?? bare ?? ''), base);
        if (url !== null && !TRACKER.test(attributes)) return url;
      }
    }
  }
  return null;
}

/** podcast:transcript, as specified by the namespace. */
export function transcriptsOf(item: XmlElement): TranscriptLink[] {
  const links: TranscriptLink[] = [];
  for (const { attributes, base } of childrenNamed(item, 'podcast:transcript')) {
    const url = absoluteUrl(attributes.url, base);
    if (url === null || links.some((link) => link.url === url)) continue;
    if (links.length === MAX_TRANSCRIPTS) break;
    links.push({
      url,
      type: mediaType(attributes.type),
      language: wordOf(attributes.language) || null,
      rel: wordOf(attributes.rel).toLowerCase() || null,
    });
  }
  return links;
}

/** The address of the chapters' JSON; null if the item has none. */
export function chaptersUrlOf(item: XmlElement): string | null {
  const chapters = child(item, 'podcast:chapters');
  return chapters === undefined ? null : absoluteUrl(chapters.attributes.url, chapters.base);
}

const wordOf = (written = '') => written.trim().slice(0, MAX_WORD);

/** Lower case, without parameters. */
export function mediaType(declared: string | undefined): string {
  return wordOf(declared?.split(';', 1)[0]).toLowerCase();
}

/** Parses seconds, `m:ss`, `h:mm:ss`, `PT1H2M3S` and `1h 2m`; null for anything else and for zero. */
export function parseDuration(written: string | null | undefined): number | null {
  const text = (written ?? '').trim();
  if (text.length > MAX_DURATION_LENGTH) return null;
  let seconds = Number.NaN;
  if (/^\d+(\.\d+)?$/.test(text)) seconds = Number(text);
  else if (/^\d*(:\d{1,2}){1,2}([.,]\d+)?$/.test(text)) {
    seconds = text
      .replace(',', '.')
      .split(':')
      .reduce((sum, part) => sum * 60 + Number(part), 0);
  } else {
    const match =
      /^(?:P(?:0D)?T?)?\s*(?:(\d+)\s*h[a-z]*\.?)?[\s,:]*(?:(\d+)\s*(?:m[a-z]*\.?|$))?[\s,:]*(?:(\d+)(?:\.\d+)?\s*s[a-z]*\.?)?$/i.exec(
        text,
      );
    const [, hours, minutes, rest] = match ?? [];
    if (hours ?? minutes ?? rest) {
      seconds = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0);
    }
  }
  // Beyond two days the value is wrong, for instance in milliseconds.
  return seconds >= 0.5 && seconds <= 172_800 ? Math.round(seconds) : null;
}

/** Returns the item's video and whether it is a short, according to its links. */
export function youtubeOf(
  link: string | null,
  declaredId: string | null,
): Pick<FeedItem, 'youtubeVideoId' | 'isYoutubeShort'> {
  const url = link === null ? null : URL.parse(link);
  const host = url?.hostname.replace(/^(www|m|music)\./, '') ?? '';
  const isYoutube =
    host === 'youtube.com' || host === 'youtu.be' || host === 'youtube-nocookie.com';
  const path = isYoutube && url ? url.pathname.split('/').filter(Boolean) : [];
  const fromLink =
    host === 'youtu.be'
      ? path[0]
      : /^(shorts|embed|live|v)$/.test(path[0] ?? '')
        ? path[1]
        : isYoutube && path[0] === 'watch'
          ? url?.searchParams.get('v')
          : null;
  const id = [declaredId, fromLink].find((one) => one != null && /^[\w-]{11}$/.test(one)) ?? null;
  return { youtubeVideoId: id, isYoutubeShort: id !== null && path[0] === 'shorts' };
}
