/** What somebody gives as a podcast's address: which kind it is, before anything is fetched. */

const YOUTUBE_HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com']);
const APPLE_HOSTS = new Set(['podcasts.apple.com', 'itunes.apple.com']);
const CHANNEL_ID = /UC[\w-]{22}/;
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;
/** What podcast apps register, in place of https. */
const APP_SCHEME = /^(?:feed|podcast|pcast|itpc|rss):(?:\/\/)?/i;

/**
 * The address as it is meant: without a scheme it is https, and a fragment names nothing that is fetched.
 * Null for what is none.
 */
export function podcastAddress(text: string): URL | null {
  const given = text.trim();
  const address = given.replace(APP_SCHEME, '');
  const url = URL.parse(
    HAS_SCHEME.test(address) && !/^[^/]+:\d+/.test(address) ? address : `https://${address}`,
  );
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '') return null;
  url.hash = '';
  return url;
}

/** The id in an Apple Podcasts link; null for any other address. */
export function applePodcastId(url: URL): string | null {
  if (!APPLE_HOSTS.has(url.hostname)) return null;
  return url.pathname.match(/\/id(\d{3,15})(?:\/|$)/)?.[1] ?? null;
}

export const isYoutube = (url: URL) => YOUTUBE_HOSTS.has(url.hostname);

/** The channel in the address itself. */
export const channelIn = (url: URL) => url.href.match(CHANNEL_ID)?.[0] ?? null;

/** The page names many channels; only its own stands in the link to its feed. */
export const channelOfPage = (html: string) => html.match(/channel_id=(UC[\w-]{22})/)?.[1] ?? null;
