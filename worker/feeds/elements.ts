import { FEED_URL_MAX_CHARS } from '../../schema/limits.ts';
import {
  decodeEntities,
  foldSpace,
  htmlToLine,
  htmlToText,
  looksLikeHtml,
} from '../platform/plain-text.ts';
import type { XmlElement } from './xml.ts';

/** Some feeds contain whole articles. This much of a description, with markup, is enough. */
export const MAX_MARKUP = 6_000;

/** Returns the first child with this name. */
export function child(parent: XmlElement, name: string): XmlElement | undefined {
  return parent.children.find((element) => element.name === name);
}

/** Returns all children with this name, in order. */
export function childrenNamed(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.filter((element) => element.name === name);
}

/** Returns the trimmed text of the first child that has any; names in order of preference. */
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

/** As one line of plain text; '' if there is none. */
export function firstLine(parent: XmlElement, names: readonly string[]): string {
  return firstReadable(parent, names, lineOf);
}

/** As plain text with several lines; '' if there is none. */
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
 * Atom texts declare whether they are HTML. Undeclared ones are plain, but many contain HTML anyway. A
 * pair of tags reveals that, while a single `<canvas>` may be a title about canvas.
 */
function isLiteral(element: XmlElement, text: string): boolean {
  const type = element.attributes.type;
  if (type === undefined) return false;
  if (type !== 'text' && type !== 'text/plain') return false;
  return !(looksLikeHtml(text) && text.includes('</'));
}

/** Atom may contain base64: 0.3 declares it in the mode, 1.0 by a non-text type. */
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

/** A link's relation in RFC 4287's terms, which may also be written as full addresses. */
export function relOf({ attributes }: XmlElement): string {
  const rel = (attributes.rel ?? '').trim().toLowerCase();
  return rel.replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, '') || 'alternate';
}

/** Characters. The longest `xml:base` in the corpora has 37. */
const BASE_MAX_CHARS = 500;

/**
 * Returns an http(s) address as the base of relative ones. Of a long one only the origin: with it, short links would
 * take a thousand times the feed's own size.
 */
export function asBase(address: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const base = `${url.origin}${url.pathname}`;
  return base.length > BASE_MAX_CHARS ? url.origin : base;
}

/** Returns an absolute http(s) address; null for anything else. */
export function absoluteUrl(written: string | null | undefined, base: string): string | null {
  const text = (written ?? '').trim();
  if (text === '' || text.length > FEED_URL_MAX_CHARS) return null;
  const url = URL.parse(text, base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  // Kept as written if possible, because the address also identifies the episode.
  return /^https?:\/\/[^\s/]/i.test(text) && !/\s/.test(text) ? text : url.href;
}
