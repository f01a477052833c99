/**
 * Sanitises outside HTML as a stream. Only the output is built, so its length and depth are bounded
 * while it is written.
 *
 * The output follows HTML's content model, so browsers have nothing to repair. If an element closed its
 * parent, they would reopen every formatting element.
 */

import { Parser } from 'htmlparser2';
import { createPauseMeter, withoutPauses } from './pauses.ts';
import { decodeAttribute, decodeHtmlText, htmlToText } from './plain-text.ts';

const INLINE = words(
  'a b br code del em i ins kbd q rp rt ruby s samp span strike strong sub sup tt var',
);
/** Each of these closes an open paragraph. */
const BLOCKS = words(
  'blockquote dd details div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table tbody ' +
    'td tfoot th thead tr ul',
);
const VOID = words('br hr');
/** Elements that are only valid inside these parents. */
const PARENTS: Record<string, Set<string>> = {
  li: words('ul ol'),
  dt: words('dl'),
  dd: words('dl'),
  summary: words('details'),
  rt: words('ruby'),
  rp: words('ruby'),
  thead: words('table'),
  tbody: words('table'),
  tfoot: words('table'),
  tr: words('table thead tbody tfoot'),
  th: words('tr'),
  td: words('tr'),
};
/** These may only contain their own parts. */
const TABLE_FRAME = words('table thead tbody tfoot tr');
/** Content that isn't meant to be read. */
const SILENT = words('script style template title');
const LINKS = words('http https mailto');

/** Maximum nesting, because readers of the output recurse. */
const MAX_DEPTH = 100;

/** The text has too many levels, or its output would be too long. */
export class TooMuchMarkup extends Error {}

/**
 * @param maxChars of the output
 * @param base what relative links are made absolute with; without one they stay as they are
 * @throws TooMuchMarkup
 */
export const sanitiseHtml = (html: string, maxChars: number, base: string | null = null): string =>
  withoutPauses(sanitiseHtmlInSteps(html, maxChars, base));

/** The same, or the plain text in a paragraph if there is too much markup. */
export function sanitiseHtmlOrText(html: string, maxChars: number, base: string): string {
  try {
    return sanitiseHtml(html, maxChars, base);
  } catch (error) {
    if (!(error instanceof TooMuchMarkup)) throw error;
    return `<p>${encodeText(htmlToText(html))}</p>`;
  }
}

/** Sanitises in steps; yields where it may pause. */
export function* sanitiseHtmlInSteps(
  html: string,
  maxChars: number,
  base: string | null,
): Generator<void, string> {
  const writer = new SafeWriter(maxChars, base);
  yield* parseHtml(html, new Parser(writer, { decodeEntities: false }));
  return writer.output();
}

/** What a tag costs, in characters. */
const TAG = 10;

/**
 * Gives the parser the HTML in pieces; yields where it may pause. A piece ends before a `<`, where text
 * ends anyway, so no character reference is divided.
 */
export function* parseHtml(html: string, parser: Parser): Generator<void, void> {
  const mayPause = createPauseMeter();
  let from = 0;
  let last = 0;
  for (let next = html.indexOf('<', 1); next !== -1; next = html.indexOf('<', next + 1)) {
    const work = next - last + TAG;
    last = next;
    if (!mayPause(work)) continue;
    parser.write(html.slice(from, next));
    from = next;
    yield;
  }
  parser.end(html.slice(from));
}

/** Drops the tag that truncated HTML may end within. */
export function withoutHalfTag(html: string): string {
  const open = html.lastIndexOf('<');
  return open > html.lastIndexOf('>') ? html.slice(0, open) : html;
}

interface OpenElement {
  name: string;
  isShown: boolean;
}

class SafeWriter {
  readonly #maxChars: number;
  readonly #base: string | null;
  readonly #pieces: string[] = [];
  #chars = 0;
  /** All open elements as the parser counts them, shown or not; each is closed once. */
  readonly #open: OpenElement[] = [];
  /** The names of the shown ones. */
  readonly #shown: string[] = [];
  #silent = 0;
  /** Decoded piece by piece, so that no reference forms across a dropped element. */
  #text = '';

