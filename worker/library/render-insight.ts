/**
 * What people save as HTML that is safe to put on a page. Insights are Markdown from an assistant
 * or HTML from an older save; both are outside text, so everything not on the list of plain
 * formatting goes.
 *
 * A Worker that computes cannot be interrupted. Every step therefore takes time in proportion to the
 * text, whatever it holds, and counts what comes of it while reading, not afterwards.
 */
import MarkdownIt from 'markdown-it';
import { encodeText, sanitiseHtml, TooMuchMarkup } from './sanitise-html.ts';

/** The HTML of a text is at most so many times as long as the text. */
const MAX_GROWTH = 4;
/** Two letters need a paragraph around them, too. */
const SMALL_CHARS = 512;

/** Levels of quotations and lists; markdown-it leaves out what lies deeper. */
const BLOCKS_MAX_DEPTH = 50;
/** Tokens for each character: cells that a row lacks are added, up to 65,536 of them in a table. */
const TOKENS_PER_CHAR = 2;

const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: BLOCKS_MAX_DEPTH });
// Only what is written as an address, as the chat does it.
markdown.linkify.set({ fuzzyLink: false });
// What may be linked to is the sanitiser's matter alone.
markdown.validateLink = () => true;

/** Counted for one text at a time: parsing is synchronous. */
let tokensLeft = 0;

markdown.block.State = class extends markdown.block.State {
  override push(type: string, tag: string, nesting: -1 | 0 | 1) {
    tokensLeft -= 1;
    if (tokensLeft < 0) throw new TooMuchMarkup();
    return super.push(type, tag, nesting);
  }
};

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

/**
 * Markdown or HTML in, sanitised HTML out, at most four times as long. A text that is nested absurdly
 * deep, or of which more would come, comes out as plain text.
 */
export function renderInsight(insight: string): string {
  try {
    const maxChars = Math.max(SMALL_CHARS, insight.length * MAX_GROWTH);
    return sanitiseHtml(renderMarkdown(insight), maxChars);
  } catch (error) {
    if (!(error instanceof TooMuchMarkup)) throw error;
    return `<p>${encodeText(insight)}</p>`;
  }
}

function renderMarkdown(insight: string): string {
  tokensLeft = SMALL_CHARS + insight.length * TOKENS_PER_CHAR;
  const tokens = markdown.parse(insight, {});
  if (tokens.some(({ level }) => level >= BLOCKS_MAX_DEPTH - 2)) throw new TooMuchMarkup();
  return markdown.renderer.render(tokens, markdown.options, {});
}
