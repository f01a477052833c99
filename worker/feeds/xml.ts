import { Parser } from 'htmlparser2';
import { decodeEntities } from '../platform/plain-text.ts';
import { asBase } from './elements.ts';
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

/**
 * Reads XML leniently: wrong nesting, undeclared prefixes, HTML's entities, a missing end. Declarations
 * are skipped, so no entity is ever expanded or fetched.
 */
export class XmlReader {
  readonly #document: OpenElement;
  readonly #open: OpenElement[];
  readonly #isItem: (name: string) => boolean;
  readonly #onItem: (item: XmlElement, isCut: boolean) => boolean;
  readonly #parser: Parser;
  #isInCdata = false;
  /** How many elements the open item is inside of; 0 outside of items. */
  #itemDepth = 0;
  /** Elements kept of the open item, or outside of items. */
  #kept = 0;
  #keptOutside = 0;
  /** Elements as the parser counts them. */
  #unclosed = 0;
  #written = 0;
  /** Whether the rest of the document is ignored. */
  #isOver = false;
  /** Whether elements end because the document does. */
  #isEnding = false;
  #hasRoot = false;
  #isRootClosed = false;
  #isEnough = false;
  #isCut = false;

  /**
   * @param base what relative addresses refer to
   * @param isItem which elements are passed to `onItem` when they end, and then forgotten
   * @param onItem gets whether the document ended inside the item; returns false once nothing more is
   * needed
   */
  constructor(
    base: string,
    isItem: (name: string) => boolean,
    onItem: (item: XmlElement, isCut: boolean) => boolean,
  ) {
    this.#document = new OpenElement('#document', {}, base);
    this.#open = [this.#document];
    this.#isItem = isItem;
    this.#onItem = onItem;
    this.#parser = new Parser(
      {
        onopentag: (written, attributes) => this.#start(written, attributes),
        onclosetag: (written) => {
          this.#unclosed -= 1;
          if (!this.#isOver && this.#open.at(-1)?.written === written) this.#close();
        },
        ontext: (data) => this.#addText(data),
        oncdatastart: () => {
          this.#isInCdata = true;
        },
        oncdataend: () => {
          this.#isInCdata = false;
        },
      },
      { xmlMode: true, decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true },
    );
  }

  /** Takes the next chunk of text; returns false once nothing more is needed. */
  write(text: string): boolean {
    if (!this.#isOver) this.#parser.write(text);
    this.#written += text.length;
    if (this.#written - this.#parser.endIndex > MAX_TOKEN) this.#stop();
    return !this.#isOver;
  }

  /** Returns the document: an element with the roots, without the items. */
  end(): XmlElement {
    // Without a known root, anything still open was cut off.
    if (!this.#hasRoot) this.#isRootClosed = this.#open.length === 1;
    const within = this.#open.slice(1).filter(({ name }) => !ROOTS.has(name) && name !== 'channel');
    this.#isCut = !this.#isOver && !this.#isRootClosed && within.length > 0;
    this.#isEnding = true;
    if (!this.#isOver) this.#parser.end();
    while (this.#open.length > 1) this.#close();
    return this.#document;
  }

  /** After `end`: whether the document was closed, or read as far as needed. */
  get isClosed(): boolean {
    return this.#isEnough || this.#isRootClosed;
  }

  /** After `end`: whether it ended inside an element of the feed, not just before the last end tags. */
  get isCut(): boolean {
    return this.#isCut;
  }

  #stop(): void {
    this.#isOver = true;
    this.#parser.pause();
  }

  #start(written: string, attributes: Record<string, string>): void {
    this.#unclosed += 1;
    if (this.#open.length > MAX_DEPTH || this.#unclosed > MAX_UNCLOSED) this.#stop();
    if (this.#isOver) return;
    const parent = this.#open.at(-1) ?? this.#document;
    const element = new OpenElement(written, resolved(attributes), parent);
    if (this.#isItem(element.name)) {
      // The previous item was never closed. The end tags that the parser adds later find other
      // elements open and are ignored.
      while (this.#itemDepth > 0) this.#close();
      this.#itemDepth = this.#open.length;
      this.#keptOutside = this.#kept;
      this.#kept = 0;
    }
    if (ROOTS.has(element.name)) this.#hasRoot = true;
    this.#open.push(element);
  }

  #addText(data: string): void {
    if (this.#isOver) return;
    const element = this.#open.at(-1) ?? this.#document;
    if (this.#isInCdata) element.addResolved(data);
    else element.addRaw(data);
  }

  #close(): void {
    const element = this.#open.pop();
    const parent = this.#open.at(-1);
    if (element === undefined || parent === undefined) return;
    if (!this.#isEnding && ROOTS.has(element.name)) this.#isRootClosed = true;
    if (this.#open.length === this.#itemDepth) {
      this.#itemDepth = 0;
      this.#kept = this.#keptOutside;
      if (this.#onItem(element, this.#isEnding)) return;
      this.#isEnough = true;
      this.#stop();
    } else if (this.#isEnding && IDENTITY.has(element.name)) {
      // Part of a field could be mistaken for another value.
      return;
    } else if (CONTAINERS.has(parent.name)) {
      this.#kept += 1;
      if (this.#kept <= MAX_KEPT) parent.children.push(element);
    } else {
      parent.hadMarkup = true;
      const local = localName(element.name);
      if (SILENT.has(local)) return;
      parent.addResolved(BLOCKS.has(local) ? `\n${element.joined}\n` : element.joined);
    }
  }
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
  const inner = URL.parse(own.trim(), outer);
  return inner !== null && /^https?:$/.test(inner.protocol) ? asBase(inner.href) : outer;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
