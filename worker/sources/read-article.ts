/** The article of a web page: its text without menus and advertisements, and who wrote it when. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom/worker';
import { SOURCE_AUTHOR_MAX_CHARS, SOURCE_TITLE_MAX_CHARS } from '../../schema/limits.ts';
import { parseFeedDate } from '../feeds/dates.ts';
import { describe, log } from '../platform/logging.ts';
import { foldSpace } from '../platform/plain-text.ts';
import { reduceHtml, restoreText } from './reduce-html.ts';

export interface Article {
  /** '' if the page names none. */
  title: string;
  author: string | null;
  publishedAt: Date | null;
  paragraphs: string[];
}

/** Elements that start and end a paragraph. */
const BLOCKS = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY BR CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2
  H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TFOOT THEAD TR UL`.split(
    /\s+/,
  ),
);
/** A shorter article is none; then the whole page's text counts. */
const SHORTEST_CHARS = 200;

/** Of a list's items. */
const MARK = '•';

const ELEMENT = 1;
const TEXT = 3;

/** Reads a page's article, or all of its text where no article stands out. */
export function readArticle(html: string): Article {
  const { document } = parseHTML(reduceHtml(html));
  const all = document.body ? paragraphsIn(document.body) : [];
  const heading = document.querySelector('title')?.textContent ?? '';
  const found = findArticle(document);
  const inside = found?.content ?? [];
  const isArticle = inside.reduce((sum, { length }) => sum + length, 0) >= SHORTEST_CHARS;
  const title = foldSpace(restoreText(found?.title || heading)).slice(0, SOURCE_TITLE_MAX_CHARS);
  const paragraphs = isArticle ? inside : all;
  const author = foldSpace(restoreText(found?.byline || found?.siteName || ''));
  return {
    title,
    author: author.slice(0, SOURCE_AUTHOR_MAX_CHARS).toWellFormed() || null,
    publishedAt: parseFeedDate(found?.publishedTime),
    // The title stands above the text already.
    paragraphs: paragraphs[0] === title ? paragraphs.slice(1) : paragraphs,
  };
}

/** Returns null if no article stands out. */
function findArticle(document: ConstructorParameters<typeof Readability>[0]) {
  try {
    return new Readability<string[]>(document, {
      serializer: (node) => paragraphsIn(node as unknown as DomNode),
      charThreshold: SHORTEST_CHARS,
    }).parse();
  } catch (error) {
    // linkedom's DOM is incomplete. If it fails on a page, fall back to the page's plain text.
    log.warn('article_not_found', { error: describe(error) });
    return null;
  }
}

/** The parts of linkedom's nodes that are used here. */
interface DomNode {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  firstChild: DomNode | null;
  nextSibling: DomNode | null;
}

/** The text of a node by its blocks. The depth is bounded by `reduceHtml`. */
function paragraphsIn(root: DomNode): string[] {
  const paragraphs: string[] = [];
  let open = '';
  const end = () => {
    const paragraph = foldSpace(restoreText(open));
    if (paragraph !== '') paragraphs.push(paragraph);
    open = '';
  };
  const visit = (node: DomNode) => {
    if (node.nodeType === TEXT) {
      open += node.textContent ?? '';
      return;
    }
    if (node.nodeType !== ELEMENT || node.nodeName === 'SCRIPT' || node.nodeName === 'TITLE')
      return;
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
