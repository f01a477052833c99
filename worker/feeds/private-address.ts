/** Addresses that only their reader may know: of paid feeds, whose address is the ticket. */

/** Names of query parameters that hold a secret, or say whose it is. */
const SECRET_NAME =
  /^(?:.*[-_])?(?:access|api|auth|authorization|code|credentials?|email|key|member|pass|passwd|password|pwd|secret|session|sid|sig|signature|ticket|token|u|uid|user|userid|username)(?:[-_].*)?$/i;
const JOINED_SECRET_NAME = /(?:token|apikey|secret|password|authkey|signature)$/i;

/** A value nobody would write by hand: letters and digits mixed, of this length. */
const RANDOM_CHARS = 12;
/**
 * The same of a part of the path. Hosts of public feeds put ids there, of up to 24 characters (Acast) in
 * the 45 feeds of the first catalogue, and UUIDs (RedCircle, Omny).
 */
const RANDOM_PATH_CHARS = 25;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const looksRandom = (text: string, chars: number) =>
  text.length >= chars && /^[\w.~+/=-]+$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);

/**
 * Whether an address holds a user name, a password or what looks like a token. Wrongly taken for
 * private costs nothing but that the feed is fetched once more for each of its readers.
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
 * A user name and password in an address as the header that they stand for, and the address without
 * them: so the door outside, which refuses such addresses, need not let any through. The header stays
 * behind on a redirect to another origin.
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
