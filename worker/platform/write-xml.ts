/** Text in XML that we write: valid whatever the text contains. */
import { encode } from 'html-entities';

/** XML 1.0 can't represent these characters, not even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes a text for an element or an attribute, and drops what XML can't represent. */
export function escapeXml(text: string): string {
  return encode(text.toWellFormed().replace(FORBIDDEN, ''), { level: 'xml' });
}

/** An element with text; `attributes` is written as is. */
export function xmlElement(name: string, text: string, attributes = ''): string {
  return `<${name}${attributes}>${escapeXml(text)}</${name}>`;
}
