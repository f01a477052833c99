/** About a phone's screen of text. */
const SHORT_CHARS = 900;

/**
 * Returns the beginning of a text in Markdown, cut between paragraphs and never after a heading; null if it
 * is short as it is.
 */
export function shorten(markdown: string): string | null {
  if (markdown.length <= 2 * SHORT_CHARS) return null;
  const blocks = markdown.split('\n\n');
  let chars = 0;
  let end = 0;
  for (const [index, block] of blocks.entries()) {
    chars += block.length;
    if (chars > SHORT_CHARS && end > 0) break;
    if (!/^(?:#|\*\*)/.test(block)) end = index + 1;
  }
  return end < blocks.length ? blocks.slice(0, end).join('\n\n') : null;
}
