/** A link that the assistant wrote: where it leads, in words that its text cannot disguise. */
interface AssistantLink {
  /** What is shown and asked for: the host, or the recipient of an e-mail. */
  destination: string;
  /** Whether the link's own text says no more than the address does. */
  isPlain: boolean;
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/**
 * Reads the address of a link in an assistant's text. Null where it leads to no other site or
 * person: a model knows no addresses in this app, so such a link is shown as text.
 *
 * @param text what the link reads
 */
export function readAssistantLink(href: string | undefined, text: string): AssistantLink | null {
  if (href === undefined || !URL.canParse(href)) return null;
  const { protocol, host, pathname } = new URL(href);
  // `host` has no user name in it, and letters of other alphabets stand in it as Punycode.
  const destination = protocol === 'mailto:' ? pathname : host;
  if (!SCHEMES.has(protocol) || destination === '') return null;
  const written = withoutScheme(text);
  const isPlain = written.startsWith(destination) && written === withoutScheme(href);
  return { destination, isPlain };
}

function withoutScheme(address: string): string {
  return address.replace(/^(?:https?:\/\/|mailto:)/, '');
}
