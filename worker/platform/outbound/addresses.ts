/**
 * Decides which addresses may be fetched. Judges the URL only and can't see what DNS answers. On
 * Cloudflare, fetch reaches no private network, so a public name that resolves to a private address
 * fails there; a local run only has the name rules below.
 */
import ipaddr from 'ipaddr.js';

interface AddressRules {
  /** Allows loopback on any port, for local runs with feeds of their own. */
  allowLoopback?: boolean;
}

/** Suffixes that are never public hosts (RFC 6761, 6762, 7686, 8375, ICANN). */
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

/** Public names that resolve to loopback or describe the requesting machine. */
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

/** Names below these resolve to any address one likes. */
const NAMES_THAT_SPELL_ADDRESSES = [
  'nip.io',
  'sslip.io',
  'xip.io',
  'traefik.me',
  'rbndr.us',
  '1u.ms',
  'rebind.network',
];
/** An IPv4 address within a name: `127.0.0.1.any.test`, `app-10-0-0-1.any.test`. */
const SPELT_V4 = /(?<!\d)(?=(\d{1,3})([.-])(\d{1,3})\2(\d{1,3})\2(\d{1,3})(?!\d))/g;

/** The Fetch standard's blocked ports above 1023, which speak other protocols than HTTP. */
const BLOCKED_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]);

/** Azure's host agent answers on this public address, from inside only. */
const PRIVATE_V4_HOSTS = new Set(['168.63.129.16']);

/** @returns why `url` must not be fetched, in words for a user; null if it may */
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
  const port = Number(url.port);
  // No port is the protocol's own, but as a number it is 0, which is a port too.
  const isOther = url.port !== '' && port !== 80 && port !== 443;
  if ((isOther && port < 1024) || BLOCKED_PORTS.has(port)) {
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
  const labels = host.split('.');
  const top = labels.at(-1) ?? '';
  // A single label is a local name; an all-digit top-level domain is a malformed address.
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
 * Returns the IP address in a URL's host; null for a name. The URL parser has already normalised
 * decimal, octal, hexadecimal and short IPv4 forms.
 */
function parseHost(host: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (host.startsWith('[')) {
    const inside = host.slice(1, -1);
    return ipaddr.isValid(inside) ? ipaddr.parse(inside) : null;
  }
  return ipaddr.IPv4.isValidFourPartDecimal(host) ? ipaddr.IPv4.parse(host) : null;
}

/** Only global unicast (RFC 4291) is public IPv6; the library also calls unassigned ranges unicast. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Documentation addresses (RFC 9637), which the library doesn't know yet. */
const DOCUMENTATION_V6 = ipaddr.IPv6.parseCIDR('3fff::/20');

function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !PRIVATE_V4_HOSTS.has(address.toString());
  return address.match(GLOBAL_UNICAST_V6) && !address.match(DOCUMENTATION_V6);
}
