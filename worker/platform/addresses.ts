/**
 * Which addresses outside code may be sent to. It judges what a URL says; it cannot see what DNS
 * answers. On Cloudflare the edge's own fetch reaches no private network, so a public name that
 * resolves to a private address fails there; a local run has only the name rules below.
 */

interface AddressRules {
  /** Lets loopback through, with any port: for a local run with feeds of its own. */
  allowLoopback?: boolean;
}

/** Suffixes that never name a host of the public internet (RFC 6761, 6762, 7686, 8375, ICANN). */
const PRIVATE_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'svc',
  'corp',
  'home',
  'lan',
  'arpa',
  'onion',
  'invalid',
];

/** Public names known to answer with loopback, or to describe the machine that asks. */
const NAMES_OF_PRIVATE_HOSTS = [
  'localtest.me',
  'lvh.me',
  'lacolhost.com',
  'vcap.me',
  'localh.st',
  'yoogle.com',
  'bugbounty.dod.network',
  'spoofed.burpcollaborator.net',
  'metadata.nicob.net',
  'metadata.packet.net',
  'metadata.platformequinix.com',
];

/** Names under these answer with any address that one wants. */
const NAMES_THAT_SPELL_ADDRESSES = [
  'nip.io',
  'sslip.io',
  'xip.io',
  'traefik.me',
  'rbndr.us',
  '1u.ms',
  'rebind.network',
];
/** An IPv4 address in a name, however it ends: `127.0.0.1.any.test`, `app-10-0-0-1.any.test`. */
const SPELT_V4 = /(?<!\d)(?=(\d{1,3})([.-])(\d{1,3})\2(\d{1,3})\2(\d{1,3})(?!\d))/g;

/** Above 1023, the ports of the Fetch standard's list: they speak something other than HTTP. */
const BLOCKED_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]);

/** [first address, prefix length] of IPv4 space that is not the public internet (RFC 6890 and later). */
const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Azure's host agent answers on this public address, from inside only. */
const PRIVATE_V4_HOSTS = new Set(['168.63.129.16']);

/**
 * @returns why `url` may not be asked, in words for a person; null where it may.
 */
export function refusalOf(url: URL, rules: AddressRules = {}): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return 'Only http and https addresses can be fetched.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'Addresses with a user name or password in them are not fetched.';
  }
  const host = url.hostname.toLowerCase().replace(/\.+$/, '');
  if (rules.allowLoopback === true && isLoopback(host)) return null;
  if (!isPublicHost(host)) return 'This address does not belong to the public internet.';
  const port = url.port === '' ? 0 : Number(url.port);
  if ((port !== 0 && port !== 80 && port !== 443 && port < 1024) || BLOCKED_PORTS.has(port)) {
    return `Port ${port} is not one that feeds are served on.`;
  }
  return null;
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return true;
  const v4 = parseV4(host);
  return v4 !== null && v4 >>> 24 === 127;
}

/** The URL parser has already made decimal, octal, hexadecimal and short IPv4 forms dotted ones. */
function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) return isPublicV6(host.slice(1, -1));
  const v4 = parseV4(host);
  if (v4 !== null) return isPublicV4(v4);
  const labels = host.split('.');
  const top = labels.at(-1) ?? '';
  // A single label is a name of the local network; an all-digit top is a broken address.
  if (labels.length < 2 || /^\d*$/.test(top)) return false;
  if (PRIVATE_SUFFIXES.includes(top)) return false;
  if (NAMES_OF_PRIVATE_HOSTS.some((name) => isOrIsUnder(host, name))) return false;
  if (NAMES_THAT_SPELL_ADDRESSES.some((name) => isOrIsUnder(host, name))) return false;
  return !spellsPrivateV4(host);
}

function spellsPrivateV4(host: string): boolean {
  return [...host.matchAll(SPELT_V4)].some(([, a, , b, c, d]) => {
    const address = parseV4([a, b, c, d].join('.'));
    return address !== null && !isPublicV4(address);
  });
}

function isOrIsUnder(host: string, name: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}

function parseV4(host: string): number | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(host);
  if (match === null) return null;
  const bytes = match.slice(1).map(Number);
  if (bytes.some((byte) => byte > 255)) return null;
  return bytes.reduce((address, byte) => address * 256 + byte, 0);
}

function isPublicV4(address: number): boolean {
  for (const [first, bits] of PRIVATE_V4) {
    const size = 2 ** (32 - bits);
    const start = parseV4(first) ?? 0;
    if (address >= start && address < start + size) return false;
  }
  for (const host of PRIVATE_V4_HOSTS) if (parseV4(host) === address) return false;
  return true;
}

/**
 * Only global unicast (2000::/3) is public. Within it Teredo and other protocol assignments,
 * documentation and 6to4 are refused; outside it lie ::1, v4-mapped, NAT64, fc00::/7, fe80::/10.
 */
function isPublicV6(text: string): boolean {
  const groups = parseV6(text);
  if (groups === null) return false;
  const [first = 0, second = 0] = groups;
  if (first < 0x2000 || first > 0x3fff) return false;
  if (first === 0x2001 && (second < 0x0200 || second === 0x0db8)) return false;
  if (first === 0x2002) return false;
  return !(first === 0x3fff && second < 0x1000);
}

/** The network of an IPv6 address, which is one customer's (RFC 6177); any other text as it is. */
export function networkOf(address: string): string {
  const url = `http://[${address}]`;
  const groups = URL.canParse(url) ? parseV6(new URL(url).hostname.slice(1, -1)) : null;
  if (groups === null) return address;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Reads what `URL.hostname` writes: eight groups, one run of zeros perhaps left out, no dots. */
function parseV6(text: string): number[] | null {
  const [head = '', tail] = text.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  if (missing < 0) return null;
  const groups = [...left, ...new Array<string>(missing).fill('0'), ...right];
  if (groups.length !== 8 || groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16));
}
