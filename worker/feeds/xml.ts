import { Parser } from 'htmlparser2';
import { decodeEntities } from '../platform/plain-text.ts';
import { emptyScope, nameIn, type Scope, scopeWithin } from './namespaces.ts';

/** Deeper than any feed; reading stops here, since a document built so is made to exhaust us. */
const MAX_DEPTH = 256;
/** As the parser counts, which keeps items that were never closed on its stack. */
const MAX_UNCLOSED = 2_000;
/** Characters of one element; nothing that is kept of a feed is nearly as long. */
const MAX_TEXT = 100_000;
/** Characters of one tag, comment or CDATA section, which the parser keeps until it ends. */
const MAX_TOKEN = 4_000_000;
/** Elements of one item, or of the document without its items; what comes after these is left out. */
const MAX_KEPT = 10_000;

/** Hold other elements; every other element's text takes in that of the markup inside it. */
const CONTAINERS = new Set(
  `#document rss rdf:rdf feed channel item entry items enclosure image textinput author contributor source
  media:group media:content podcast:alternateenclosure podcast:liveitem itunes:owner
  googleplay:owner itunes:image html body`.split(/\s+/),
);

/** What a feed is inside of. */
const ROOTS = new Set(['rss', 'rdf:rdf', 'feed']);

/** What tells an item from others: where the document ends inside of one, it is left out. */
const IDENTITY = new Set(['guid', 'id', 'link', 'title']);

const BLOCKS = new Set('p div br li ul ol tr table h1 h2 h3 h4 blockquote pre'.split(' '));

const SILENT = new Set(['script', 'style', 'iframe', 'object']);

export interface XmlElement {
  /** Lower case, under a known prefix where it has a namespace of its own. */
  name: string;
  /** Names in lower case, as written; values with references resolved. */
  attributes: Readonly<Record<string, string>>;
  /** References resolved; of an element that holds markup, the text of all of it. */
  text: string;
  /** Whether markup was inside, so that `text` is not HTML any more. */
  hadMarkup: boolean;
  children: XmlElement[];
  /** What relative addresses inside are relative to. */
  base: string;
}

/** Resolves references only where the text is asked for: most of a feed never is. */
class OpenElement implements XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly base: string;
  readonly children: XmlElement[] = [];
  hadMarkup = false;
  /** As the start tag has it. */
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

  /** The same, at no cost that grows with it: for another element's text. */
  get joined(): string {
    if (this.#pending !== '') this.#resolved += decodeEntities(this.#pending);
    this.#pending = '';
    return this.#resolved;
  }

  /** Adds text whose references are still to be resolved. */
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
 * A piece of a string is a view that holds all of the string in memory: of a large document, whose
 * items are kept, that would be the whole document.
 */
function onItsOwn(text: string): string {
  return ` ${text}`.slice(1);
}

export interface XmlReader {
  /** Takes the next piece of the document's text; false where nothing more needs to be read. */
  write(text: string): boolean;
  /** Returns the document: an element that holds the roots, without the items. */
  end(): XmlElement;
  /** After `end`: whether the document was closed, or read as far as it needed to be. */
  isClosed(): boolean;
}

/**
 * Reads XML as leniently as it comes: wrong nesting, undeclared prefixes, HTML's references, a
 * missing end. Declarations are skipped, so that no entity is ever expanded or fetched.
 *
 * @param isItem which elements are handed to `onItem` when they end, and then forgotten
 * @param onItem is told whether the document ended inside the item; returns false where nothing
 *   more needs to be read
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
      // Half a name would be another's.
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
          // The item before was never closed. The parser does not know: the end tags that it
          // makes up later for what is closed here find something else open and are ignored.
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
      // Without a root that we know, whatever is still open was cut.
      if (!hasRoot) isRootClosed = open.length === 1;
      isEnding = true;
      if (!isOver) parser.end();
      while (open.length > 1) close();
      return document;
    },
    isClosed: () => isEnough || isRootClosed,
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
