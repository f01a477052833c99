import { formatClock } from '../../../schema/wire/clock.ts';
import { escapeXml } from '../../platform/write-xml.ts';
import { measureWav } from './audio.ts';
import type { TranscriptFormat } from './script.ts';
import type { Episode, Show } from './shows.ts';
import { element, fragment, type Markup, xmlDocument } from './xml.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PUBLISHED_AT_HOUR = 6;

const NAMESPACES = {
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
};

/** Apple's fixed list of categories has no law. */
const APPLE_CATEGORIES: Record<string, [string, string?]> = {
  Marketing: ['Business', 'Marketing'],
  HR: ['Business', 'Management'],
  Finance: ['Business', 'Investing'],
  Law: ['Government'],
  Health: ['Health & Fitness', 'Medicine'],
};

/** Media types of transcripts, as the podcast namespace names them. */
export const TRANSCRIPT_TYPES: Record<Exclude<TranscriptFormat, 'none'>, string> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  json: 'application/json',
};

/**
 * A show's RSS 2.0 feed.
 *
 * @param origin where the sampler is reached, such as `http://127.0.0.1:8788`
 * @param now the moment that decides the dates: they count back from the start of its UTC day, so
 *   the sample is always fresh and the feed stays the same, byte for byte, all day long
 */
export function renderFeed(show: Show, origin: string, now: Date): string {
  const home = `${origin}/${show.slug}`;
  const cover = `${home}/cover.svg`;
  const self = { href: `${home}/feed.xml`, rel: 'self', type: 'application/rss+xml' };
  const parts = [
    element('title', {}, show.title),
    element('link', {}, `${origin}/#${show.slug}`),
    element('atom:link', self),
    element('description', {}, show.description),
    element('language', {}, show.language),
    element('lastBuildDate', {}, formatDate(startOfDay(now))),
    element('category', {}, show.category),
    element('itunes:author', {}, show.author),
    element('itunes:explicit', {}, 'false'),
    element('itunes:type', {}, 'episodic'),
    element('itunes:image', { href: cover }),
    renderImage(show, origin, cover),
    renderAppleCategory(show.category),
    element('podcast:person', { role: 'host' }, show.host),
    ...show.episodes.map((episode) => renderItem(show, episode, home, now)),
  ];
  return xmlDocument(
    element('rss', { version: '2.0', ...NAMESPACES }, element('channel', {}, fragment(parts))),
  );
}

/** Always the same for an episode, whenever and wherever the sampler runs. */
function guidOf(show: Show, episode: Episode): string {
  return `dripcast-sampler:${show.slug}:${episode.slug}`;
}

/** RFC 822 with a four-digit year, as RSS requires. */
function formatDate(timeMs: number): string {
  return new Date(timeMs).toUTCString();
}

function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS) * DAY_MS;
}

function renderImage(show: Show, origin: string, url: string): Markup {
  return element(
    'image',
    {},
    element('url', {}, url),
    element('title', {}, show.title),
    element('link', {}, `${origin}/#${show.slug}`),
  );
}

function renderAppleCategory(category: string): Markup {
  const [outer, inner] = APPLE_CATEGORIES[category] ?? ['Education'];
  const child = inner ? element('itunes:category', { text: inner }) : null;
  return element('itunes:category', { text: outer }, child);
}

function renderItem(show: Show, episode: Episode, home: string, now: Date): Markup {
  const published = startOfDay(now) - episode.daysAgo * DAY_MS + PUBLISHED_AT_HOUR * HOUR_MS;
  const parts = [
    element('title', {}, episode.title),
    element('link', {}, episode.link ?? `${home}/${episode.slug}`),
    element('guid', { isPermaLink: 'false' }, guidOf(show, episode)),
    element('pubDate', {}, formatDate(published)),
    element('description', {}, episode.description),
    element('content:encoded', {}, renderNotes(episode)),
    element('itunes:author', {}, show.author),
    element('itunes:explicit', {}, 'false'),
    element('itunes:episodeType', {}, 'full'),
    ...renderMedia(show, episode, `${home}/${episode.slug}`),
  ];
  return element('item', {}, fragment(parts));
}

/** The elements that only an episode with audio has. */
function renderMedia(show: Show, episode: Episode, address: string): Markup[] {
  const { timeline, transcript } = episode;
  if (!timeline) return [];
  const people = timeline.speakers.map((name) =>
    element('podcast:person', { role: name === show.host ? 'host' : 'guest' }, name),
  );
  const media = [
    element('enclosure', {
      url: `${address}.wav`,
      length: measureWav(timeline),
      type: 'audio/wav',
    }),
    element('itunes:duration', {}, Math.round(timeline.durationMs / 1_000)),
    element('podcast:chapters', {
      url: `${address}.chapters.json`,
      type: 'application/json+chapters',
    }),
    ...people,
  ];
  if (transcript === 'none') return media;
  const link = element('podcast:transcript', {
    url: `${address}.${transcript}`,
    type: TRANSCRIPT_TYPES[transcript],
    language: show.language,
  });
  return [...media, link];
}

/** Show notes in HTML; the feed escapes them once more, as content:encoded requires. */
function renderNotes(episode: Episode): string {
  const chapters = (episode.timeline?.chapters ?? [])
    .map(
      (chapter) => `<li>${formatClock(chapter.startMs / 1_000)} ${escapeXml(chapter.title)}</li>`,
    )
    .join('');
  const list = chapters ? `<ul>${chapters}</ul>` : '';
  return `<p>${escapeXml(episode.description)}</p>${list}`;
}
