/** Recognises the kind of address that a user entered, before anything is fetched. */

const YOUTUBE_HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com']);
const APPLE_HOSTS = new Set(['podcasts.apple.com', 'itunes.apple.com']);
const CHANNEL_ID = /UC[\w-]{22}/;
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;
const HAS_SCHEME_AND_HOST = /^[a-z][a-z\d+.-]*:\/\//i;
/** URL schemes of podcast apps, which stand for https. */
const APP_SCHEME = /^(?:feed|podcast|pcast|itpc|rss):(?:\/\/)?/i;

/**
 * Parses an address as it was meant: https if it has no scheme, and without a fragment. Returns null if it
 * is not a web address.
 */
export function podcastAddress(text: string): URL | null {
  const given = text.trim();
  const address = given.replace(APP_SCHEME, '');
  const url = URL.parse(
    HAS_SCHEME.test(address) && !/^[^/]+:\d+/.test(address) ? address : `https://${address}`,
  );
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  // A word alone is no host of the public internet; `localhost` is for local runs.
  const isWord = !/[.:]/.test(url.hostname) && url.hostname !== 'localhost';
  if (isWord && !HAS_SCHEME_AND_HOST.test(given)) return null;
  url.hash = '';
  return url;
}

/** Returns the id in an Apple Podcasts link; null for any other address. */
export function applePodcastId(url: URL): string | null {
  if (!APPLE_HOSTS.has(url.hostname)) return null;
  return url.pathname.match(/\/id(\d{3,15})(?:\/|$)/)?.[1] ?? null;
}

export const isYoutube = (url: URL) => YOUTUBE_HOSTS.has(url.hostname);

/** Returns the channel id in an address; null if it has none. */
export const channelIn = (url: URL) => url.href.match(CHANNEL_ID)?.[0] ?? null;

/** A page contains many channel ids; only its own is in the link to its feed. */
export const channelOfPage = (html: string) => html.match(/channel_id=(UC[\w-]{22})/)?.[1] ?? null;
