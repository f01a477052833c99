import { Parser } from 'htmlparser2';
import { decodeEntities } from '../platform/plain-text.ts';
import { emptyScope, nameIn, type Scope, scopeWithin } from './namespaces.ts';

/** Deeper than any real feed. Parsing stops here, because only a malicious document nests this deep. */
const MAX_DEPTH = 256;
/** As the parser counts: items that are never closed stay on its stack. */
const MAX_UNCLOSED = 2_000;
/** Characters per element; nothing that is kept comes close. */
const MAX_TEXT = 100_000;
/** Characters per tag, comment or CDATA section, which the parser buffers whole. */
const MAX_TOKEN = 4_000_000;
/** Elements per item, or in the document outside its items; the rest is ignored. */
const MAX_KEPT = 10_000;

/** These contain elements. The text of any other element includes that of the markup inside. */
const CONTAINERS = new Set(
  `#document rss rdf:rdf feed channel item entry items enclosure image textinput author contributor source
  media:group media:content podcast:alternateenclosure podcast:liveitem itunes:owner
  googleplay:owner itunes:image psc:chapters html body`.split(/\s+/),
);

/** The root elements of feeds. */
const ROOTS = new Set(['rss', 'rdf:rdf', 'feed']);

/** The fields that identify an item. If the document ends inside one of them, that field is dropped. */
const IDENTITY = new Set(['guid', 'id', 'link', 'title']);

const BLOCKS = new Set('p div br li ul ol tr table h1 h2 h3 h4 blockquote pre'.split(' '));

const SILENT = new Set(['script', 'style', 'iframe', 'object']);

export interface XmlElement {
  /** Lower case, with the known prefix if it is in a namespace of its own. */
  name: string;
  /** Names in lower case, as written; entity references in values are resolved. */
  attributes: Readonly<Record<string, string>>;
  /** With entity references resolved; of an element with markup, its whole text. */
  text: string;
  /** Whether it contained markup, so that `text` is no longer HTML. */
  hadMarkup: boolean;
  children: XmlElement[];
  /** The base of relative addresses inside. */
  base: string;
}

/** Resolves entity references lazily, since most of a feed's text is never used. */
class OpenElement implements XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly base: string;
  readonly children: XmlElement[] = [];
  hadMarkup = false;
  /** As written in the start tag. */
  readonly written: string;
  readonly scope: Scope;
  #resolved = '';
  #pending = '';
  #isOnItsOwn = true;
  #length = 0;

  constructor(written: string, attributes: Record<string, string>, parent: OpenElement | string) {
    const [base, scope] =
      typeof parent === 'string' ? [parent, emptyScope()] : [parent.base, parent.scope];
    this.written = written;
    this.attributes = attributes;
    this.scope = scopeWithin(scope, attributes);
    this.name = nameIn(this.scope, written);
    this.base = innerBase(base, attributes);
  }

  get text(): string {
    const text = this.joined;
    if (!this.#isOnItsOwn) this.#resolved = onItsOwn(text);
    this.#isOnItsOwn = true;
    return this.#resolved;
  }

  /** The same without copying, for use in another element's text. */
  get joined(): string {
    if (this.#pending !== '') this.#resolved += decodeEntities(this.#pending);
    this.#pending = '';
    return this.#resolved;
  }

  /** Adds text with unresolved entity references. */
  addRaw(text: string): void {
    this.#pending += this.#fitting(text);
    this.#isOnItsOwn = false;
  }

  addResolved(text: string): void {
    this.#resolved = this.joined + this.#fitting(text);
    this.#isOnItsOwn = false;
  }

  #fitting(text: string): string {
    const room = MAX_TEXT - this.#length;
    this.#length += text.length;
    return text.length <= room ? text : text.slice(0, Math.max(0, room));
  }
}

/**
 * Copies a substring. Engines keep the whole parent string alive for a slice, here a whole document for
 * each kept item.
 */
function onItsOwn(text: string): string {
  return ` ${text}`.slice(1);
}

export interface XmlReader {
  /** Takes the next chunk of text; returns false once nothing more is needed. */
  write(text: string): boolean;
  /** Returns the document: an element with the roots, without the items. */
  end(): XmlElement;
  /** After `end`: whether the document was closed, or read as far as needed. */
  isClosed(): boolean;
  /** After `end`: whether it ended inside an element of the feed, not just before the last end tags. */
  isCut(): boolean;
}

