/**
 * Renders saved texts as safe HTML. They are Markdown from an assistant, or HTML from older saves. Both
 * are outside text, so everything except plain formatting is removed.
 *
 * A Worker can't be interrupted while it computes. Every step is therefore linear in the text's length,
 * whatever it contains, and limits its output while reading.
 */
import MarkdownIt from 'markdown-it';
import { encodeText, sanitiseHtml, TooMuchMarkup } from '../platform/sanitise-html.ts';

/** The HTML is at most this many times as long as the text. */
const MAX_GROWTH = 4;
/** Extra length, because even two letters need a paragraph around them. */
const SMALL_CHARS = 512;

/** Nesting of quotations and lists; markdown-it drops deeper levels. */
const BLOCKS_MAX_DEPTH = 50;
/** Tokens per character. A table row is padded with missing cells, up to 65,536 per table. */
const TOKENS_PER_CHAR = 2;

const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: BLOCKS_MAX_DEPTH });
// Only links complete addresses, like the chat.
markdown.linkify.set({ fuzzyLink: false });
// The sanitiser decides which links are allowed.
markdown.validateLink = () => true;

/** Parsing is synchronous, so one counter is enough. */
let tokensLeft = 0;

markdown.block.State = class extends markdown.block.State {
  override push(type: string, tag: string, nesting: -1 | 0 | 1) {
    tokensLeft -= 1;
    if (tokensLeft < 0) throw new TooMuchMarkup();
    return super.push(type, tag, nesting);
  }
};

/**
 * A bracketed time is a citation unless the Markdown escapes it, which marks somebody's own words. HTML
 * can't express that, so escaped text gets an element of its own: no single text node then contains the
 * brackets and the time.
 */
markdown.core.ruler.before('text_join', 'escaped_times', ({ tokens }) => {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type !== 'text_special' || !/^[[\]:\d]$/.test(token.content)) continue;
    token.type = 'html_inline';
    token.content = `<span>${token.content}</span>`;
  }
});

/**
 * Renders Markdown or HTML as sanitised HTML, at most four times as long. Text with absurd nesting, or
 * whose output would be longer, becomes plain text.
 *
 * @param base what relative links are made absolute with; without one they stay as they are
 */
export function renderInsight(insight: string, base: string | null = null): string {
  try {
    const maxChars = Math.max(SMALL_CHARS, insight.length * MAX_GROWTH);
    return sanitiseHtml(renderMarkdown(insight, maxChars), maxChars, base);
  } catch (error) {
    if (!(error instanceof TooMuchMarkup)) throw error;
    return `<p>${encodeText(insight)}</p>`;
  }
}

function renderMarkdown(insight: string, maxChars: number): string {
  tokensLeft = SMALL_CHARS + insight.length * TOKENS_PER_CHAR;
  const tokens = markdown.parse(insight, {});
  if (tokens.some(({ level }) => level >= BLOCKS_MAX_DEPTH - 2)) throw new TooMuchMarkup();
  // Any number of links may name one definition. Only the rendered HTML repeats its address.
  if (charsOfAttributes(tokens) > maxChars) throw new TooMuchMarkup();
  return markdown.renderer.render(tokens, markdown.options, {});
}

function charsOfAttributes(tokens: ReturnType<typeof markdown.parse>): number {
  let chars = 0;
  for (const { attrs, children } of tokens) {
    for (const [name, value] of attrs ?? []) chars += name.length + String(value).length;
    if (children) chars += charsOfAttributes(children);
  }
  return chars;
}
