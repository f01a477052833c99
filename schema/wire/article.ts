/** The article of a web page: its text without menus and advertisements, and who wrote it when. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom/worker';
import { reduceHtml, restoreText } from './reduce-html.ts';

export interface FoundArticle {
  /** '' if the page names none. */
  title: string;
  /** Who wrote it, or else the site; '' if the page names neither. */
  author: string;
  /** As the page writes it. */
  publishedTime: string | null;
  paragraphs: string[];
  /** Why the search for the article failed; null if it didn't. */
  error: unknown;
}

type PageDocument = ConstructorParameters<typeof Readability>[0];

/** The members of DOM nodes that are used here. */
interface DomNode {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  firstChild: DomNode | null;
  nextSibling: DomNode | null;
}

/** Elements that start and end a paragraph. */
const BLOCKS = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY BR CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2
  H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL`.split(
    /\s+/,
  ),
);
/** Elements without text for readers. */
const SKIPPED = new Set(['NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE']);
/** If the article is shorter, the whole page's text is used instead. */
const SHORTEST_CHARS = 200;

/** Before a name that the page shows: 'By Ada Lovelace'. */
const BY = /^(?:(?:Written|Posted) by|By|BY):? (?=\p{Lu})/u;

/** Of a list's items. */
const MARK = '•';

const ELEMENT = 1;
const TEXT = 3;

/**
 * Finds a page's article, or all of its text where no article stands out. Needs no browser's DOM, so that it
 * also runs in workers, which have none.
 *
 * @param fold folds the white space of a text
 */
export function findArticle(html: string, fold: (text: string) => string): FoundArticle {
  const { document } = parseHTML(reduceHtml(html));
  const tidy = (text: string) => fold(restoreText(text));
  const all = document.body ? paragraphsIn(document.body, tidy) : [];
  const heading = document.querySelector('title')?.textContent ?? '';
  const { found, error } = parse(document, tidy);
  const inside = found?.content ?? [];
  const isArticle = inside.reduce((sum, { length }) => sum + length, 0) >= SHORTEST_CHARS;
  const title = tidy(found?.title || heading);
  const paragraphs = isArticle ? inside : all;
  return {
    title,
    author: tidy(found?.byline ?? '').replace(BY, '') || tidy(found?.siteName ?? ''),
    publishedTime: found?.publishedTime ?? null,
    // The title stands above the text already.
    paragraphs: paragraphs[0] === title ? paragraphs.slice(1) : paragraphs,
    error,
  };
}

function parse(document: PageDocument, tidy: (text: string) => string) {
  try {
    const reader = new Readability<string[]>(document, {
      serializer: (node) => paragraphsIn(node as unknown as DomNode, tidy),
      charThreshold: SHORTEST_CHARS,
    });
    return { found: reader.parse(), error: null };
  } catch (error) {
    // This DOM is incomplete. If it fails on a page, fall back to the page's plain text.
    return { found: null, error };
  }
}

/** The text of a node by its blocks. Callers see to it that the depth is bounded. */
function paragraphsIn(root: DomNode, tidy: (text: string) => string): string[] {
  const paragraphs: string[] = [];
  let open = '';
  const end = () => {
    const paragraph = tidy(open);
    if (paragraph !== '') paragraphs.push(paragraph);
    open = '';
  };
  const visit = (node: DomNode) => {
    if (node.nodeType === TEXT) {
      open += node.textContent ?? '';
      return;
    }
    if (node.nodeType !== ELEMENT || SKIPPED.has(node.nodeName)) return;
    const isBlock = BLOCKS.has(node.nodeName);
    // The first block of an item stands on the line of its mark.
    if (isBlock && open.trim() !== MARK) end();
    if (node.nodeName === 'LI') open = `${MARK} `;
    if (node.nodeName === 'TD' || node.nodeName === 'TH') open += open === '' ? '' : ' · ';
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child);
    if (open.trim() === MARK) open = '';
    if (isBlock) end();
  };
  visit(root);
  end();
  return paragraphs;
}
