/** Secret addresses, such as those of paid feeds, where knowing the address grants access. */

/** Names of query parameters with a secret or a user's identity. */
const SECRET_NAME =
  /^(?:.*[-_])?(?:access|api|auth|authorization|code|credentials?|email|key|member|pass|passwd|password|pwd|secret|session|sid|sig|signature|ticket|token|u|uid|user|userid|username)(?:[-_].*)?$/i;
const JOINED_SECRET_NAME = /(?:token|apikey|secret|password|authkey|signature)$/i;

/** Mixed letters and digits of this length look random. */
const RANDOM_CHARS = 12;
/**
 * The same for a path segment. Public feeds have ids there, too: up to 24 characters (Acast) in the 45
 * feeds of the first catalogue, and UUIDs (RedCircle, Omny).
 */
const RANDOM_PATH_CHARS = 25;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const looksRandom = (text: string, chars: number) =>
  text.length >= chars && /^[\w.~+/=-]+$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);

/**
 * Whether an address contains a user name, a password or something like a token. A false positive only
 * means that the feed is fetched separately for each reader.
 */
export function isPrivateAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  if (url.username !== '' || url.password !== '') return true;
  const hasSecret = [...url.searchParams].some(
    ([name, value]) =>
      SECRET_NAME.test(name) || JOINED_SECRET_NAME.test(name) || looksRandom(value, RANDOM_CHARS),
  );
  if (hasSecret) return true;
  return url.pathname.split('/').some((part) => {
    const name = part.replace(/\.\w{1,5}$/, '');
    if (name.toLowerCase() === 'private') return true;
    return !UUID.test(name) && !/[-_]/.test(name) && looksRandom(name, RANDOM_PATH_CHARS);
  });
}

/**
 * Moves a user name and password from an address into an Authorization header, because outbound requests
 * refuse addresses with credentials. The header is dropped on redirects to another origin.
 */
export function splitCredentials(address: string): {
  url: string;
  headers: Record<string, string>;
} {
  const url = URL.parse(address);
  if (url === null || (url.username === '' && url.password === '')) {
    return { url: address, headers: {} };
  }
  const named = [url.username, url.password].map(decoded).join(':');
  url.username = '';
  url.password = '';
  const bytes = new TextEncoder().encode(named);
  return {
    url: url.href,
    headers: { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` },
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
