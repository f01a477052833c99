import { escapeXml } from '../../platform/write-xml.ts';

/** XML that needs no further escaping. */
export interface Markup {
  readonly markup: string;
}

/** Null, undefined and false are skipped, so callers can use `&&`. */
type Child = Markup | string | number | null | undefined | false;
type Attributes = Record<string, string | number | null | undefined>;

/**
 * Makes an element. Strings and numbers among the children are escaped, Markup is used as is. Without
 * children, the element is self-closing.
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
