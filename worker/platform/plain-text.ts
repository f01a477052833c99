import { decode } from 'html-entities';
import { Tokenizer } from 'htmlparser2';

/** Elements that start and end a line. */
const BLOCKS = new Set(
  `address article aside blockquote br center dd div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td th thead tr ul`.split(
    /\s+/,
  ),
);

/** Elements whose content isn't meant to be read. */
const SILENT = new Set(['script', 'style', 'head', 'template', 'iframe', 'object', 'noscript']);

/** Only these count as markup, if they also end like an element: titles may contain `Vec<T>`. */
const TAG = new RegExp(
  `</?(?:${[...BLOCKS].join('|')}|a|abbr|acronym|audio|b|bdi|bdo|big|body|button|cite|code|col|del|` +
    'dfn|em|embed|font|html|i|iframe|img|input|ins|kbd|label|link|map|mark|meta|noscript|object|' +
    'option|param|picture|q|s|samp|script|select|small|source|span|strike|strong|style|sub|' +
    'summary|sup|svg|textarea|time|title|tt|u|var|video|wbr)(?=[\\s/>])[^<>]*>|</[a-z][a-z\\d-]*>|<!--|<!\\[CDATA\\[',
  'i',
);

/** Whether a text contains HTML elements rather than stray angle brackets. */
export function looksLikeHtml(text: string): boolean {
  return text.includes('<') && TAG.test(text);
}

/**
 * A reference to a lone surrogate, `&#xD800;`, becomes U+FFFD, as in browsers, because storage can't
 * represent one.
 */
function resolve(text: string, scope: 'strict' | 'body' | 'attribute'): string {
  return text.includes('&') ? decode(text, { level: 'html5', scope }).toWellFormed() : text;
}

/** Resolves the entity references of HTML and XML. Other ampersands stay. */
export const decodeEntities = (text: string): string => resolve(text, 'strict');

/** Decodes entity references in HTML text as browsers do: some don't need a semicolon. */
export const decodeHtmlText = (text: string): string => resolve(text, 'body');

/** The same for an attribute's value. */
export const decodeAttribute = (value: string): string => resolve(value, 'attribute');

/**
 * Turns text that may contain HTML into plain text: removes markup, resolves references, puts blocks on
 * lines of their own and collapses other white space.
 */
export function htmlToText(html: string): string {
  return looksLikeHtml(html) ? tidyLines(stripMarkup(html)) : tidyLines(decodeEntities(html));
}

/** Like `htmlToText`, but on one line. Declared HTML has no angle brackets except in markup. */
export function htmlToLine(html: string, { isDeclared = false } = {}): string {
  const isHtml = isDeclared ? html.includes('<') : looksLikeHtml(html);
  return foldSpace(isHtml ? stripMarkup(html) : decodeEntities(html));
}

/** White space other than single spaces, and control characters. */
const LOOSE_SPACE = /[\s\p{Cc}\u200b]{2,}|[^\S ]|[\p{Cc}\u200b]/gu;

/** Collapses all white space to single spaces. */
export function foldSpace(text: string): string {
  return repaired(text).replace(LOOSE_SPACE, ' ').trim();
}

/**
 * Reads the control characters U+0080 to U+009F as windows-1252, which they were before someone read
 * the bytes as Latin-1: U+0092 is an apostrophe. HTML treats its references the same way. Replaces halves
 * of characters, which JSON and cut texts may have.
 */
function repaired(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0080-\u009f]/g, (control) =>
      new TextDecoder('windows-1252').decode(Uint8Array.of(control.charCodeAt(0))),
    );
}

function tidyLines(text: string): string {
  if (!/[\r\n]/.test(text)) return foldSpace(text);
  return repaired(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?:[^\S\n]{2,}|[\t\v\f\xa0\u200b\ufeff])/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const ignore = () => {};
/** Callbacks for markup that doesn't affect the text. */
const IGNORED = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontextentity: ignore,
};

/** Uses the tokenizer alone, because nesting makes no difference to the text. */
function stripMarkup(html: string): string {
  let text = '';
  /** The content of silent elements. If they never end it was meant to be read, unless it is code. */
  let unsaid = '';
  let silentDepth = 0;
  let isCode = false;
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ...IGNORED,
      onopentagname(start, end) {
        const name = html.slice(start, end).toLowerCase();
        isCode = name === 'script' || name === 'style';
        if (SILENT.has(name)) silentDepth += 1;
        else if (BLOCKS.has(name)) text += '\n';
      },
      onclosetag(start, end) {
        const name = html.slice(start, end).toLowerCase();
        if (SILENT.has(name)) silentDepth = Math.max(0, silentDepth - 1);
        else if (BLOCKS.has(name)) text += '\n';
        if (silentDepth === 0) unsaid = '';
      },
      ontext(start, end) {
        if (silentDepth === 0) text += html.slice(start, end);
        else if (!isCode) unsaid += html.slice(start, end);
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return decodeHtmlText(text + unsaid);
}
