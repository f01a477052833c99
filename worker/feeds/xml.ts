import { Parser } from 'htmlparser2';
import { decodeEntities } from '../platform/plain-text.ts';
import { emptyScope, nameIn, type Scope, scopeWithin } from './namespaces.ts';

/** Deeper than any feed; reading stops here, since a document built so is made to exhaust us. */
const MAX_DEPTH = 256;
/** As the parser counts, which keeps items that were never closed on its stack. */
const MAX_UNCLOSED = 2_000;

/** Hold other elements; every other element's text takes in that of the markup inside it. */
const CONTAINERS = new Set(
  `#document rss rdf:rdf feed channel item entry items image textinput author contributor source
  media:group media:content podcast:alternateenclosure podcast:liveitem itunes:owner
  googleplay:owner itunes:image html body`.split(/\s+/),
);

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
    if (this.#pending !== '') {
      this.#resolved += decodeEntities(this.#pending);
      this.#pending = '';
    }
    return this.#resolved;
  }

  /** Adds text whose references are still to be resolved. */
  addRaw(text: string): void {
    this.#pending += text;
  }

  addResolved(text: string): void {
    this.#resolved = this.text + text;
  }
}

/**
 * Reads XML as leniently as it comes: wrong nesting, undeclared prefixes, HTML's references, a
 * missing end. Declarations are skipped, so that no entity is ever expanded or fetched.
 *
 * @param chunks the document's text in pieces
 * @param isItem which elements are handed to `onItem` when they end, and then forgotten
 * @returns the document: an element that holds the roots, without the items
 */
export function readXml(
  chunks: Iterable<string>,
  base: string,
  isItem: (name: string) => boolean,
  onItem: (item: XmlElement) => void,
): XmlElement {
  const document = new OpenElement('#document', {}, base);
  const open: OpenElement[] = [document];
  let inCdata = false;
  let itemDepth = 0;
  let unclosed = 0;
  const tooDeep = new RangeError('nested too deeply');

  function close(): void {
    const element = open.pop();
    const parent = open.at(-1);
    if (element === undefined || parent === undefined) return;
    if (open.length === itemDepth) {
      itemDepth = 0;
      onItem(element);
    } else if (CONTAINERS.has(parent.name)) {
      parent.children.push(element);
    } else {
      parent.hadMarkup = true;
      const local = localName(element.name);
      if (SILENT.has(local)) return;
      parent.addResolved(BLOCKS.has(local) ? `\n${element.text}\n` : element.text);
    }
  }

  const parser = new Parser(
    {
      onopentag(written, rawAttributes) {
        unclosed += 1;
        if (open.length > MAX_DEPTH || unclosed > MAX_UNCLOSED) throw tooDeep;
        const element = new OpenElement(written, resolved(rawAttributes), open.at(-1) ?? document);
        if (isItem(element.name)) {
          // The item before was never closed. The parser does not know: the end tags that it
          // makes up later for what is closed here find something else open and are ignored.
          while (itemDepth > 0) close();
          itemDepth = open.length;
        }
        open.push(element);
      },
      onclosetag(written) {
        unclosed -= 1;
        if (open.at(-1)?.written === written) close();
      },
      ontext(data) {
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
  try {
    for (const chunk of chunks) parser.write(chunk);
    parser.end();
  } catch (error) {
    if (error !== tooDeep) throw error;
  }
  while (open.length > 1) close();
  return document;
}

function resolved(attributes: Record<string, string>): Record<string, string> {
  for (const name in attributes) attributes[name] = decodeEntities(attributes[name] ?? '');
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
