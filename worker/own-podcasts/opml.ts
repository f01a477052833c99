/** Lists of podcasts as other apps write and read them: OPML 1.0 and 2.0. */
import { Parser } from 'htmlparser2';
import {
  CATEGORIES,
  type Category,
  FEED_URL_MAX_CHARS,
  OPML_OUTLINES_MAX,
} from '../../schema/limits.ts';
import { decodeEntities } from '../platform/plain-text.ts';
import { escapeXml } from '../platform/write-xml.ts';

export interface OpmlOutline {
  title: string;
  address: string;
  /** From the nearest folder that is named like one of our categories; null if there is none. */
  category: Category | null;
}

const TITLE_MAX_CHARS = 300;
/** Cut to this, an address is still too long to be fetched, so the import reports it. */
const ADDRESS_MAX_CHARS = FEED_URL_MAX_CHARS + 1;
/** Elements open at once. Only a malicious file nests deeper, so reading stops there. */
const MAX_OPEN = 500;
const PIECE_CHARS = 64 * 1024;

const asCategory = (name: string) =>
  CATEGORIES.find((category) => category.toLowerCase() === name.trim().toLowerCase()) ?? null;

/** @returns `address` is '' for a folder; `named` is the category of its own attribute */
function readOutline(raw: Record<string, string>) {
  const said = (attribute: string) => decodeEntities(raw[attribute] ?? '').trim();
  // Some apps write `url` with the type 'link' or 'rss'.
  const isFeed = /^(?:rss|atom|link)$/i.test(said('type'));
  return {
    label: said('text') || said('title'),
    address: (said('xmlurl') || (isFeed ? said('url') : '')).slice(0, ADDRESS_MAX_CHARS),
    named: asCategory(said('category').split(/[/,]/).at(-1) ?? ''),
  };
}

/**
 * Reads the podcasts of a file, each address once. Tolerates any nesting and broken XML. Entities that a
 * file declares are not expanded.
 *
 * @returns `left` is the number of podcasts over the limit; `isCut` is true if the file ends too early, so
 * that podcasts may be missing
 */
export function readOpml(opml: string): { outlines: OpmlOutline[]; left: number; isCut: boolean } {
  const outlines = new Map<string, OpmlOutline>();
  const folders: (Category | null)[] = [];
  let left = 0;
  let open = 0;
  let isCut = false;
  const parser = new Parser(
    {
      onopentag(name, raw) {
        open += 1;
        if (name === 'opml') isCut = true;
        if (name !== 'outline' || open > MAX_OPEN) return;
        const { label, address, named } = readOutline(raw);
        const within = folders.at(-1) ?? null;
        folders.push(address === '' ? (asCategory(label) ?? within) : within);
        if (address === '' || outlines.has(address)) return;
        if (outlines.size >= OPML_OUTLINES_MAX) {
          left += 1;
          return;
        }
        outlines.set(address, {
          title: (label || address).slice(0, TITLE_MAX_CHARS),
          address,
          category: within ?? named,
        });
      },
      onclosetag(name) {
        open -= 1;
        if (name === 'opml') isCut = false;
        if (name === 'outline') folders.pop();
      },
    },
    { xmlMode: true, decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  for (let index = 0; index < opml.length && open <= MAX_OPEN; index += PIECE_CHARS) {
    parser.write(opml.slice(index, index + PIECE_CHARS));
  }
  return { outlines: [...outlines.values()], left, isCut: isCut && open <= MAX_OPEN };
}

const attribute = (name: string, value: string) => ` ${name}="${escapeXml(value)}"`;

/** What stands for podcasts where there are none, because a body without outlines is not valid OPML. */
const NONE = '    <outline text="No subscriptions"/>';

/** Writes podcasts as OPML 2.0, with a folder per category. The same podcasts give the same bytes. */
export function writeOpml(
  podcasts: readonly { title: string; feedUrl: string; category: Category }[],
): string {
  const folders = CATEGORIES.flatMap((category) => {
    const within = podcasts.filter((podcast) => podcast.category === category);
    if (within.length === 0) return [];
    const outlines = within.map(
      ({ title, feedUrl }) =>
        `      <outline type="rss"${attribute('text', title)}${attribute('title', title)}${attribute('xmlUrl', feedUrl)}/>`,
    );
    return [`    <outline${attribute('text', category)}>`, ...outlines, '    </outline>'];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    '  <head>',
    '    <title>Dripcast subscriptions</title>',
    '  </head>',
    '  <body>',
    ...(folders.length > 0 ? folders : [NONE]),
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
}