  constructor(maxChars: number, base: string | null) {
    this.#maxChars = maxChars;
    this.#base = base;
  }

  onopentag(name: string, written: Record<string, string>): void {
    this.#writeText();
    if (this.#open.length >= MAX_DEPTH) throw new TooMuchMarkup();
    const isShown = this.#silent === 0 && this.#fits(name);
    this.#open.push({ name, isShown });
    if (SILENT.has(name)) this.#silent += 1;
    if (!isShown) return;
    const attributes = Object.fromEntries(
      Object.entries(written).map(([attribute, value]) => [attribute, decodeAttribute(value)]),
    );
    if (this.#base !== null && attributes.href !== undefined) {
      const url = URL.parse(attributes.href, this.#base);
      // An empty address would lead to the page that shows it.
      if (url === null) delete attributes.href;
      else attributes.href = url.href;
    }
    this.#write(`<${name}${attributesOf(name, attributes)}>`);
    this.#shown.push(name);
  }

  ontext(text: string): void {
    if (this.#silent > 0) return;
    this.#text += decodeHtmlText(text);
    if (this.#chars + this.#text.length > this.#maxChars) throw new TooMuchMarkup();
  }

  onclosetag(): void {
    this.#writeText();
    const closed = this.#open.pop();
    if (!closed) return;
    if (SILENT.has(closed.name)) this.#silent -= 1;
    if (!closed.isShown) return;
    this.#shown.pop();
    if (!VOID.has(closed.name)) this.#write(`</${closed.name}>`);
  }

  output(): string {
    this.#writeText();
    return this.#pieces.join('').trim();
  }

  #fits(name: string): boolean {
    if (!INLINE.has(name) && !BLOCKS.has(name)) return false;
    const parent = this.#shown.at(-1) ?? '';
    const parents = PARENTS[name];
    if (parents) return parents.has(parent);
    if (TABLE_FRAME.has(parent)) return false;
    if (name === 'a') return !this.#shown.includes('a');
    return !BLOCKS.has(name) || !this.#isInParagraph();
  }

  /** A cell starts a new context. */
  #isInParagraph(): boolean {
    const cell = Math.max(this.#shown.lastIndexOf('td'), this.#shown.lastIndexOf('th'));
    return this.#shown.lastIndexOf('p') > cell;
  }

  #writeText(): void {
    if (this.#text === '') return;
    this.#write(encodeText(this.#text));
    this.#text = '';
  }

  #write(piece: string): void {
    this.#chars += piece.length;
    if (this.#chars > this.#maxChars) throw new TooMuchMarkup();
    this.#pieces.push(piece);
  }
}

/**
 * Escapes only what would be read as markup: a `<` that starts a tag, an `&` that starts a reference.
 * At most three times as long.
 */
export function encodeText(text: string): string {
  return text.replace(/&(?=[a-z\d#])/gi, '&amp;').replace(/<(?=[a-z!/?])/gi, '&lt;');
}

function attributesOf(name: string, attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .filter(([attribute, value]) => isAllowed(name, attribute, value))
    .map(([attribute, value]) => ` ${attribute}="${encodeValue(value)}"`)
    .join('');
}

function isAllowed(name: string, attribute: string, value: string): boolean {
  switch (attribute) {
    case 'dir':
      return /^(?:ltr|rtl|auto)$/i.test(value);
    case 'lang':
    case 'title':
      return true;
    case 'href':
      return name === 'a' && isSafeLink(value);
    case 'class':
      return name === 'code' && /^language-[\w+#.-]+$/.test(value);
    case 'start':
      return name === 'ol' && /^\d{1,9}$/.test(value);
    case 'colspan':
    case 'rowspan':
      return (name === 'td' || name === 'th') && /^\d{1,2}$/.test(value);
    case 'open':
      return name === 'details';
    default:
      return false;
  }
}

/** Compared as browsers read addresses: without control characters and white space. */
function isSafeLink(href: string): boolean {
  const scheme = /^([^:/?#\\]*):/.exec(href.replace(/[\s\p{Cc}]/gu, ''))?.[1];
  return scheme === undefined || LINKS.has(scheme.toLowerCase());
}

function encodeValue(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

function words(list: string): Set<string> {
  return new Set(list.split(' '));
}