/**
 * Reads XML leniently: wrong nesting, undeclared prefixes, HTML's entities, a missing end. Declarations
 * are skipped, so no entity is ever expanded or fetched.
 *
 * @param isItem which elements are passed to `onItem` when they end, and then forgotten
 * @param onItem gets whether the document ended inside the item; returns false once nothing more is
 * needed
 */
export function createXmlReader(
  base: string,
  isItem: (name: string) => boolean,
  onItem: (item: XmlElement, isCut: boolean) => boolean,
): XmlReader {
  const document = new OpenElement('#document', {}, base);
  const open: OpenElement[] = [document];
  let inCdata = false;
  let itemDepth = 0;
  let kept = 0;
  let keptOutside = 0;
  let unclosed = 0;
  let written = 0;
  let isOver = false;
  let isEnding = false;
  let hasRoot = false;
  let isRootClosed = false;
  let isEnough = false;
  let isCut = false;

  function stop(): void {
    isOver = true;
    parser.pause();
  }

  function close(): void {
    const element = open.pop();
    const parent = open.at(-1);
    if (element === undefined || parent === undefined) return;
    if (!isEnding && ROOTS.has(element.name)) isRootClosed = true;
    if (open.length === itemDepth) {
      itemDepth = 0;
      kept = keptOutside;
      if (onItem(element, isEnding)) return;
      isEnough = true;
      stop();
    } else if (isEnding && IDENTITY.has(element.name)) {
      // Part of a field could be mistaken for another value.
      return;
    } else if (CONTAINERS.has(parent.name)) {
      kept += 1;
      if (kept <= MAX_KEPT) parent.children.push(element);
    } else {
      parent.hadMarkup = true;
      const local = localName(element.name);
      if (SILENT.has(local)) return;
      parent.addResolved(BLOCKS.has(local) ? `\n${element.joined}\n` : element.joined);
    }
  }

  const parser = new Parser(
    {
      onopentag(written, rawAttributes) {
        unclosed += 1;
        if (open.length > MAX_DEPTH || unclosed > MAX_UNCLOSED) stop();
        if (isOver) return;
        const element = new OpenElement(written, resolved(rawAttributes), open.at(-1) ?? document);
        if (isItem(element.name)) {
          // The previous item was never closed. The end tags that the parser adds later find other
          // elements open and are ignored.
          while (itemDepth > 0) close();
          itemDepth = open.length;
          keptOutside = kept;
          kept = 0;
        }
        if (ROOTS.has(element.name)) hasRoot = true;
        open.push(element);
      },
      onclosetag(written) {
        unclosed -= 1;
        if (!isOver && open.at(-1)?.written === written) close();
      },
      ontext(data) {
        if (isOver) return;
        const element = open.at(-1) ?? document;
        if (inCdata) element.addResolved(data);
        else element.addRaw(data);
      },
      oncdatastart() {
        inCdata = true;
      },
      oncdataend() {
        inCdata = false;
      },
    },
    { xmlMode: true, decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  return {
    write(text) {
      if (!isOver) parser.write(text);
      written += text.length;
      if (written - parser.endIndex > MAX_TOKEN) stop();
      return !isOver;
    },
    end() {
      // Without a known root, anything still open was cut off.
      if (!hasRoot) isRootClosed = open.length === 1;
      const within = open.slice(1).filter(({ name }) => !ROOTS.has(name) && name !== 'channel');
      isCut = !isOver && !isRootClosed && within.length > 0;
      isEnding = true;
      if (!isOver) parser.end();
      while (open.length > 1) close();
      return document;
    },
    isClosed: () => isEnough || isRootClosed,
    isCut: () => isCut,
  };
}

function resolved(attributes: Record<string, string>): Record<string, string> {
  for (const name in attributes) {
    attributes[name] = onItsOwn(decodeEntities(attributes[name] ?? ''));
  }
  return attributes;
}

function innerBase(outer: string, attributes: Readonly<Record<string, string>>): string {
  const own = attributes['xml:base'];
  if (own === undefined) return outer;
  return URL.parse(own.trim(), outer)?.href ?? outer;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
