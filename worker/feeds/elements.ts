import {
  decodeEntities,
  foldSpace,
  htmlToLine,
  htmlToText,
  looksLikeHtml,
} from '../platform/plain-text.ts';
import type { XmlElement } from './xml.ts';

/** Some feeds carry whole articles; of a description this much, markup included, will do. */
export const MAX_MARKUP = 6_000;
/** Characters. */
const MAX_URL = 4_096;

/** The first child of that name. */
export function child(parent: XmlElement, name: string): XmlElement | undefined {
  return parent.children.find((element) => element.name === name);
}

export function childrenNamed(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.filter((element) => element.name === name);
}

/** The text of the first of these children that has any, trimmed; names in order of preference. */
export function firstText(parent: XmlElement, names: readonly string[]): string | null {
  for (const name of names) {
    for (const element of parent.children) {
      if (element.name !== name) continue;
      const text = element.text.trim();
      if (text !== '') return text;
    }
  }
  return null;
}

/** As one line of plain text; '' where none of these children has any. */
export function firstLine(parent: XmlElement, names: readonly string[]): string {
  return firstReadable(parent, names, lineOf);
}

/** As plain text of several lines; '' where none of these children has any. */
export function firstPlainText(parent: XmlElement, names: readonly string[]): string {
  return firstReadable(parent, names, (element) => {
    const text = unpacked(element).slice(0, MAX_MARKUP);
    return htmlToText(element.hadMarkup ? decodeEntities(text) : text);
  });
}

function firstReadable(
  parent: XmlElement,
  names: readonly string[],
  read: (element: XmlElement) => string,
): string {
  for (const name of names) {
    for (const element of parent.children) {
      if (element.name !== name) continue;
      const text = read(element);
      if (text !== '') return text;
    }
  }
  return '';
}

function lineOf(element: XmlElement): string {
  const text = unpacked(element);
  if (element.hadMarkup || isLiteral(element, text)) return foldSpace(decodeEntities(text));
  const isDeclared = /^(?:text\/)?html$/i.test(element.attributes.type ?? '');
  return htmlToLine(text, { isDeclared });
}

/**
 * Atom's text constructs say whether they are HTML; undeclared ones are plain, but many are not.
 * A pair of tags gives those away, where a lone `<canvas>` is a title about canvas.
 */
function isLiteral(element: XmlElement, text: string): boolean {
  const type = element.attributes.type;
  if (type === undefined) return false;
  if (type !== 'text' && type !== 'text/plain') return false;
  return !(looksLikeHtml(text) && text.includes('</'));
}

/** Atom may carry base64: 0.3 says so in the mode, 1.0 by a type that is not text. */
function unpacked(element: XmlElement): string {
  const { mode, type } = element.attributes;
  if (mode !== 'base64' && type !== 'application/octet-stream') return element.text;
  try {
    const bytes = Uint8Array.from(atob(element.text.replace(/\s+/g, '')), (c) => c.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return element.text;
  }
}

/** What a link leads to, in RFC 4287's words, which may be written out as addresses. */
export function relOf({ attributes }: XmlElement): string {
  const rel = (attributes.rel ?? '').trim().toLowerCase();
  return rel.replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, '') || 'alternate';
}

/** An absolute http(s) address; null for anything else. */
export function absoluteUrl(written: string | null | undefined, base: string): string | null {
  const text = (written ?? '').trim();
  if (text === '' || text.length > MAX_URL) return null;
  const url = URL.parse(text, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  // As written where that will do: the address is also what tells an episode from another.
  return /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) ? text : url.href;
}
