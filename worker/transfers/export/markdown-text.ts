/** Writes pieces of Markdown that Obsidian and Logseq can't take for anything else. */

/** Escapes what Markdown, Obsidian or Logseq would interpret anywhere in a line. */
export function escapeInline(text: string): string {
  return (
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .replace(/[\\`*[\]<>~|$]/g, '\\$&')
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(/&(?=#?\w+;)/g, '\\&')
      // A tag in both apps.
      .replace(/#(?=[^\s#])/g, '\\#')
      // A block's id in Obsidian, an embedding, marks, comments; Logseq's properties, links and macros.
      .replace(/(?<=^|\s)\^/g, '\\^')
      .replace(/!$/, '\\!')
      .replace(/([=%:({])(?=\1)/g, '$1\\')
  );
}

/** Escapes what Markdown would interpret at the start of a line. */
export function escapeLine(line: string): string {
  return line
    .replace(/^(#{1,6}|[+-])(?=\s|$)/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^[-=](?=[-=\s]*$)/, '\\$&');
}

/** Converts plain text to Markdown, keeping its paragraphs and lines. */
export function plainToMarkdown(text: string): string[] {
  return text
    .trim()
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => escapeLine(escapeInline(line.trim()).trim()))
        .filter((line) => line !== '')
        .join('  \n'),
    )
    .filter((paragraph) => paragraph !== '');
}

/** Emphasis marks only work directly next to a word. */
export function around(content: string, open: string, close = open): string {
  const text = content.trim();
  if (text === '') return content;
  const from = content.length - content.trimStart().length;
  const before = content.slice(0, from);
  const after = content.slice(from + text.length);
  return `${before}${open}${text}${close}${after}`;
}

/** A run of backticks that does not occur in the text. */
function ticksBeyond(text: string, atLeast: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(Math.max(atLeast, longest + 1));
}

/** Writes inline code, on one line. */
export function codeSpan(content: string): string {
  // An invisible space, where Obsidian's Dataview plug-in would run the code.
  const text = content.replace(/\s+/g, ' ').replace(/^ ?(?=\$?=)/, '\u200b');
  if (text.trim() === '') return text;
  const ticks = ticksBeyond(text, 1);
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

/** Writes a fenced code block. */
export function fenced(content: string): string {
  const ticks = ticksBeyond(content, 3);
  return `${ticks}\n${content.replace(/\r\n?/g, '\n').replace(/\n$/, '')}\n${ticks}`;
}

/**
 * `^` would also match after U+2029, and scanning a line of many of those from each of them would take very
 * long.
 */
const BEFORE_FENCE = /(?<![^\n])([^\S\n]*)(?=```|~~~)/g;

/** Adds an invisible space to lines of code that would end it. */
export function shortFenced(content: string): string {
  const lines = content.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  return `\`\`\`\n${lines.replace(BEFORE_FENCE, '$1\u200b')}\n\`\`\``;
}

export const quoted = (content: string) => content.replace(/^/gm, '> ').replace(/^> $/gm, '>');

/** Indents all lines but the first. */
export const indented = (content: string, by: string) => content.replace(/\n(?=[^\n])/g, `\n${by}`);

/** The content of a table's cell, in one line. */
export const cellOf = (content: string) =>
  content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .replace(/(?<!\\)\|/g, '\\|');

/** @param rows each with its bars; the first is the head */
export function tableOf(rows: string[]): string {
  const [head = ''] = rows;
  const columns = head.match(/(?<!\\)\|/g)?.length ?? 2;
  const rule = `|${' --- |'.repeat(Math.max(1, columns - 1))}`;
  return [head, rule, ...rows.slice(1)].join('\n');
}
