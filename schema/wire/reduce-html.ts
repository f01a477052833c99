import { readHtml } from './read-html.ts';

/** Elements whose content isn't part of an article. */
const SILENT = new Set(
  `audio button canvas form iframe input math noscript object option select style svg template textarea
  video`.split(/\s+/),
);
/** Formatting within a line. Its text stays. */
const INLINE = new Set(
  `abbr acronym b bdi bdo big cite code del dfn em font i img ins kbd mark picture q rp rt ruby s samp
  small source span strike strong sub sup time tt u var wbr`.split(/\s+/),
);
const VOID = new Set(['br', 'hr', 'meta', 'link', 'base']);
/** The attributes that Readability uses. */
const ATTRIBUTES = new Set(
  `aria-hidden aria-modal class content hidden href id itemprop itemtype lang name property rel role type`.split(
    /\s+/,
  ),
);
const ATTRIBUTE_CHARS = 600;
/** Characters of structured data, which contains the title, author and date. */
const DATA_CHARS = 100_000;

/** Limits, because Readability visits some elements again for each of their parents. */
const MAX_ELEMENTS = 5_000;
const MAX_DEPTH = 40;
const MAX_CHARS = 600_000;
/** These only describe the page. */
const HEAD = new Set(['base', 'link', 'meta', 'script', 'title']);
const FRAME = new Set(['body', 'head', 'html']);

/**
 * Reduces a page to what an article may consist of, with a size and depth that Readability can process in
 * bounded time. Beyond the limits, only the text stays. Reads the page once.
 */
export function reduceHtml(html: string): string {
  const writer = new ReducedPage();
  readHtml(html, {
    onopentagname: (name) => writer.open(name),
    onattribute: (name, value) => writer.attribute(name, value),
    ontext: (text) => writer.text(text),
    onclosetag: (name) => writer.close(name),
  });
  return writer.output();
}

/**
 * Placeholders, because every entity reference would become a text node of its own, and Readability writes and
 * reads the page again: 50,000 `>` took three seconds.
 */
const STAND_INS = { '&': '\ue000', '<': '\ue001', '"': '\ue002', '>': '\ue003' } as const;
const MARKS = Object.entries(STAND_INS);

const protect = (text: string) =>
  MARKS.reduce((safe, [mark, standIn]) => safe.replaceAll(mark, standIn), text);

/** Replaces the placeholders in a reduced page's text. */
export const restoreText = (text: string) =>
  MARKS.reduce((safe, [mark, standIn]) => safe.replaceAll(standIn, mark), text);

interface OpenElement {
  name: string;
  /** Where it was written; null if only its text stays. */
  part: string[] | null;
}

class ReducedPage {
  readonly #head: string[] = [];
  readonly #body: string[] = [];
  readonly #open: OpenElement[] = [];
  #depth = 0;
  #elements = 0;
  #silent = 0;
  #dataChars = 0;
  #chars = 0;
  /** The start tag that is being read, with its attributes so far. */
  #tag: { name: string; attributes: Map<string, string> } | null = null;

  open(name: string): void {
    this.#endTag();
    this.#tag = { name, attributes: new Map() };
  }

  attribute(name: string, value: string): void {
    const attributes = this.#tag?.attributes;
    if (!attributes || !ATTRIBUTES.has(name) || attributes.has(name)) return;
    attributes.set(name, value.slice(0, ATTRIBUTE_CHARS).toWellFormed());
  }

  text(text: string): void {
    this.#endTag();
    if (this.#silent > 0) return;
    const last = this.#open.at(-1);
    if (last?.name !== 'script') {
      this.#write(last && HEAD.has(last.name) ? this.#head : this.#body, text);
    } else if (this.#dataChars + text.length <= DATA_CHARS) {
      this.#dataChars += text.length;
      this.#head.push(text.replaceAll('</', '<\\/'));
    }
  }

  #write(part: string[], text: string): void {
    const space = part.at(-1)?.endsWith(' ') ? /^\s+/ : /^(?!)/;
    const folded = text
      .replace(space, '')
      .replace(/\s+/g, ' ')
      .slice(0, MAX_CHARS - this.#chars);
    if (folded === '') return;
    this.#chars += folded.length;
    part.push(protect(folded));
  }

  close(name: string): void {
    this.#endTag();
    if (this.#open.at(-1)?.name !== name) return;
    const closed = this.#open.pop();
    if (SILENT.has(name) || (name === 'script' && closed?.part === null)) this.#silent -= 1;
    if (!closed?.part || VOID.has(name)) return;
    if (!HEAD.has(name)) this.#depth -= 1;
    closed.part.push(`</${name}>`);
  }

  output(): string {
    this.#endTag();
    // linkedom builds no document without them, and closes nothing by itself.
    const rest = this.#open.toReversed().map(({ name, part }) => (part ? `</${name}>` : ''));
    const [head, body] = [this.#head.join(''), this.#body.join('') + rest.join('')];
    return `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
  }

  #endTag(): void {
    if (this.#tag === null) return;
    const { name, attributes } = this.#tag;
    this.#tag = null;
    const isData = name === 'script' && isStructured(attributes.get('type'));
    if (SILENT.has(name) || (name === 'script' && !isData)) this.#silent += 1;
    const part = this.#partFor(name);
    this.#open.push({ name, part });
    if (part === null) {
      // Words of two blocks must not run together.
      if (this.#silent === 0 && !INLINE.has(name)) this.#write(this.#body, ' ');
      return;
    }
    this.#elements += 1;
    if (!HEAD.has(name) && !VOID.has(name)) this.#depth += 1;
    const written = [...attributes].map(([key, value]) => ` ${key}="${protect(value)}"`);
    part.push(`<${name}${written.join('')}>`);
  }

  #partFor(name: string): string[] | null {
    if (this.#silent > 0 || INLINE.has(name) || FRAME.has(name)) return null;
    if (this.#elements >= MAX_ELEMENTS) return null;
    if (HEAD.has(name)) return this.#head;
    return this.#depth < MAX_DEPTH ? this.#body : null;
  }
}

const isStructured = (type = '') => /^application\/ld\+json$/i.test(type);
