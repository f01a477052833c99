/** XML that has been built here and needs no further escaping. */
export interface Markup {
  readonly markup: string;
}

/** Values left out (null, undefined, false) are not written, so callers can use `&&`. */
type Child = Markup | string | number | null | undefined | false;
type Attributes = Record<string, string | number | null | undefined>;

// What XML 1.0 cannot carry even escaped: control characters, lone surrogates, U+FFFE and U+FFFF.
// https://www.w3.org/TR/xml/#charsets
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes text safe in element content and in quoted attributes, of XML and of HTML alike. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/**
 * One element. Strings and numbers among the children are escaped; Markup is taken as it is.
 * An element without children closes itself.
 */
export function element(name: string, attributes: Attributes = {}, ...children: Child[]): Markup {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  const content = children
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === 'object' ? child.markup : escapeXml(String(child))))
    .join('');
  return { markup: content ? `<${name}${written}>${content}</${name}>` : `<${name}${written}/>` };
}

/** Several pieces of markup as one, each on its own line. */
export function fragment(pieces: readonly Markup[]): Markup {
  return { markup: pieces.map((piece) => piece.markup).join('\n') };
}

/** A whole XML document around one root element. */
export function xmlDocument(root: Markup): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.markup}\n`;
}
