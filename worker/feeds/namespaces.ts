/** Namespaces without their scheme, and the prefix this reader uses; '' for none. */
const PREFIX_OF_NAMESPACE: Readonly<Record<string, string>> = {
  'www.w3.org/2005/atom': '',
  'purl.org/atom/ns#': '',
  'purl.org/rss/1.0/': '',
  'my.netscape.com/rdf/simple/0.9/': '',
  'my.netscape.com/publish/formats/rss-0.91.dtd': '',
  'backend.userland.com/rss2': '',
  'blogs.law.harvard.edu/tech/rss': '',
  'www.rssboard.org/rss-specification': '',
  'www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'example.com/dtds/podcast-1.0.dtd': 'itunes',
  'search.yahoo.com/mrss': 'media',
  'podcastindex.org/namespace/1.0': 'podcast',
  'podlove.org/simple-chapters': 'psc',
  'podlove.de/simple-chapters': 'psc',
  'github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md': 'podcast',
  'www.youtube.com/xml/schemas/2015': 'yt',
  'gdata.youtube.com/schemas/2007': 'yt',
  'www.google.com/schemas/play-podcasts/1.0': 'googleplay',
  'purl.org/rss/1.0/modules/content/': 'content',
  'purl.org/dc/elements/1.1/': 'dc',
  'purl.org/dc/elements/1.0/': 'dc',
  'purl.org/dc/terms/': 'dcterms',
  'www.w3.org/1999/xhtml': 'xhtml',
  'www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'purl.oclc.org/net/rss_2.0/enc#': 'enc',
};

/** Prefixes of the core vocabularies, declared or not. */
const PREFIX_ALIASES: Readonly<Record<string, string>> = {
  atom: '',
  atom10: '',
  a10: '',
  rss: '',
  rss1: '',
  itunes2: 'itunes',
  mrss: 'media',
};

/** Limits the prefixes in scope, because each declaring element copies the list. */
const MAX_PREFIXES = 100;

/** The meaning of the prefixes in scope. */
export interface Scope {
  /** Written prefix ('' for the default namespace) → prefix used here. */
  prefixes: ReadonlyMap<string, string>;
  /** Resolved names: a feed repeats a few names thousands of times. */
  names: Map<string, string>;
}

/** The scope outside the root element: no prefix is declared. */
export function emptyScope(): Scope {
  return { prefixes: new Map(), names: new Map() };
}

/** Returns the scope inside an element. */
export function scopeWithin(outer: Scope, attributes: Readonly<Record<string, string>>): Scope {
  let inner: Map<string, string> | null = null;
  for (const name in attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    const written = name.slice('xmlns:'.length);
    const uri = (attributes[name] ?? '')
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '');
    const known = PREFIX_OF_NAMESPACE[uri] ?? PREFIX_OF_NAMESPACE[uri.replace(/\/$/, '')];
    inner ??= new Map(outer.prefixes);
    if (inner.size >= MAX_PREFIXES) break;
    // An unknown namespace may be a misspelt one with its usual prefix.
    inner.set(written, known ?? aliasOf(written));
  }
  return inner === null ? outer : { prefixes: inner, names: new Map() };
}

/** Returns an element's name with the prefix used here: `itunes:image`, `pubdate`. */
export function nameIn(scope: Scope, written: string): string {
  let name = scope.names.get(written);
  if (name === undefined) {
    name = resolveName(scope, written);
    scope.names.set(written, name);
  }
  return name;
}

function resolveName(scope: Scope, written: string): string {
  const colon = written.indexOf(':');
  const prefix = colon === -1 ? '' : written.slice(0, colon);
  const local = written.slice(colon + 1);
  const known = scope.prefixes.get(prefix) ?? aliasOf(prefix);
  return known === '' ? local : `${known}:${local}`;
}

function aliasOf(prefix: string): string {
  return PREFIX_ALIASES[prefix] ?? prefix;
}
