/**
 * Renders saved texts as safe HTML. They are Markdown from an assistant, or HTML from older saves. Both
 * are outside text, so everything except plain formatting is removed.
 *
 * A Worker can't be interrupted while it computes. Every step is therefore linear in the text's length,
 * whatever it contains, and limits its output while reading. Between the steps, other requests may run.
 */
import MarkdownIt, { type Token } from 'markdown-it';
import { createPauseMeter, withoutPauses, withPauses } from '../platform/pauses.ts';
import { encodeText, sanitiseHtmlInSteps, TooMuchMarkup } from '../platform/sanitise-html.ts';

/** The HTML is at most this many times as long as the text. */
const MAX_GROWTH = 4;
/** Extra length, because even two letters need a paragraph around them. */
const SMALL_CHARS = 512;

/** Nesting of quotations and lists; markdown-it drops deeper levels. */
const BLOCKS_MAX_DEPTH = 50;
/** Tokens per character. A table row is padded with missing cells, up to 65,536 per table. */
const TOKENS_PER_CHAR = 2;
/** Nothing pauses while a text is divided into blocks, so the work is limited: 10,000 items of a list. */
const MAX_BLOCK_TOKENS = 50_000;
/** Nor while a paragraph is divided into words, marks and links. */
const MAX_PARAGRAPH_TOKENS = 20_000;
/** What reading an address costs, in tokens. */
const ADDRESS = 8;

const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: BLOCKS_MAX_DEPTH });
// Only links complete addresses, like the chat.
markdown.linkify.set({ fuzzyLink: false });
// The sanitiser decides which links are allowed.
markdown.validateLink = () => true;

/** Of the blocks or of one paragraph. Neither pauses, so one counter is enough. */
let tokensLeft = 0;

function takeTokens(count: number): void {
  tokensLeft -= count;
  if (tokensLeft < 0) throw new TooMuchMarkup();
}

markdown.block.State = class extends markdown.block.State {
  override push(type: string, tag: string, nesting: -1 | 0 | 1) {
    takeTokens(1);
    return super.push(type, tag, nesting);
  }
};

markdown.inline.State = class extends markdown.inline.State {
  override push(type: string, tag: string, nesting: -1 | 0 | 1) {
    takeTokens(1);
    return super.push(type, tag, nesting);
  }
};

const { inline, normalizeLink } = markdown;
// Brackets look ahead for the end of a link.
const skipToken = inline.skipToken.bind(inline);
inline.skipToken = (state) => {
  takeTokens(1);
  skipToken(state);
};
markdown.normalizeLink = (address) => {
  takeTokens(ADDRESS);
  return normalizeLink(address);
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

/** The rules of these names, in the parser's order. */
function rulesNamed(names: string[]) {
  markdown.core.ruler.enableOnly(names);
  return markdown.core.ruler.getRules('');
}
const BLOCK_RULES = rulesNamed(['normalize', 'block', 'strip_references']);
/** They change one paragraph at a time, whichever others there are. */
const TEXT_RULES = rulesNamed(['inline', 'linkify', 'escaped_times', 'text_join']);

/** What a token costs, in characters. */
const TOKEN = 5;

/**
 * Renders Markdown or HTML as sanitised HTML, at most four times as long. Text with absurd nesting, or
 * whose output would be longer, becomes plain text.
 *
 * @param base what relative links are made absolute with; without one they stay as they are
 */
export const renderInsight = (insight: string, base: string | null = null): string =>
  withoutPauses(renderInsightInSteps(insight, base));

/** The same for long texts of users: other requests run in between. */
export const renderInsightWithPauses = (insight: string): Promise<string> =>
  withPauses(renderInsightInSteps(insight, null));

/** Yields where it may pause. */
export function* renderInsightInSteps(
  insight: string,
  base: string | null,
): Generator<void, string> {
  try {
    const maxChars = Math.max(SMALL_CHARS, insight.length * MAX_GROWTH);
    const html = yield* renderMarkdown(insight, maxChars);
    return yield* sanitiseHtmlInSteps(html, maxChars, base);
  } catch (error) {
    if (!(error instanceof TooMuchMarkup)) throw error;
    return `<p>${encodeText(insight)}</p>`;
  }
}

function* renderMarkdown(insight: string, maxChars: number): Generator<void, string> {
  const mayPause = createPauseMeter();
  const state = new markdown.core.State(insight, markdown, {});
  tokensLeft = Math.min(SMALL_CHARS + insight.length * TOKENS_PER_CHAR, MAX_BLOCK_TOKENS);
  for (const apply of BLOCK_RULES) apply(state);
  const { tokens } = state;
  yield;
  let chars = 0;
  for (const token of tokens) {
    state.tokens = [token];
    for (const apply of TEXT_RULES) {
      tokensLeft = MAX_PARAGRAPH_TOKENS;
      apply(state);
      if (mayPause(workOf(token))) yield;
    }
    if (token.level >= BLOCKS_MAX_DEPTH - 2) throw new TooMuchMarkup();
    // Any number of links may name one definition. Only the rendered HTML repeats its address.
    chars += charsOfAttributes(token);
    if (chars > maxChars) throw new TooMuchMarkup();
  }
  let html = '';
  for (const [index, token] of tokens.entries()) {
    html += htmlOf(tokens, index);
    if (mayPause(workOf(token))) yield;
  }
  return html;
}

const workOf = ({ content, children }: Token) =>
  content.length + TOKEN * (1 + (children?.length ?? 0));

/** Like the renderer's `render`, which takes no pauses. */
function htmlOf(tokens: Token[], index: number): string {
  const { renderer, options } = markdown;
  const token = tokens[index];
  if (!token) return '';
  if (token.type === 'inline') return renderer.renderInline(token.children ?? [], options, {});
  const rule = renderer.rules[token.type];
  return rule
    ? rule(tokens, index, options, {}, renderer)
    : renderer.renderToken(tokens, index, options);
}

function charsOfAttributes({ attrs, children }: Token): number {
  let chars = 0;
  for (const [name, value] of attrs ?? []) chars += name.length + String(value).length;
  for (const child of children ?? []) chars += charsOfAttributes(child);
  return chars;
}
