/** A link written by the assistant: its real destination, which its text can't disguise. */
interface AssistantLink {
  /** The host, or the recipient of an e-mail. */
  destination: string;
  /** Whether the link's text is just its address. */
  isPlain: boolean;
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/**
 * Parses a link in an assistant's text. Returns null if it doesn't lead to another site or person:
 * models don't know this app's addresses, so such links are shown as text.
 *
 * @param text the link's text
 */
export function readAssistantLink(href: string | undefined, text: string): AssistantLink | null {
  if (href === undefined || !URL.canParse(href)) return null;
  const { protocol, host, pathname } = new URL(href);
  // `host` excludes user names and writes other alphabets as Punycode.
  const destination = protocol === 'mailto:' ? pathname : host;
  if (!SCHEMES.has(protocol) || destination === '') return null;
  const written = withoutScheme(text);
  const isPlain = written.startsWith(destination) && written === withoutScheme(href);
  return { destination, isPlain };
}

function withoutScheme(address: string): string {
  return address.replace(/^(?:https?:\/\/|mailto:)/, '');
}
