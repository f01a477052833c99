/**
 * Which addresses outside code may be sent to. It judges what a URL says; it cannot see what DNS
 * answers. On Cloudflare the edge's own fetch reaches no private network, so a public name that
 * resolves to a private address fails there; a local run has only the name rules below.
 */
import ipaddr from 'ipaddr.js';

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

/** Azure's host agent answers on this public address, from inside only. */
const PRIVATE_V4_HOSTS = new Set(['168.63.129.16']);

/**
 * @returns why `url` may not be asked, in words for a person; null where it may.
 */
export function refuseAddress(url: URL, rules: AddressRules = {}): string | null {
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
    return `Port ${port} is not allowed.`;
  }
  return null;
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return parseHost(host)?.range() === 'loopback';
}

function isPublicHost(host: string): boolean {
  const address = parseHost(host);
  if (address !== null) return isPublicAddress(address);
  if (host.startsWith('[')) return false;
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
    const address = parseHost([a, b, c, d].join('.'));
    return address !== null && !isPublicAddress(address);
  });
}

function isOrIsUnder(host: string, name: string): boolean {
  return host === name || host.endsWith(`.${name}`);
}

/**
 * The address that a URL's host is; null for a name. The URL parser has already made decimal,
 * octal, hexadecimal and short IPv4 forms dotted ones.
 */
function parseHost(host: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (host.startsWith('[')) return parseAddress(host.slice(1, -1));
  return ipaddr.IPv4.isValidFourPartDecimal(host) ? ipaddr.IPv4.parse(host) : null;
}

function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(text) ? ipaddr.parse(text) : null;
}

/** Of IPv6 only global unicast (RFC 4291) is public; the library calls unassigned space unicast, too. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Documentation addresses (RFC 9637), newer than the library's list. */
const DOCUMENTATION_V6 = ipaddr.IPv6.parseCIDR('3fff::/20');

function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !PRIVATE_V4_HOSTS.has(address.toString());
  return address.match(GLOBAL_UNICAST_V6) && !address.match(DOCUMENTATION_V6);
}

/** The /64 of an IPv6 address, which is one customer's (RFC 6177); any other text unchanged. */
export function networkOf(address: string): string {
  const parsed = parseAddress(address);
  if (!(parsed instanceof ipaddr.IPv6) || parsed.isIPv4MappedAddress()) return address;
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
