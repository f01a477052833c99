/**
 * What people save as HTML that is safe to put on a page. Insights are Markdown from an assistant
 * or HTML from an older save; both are outside text, so everything not on the list of plain
 * formatting goes.
 *
 * Every save is a door, and a Worker that computes cannot be interrupted: markdown-it and parse5
 * take time in proportion to the text, whatever stands in it, and neither runs out of stack.
 */
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultSchema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { encode } from 'html-entities';
import MarkdownIt from 'markdown-it';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** GitHub's list without pictures: a saved text must not call on other servers. */
const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter(
    (name) => !['img', 'picture', 'source', 'input'].includes(name),
  ),
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'] },
};

/** Levels of quotations and lists; markdown-it leaves out what lies deeper. */
const BLOCKS_MAX_DEPTH = 100;
/** Levels of elements: what walks the tree afterwards goes down it by recursion. */
const ELEMENTS_MAX_DEPTH = 256;

const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: BLOCKS_MAX_DEPTH });
// Only what is written as an address, as the chat does it.
markdown.linkify.set({ fuzzyLink: false });
// What may be linked to is the list's matter alone.
markdown.validateLink = () => true;

/**
 * A time in brackets is a citation, except where the Markdown escapes it: then somebody said it. HTML
 * knows no such difference, so what was escaped stands in an element of its own: in no one text does
 * a reader of citations find brackets with a time then.
 */
markdown.core.ruler.before('text_join', 'escaped_times', ({ tokens }) => {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type !== 'text_special' || !/^[[\]:\d]$/.test(token.content)) continue;
    token.type = 'html_inline';
    token.content = `<span>${token.content}</span>`;
  }
});

/** Markdown or HTML in, sanitised HTML out. What is nested absurdly deep comes out as plain text. */
export function renderInsight(insight: string): string {
  const tokens = markdown.parse(insight, {});
  if (tokens.some(({ level }) => level >= BLOCKS_MAX_DEPTH - 2)) return asText(insight);
  const tree = parseFragment(markdown.renderer.render(tokens, markdown.options, {}));
  if (isDeeperThan(tree, ELEMENTS_MAX_DEPTH)) return asText(insight);
  return toHtml(sanitize(fromParse5(tree), schema)).trim();
}

const asText = (insight: string) => `<p>${encode(insight)}</p>`;

type Node = DefaultTreeAdapterTypes.Node;

function isDeeperThan(root: Node, most: number): boolean {
  let level: Node[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

function childrenOf(node: Node): Node[] {
  if ('content' in node) return [node.content];
  return 'childNodes' in node ? node.childNodes : [];
}
