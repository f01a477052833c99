import MarkdownIt from 'markdown-it';

const parser = new MarkdownIt({ html: false, linkify: false });
/** YAML between two lines of dashes. */
const FRONT_MATTER = /^\ufeff?---\r?\n[\s\S]{0,20000}?\r?\n---\r?\n/;

/** The words of a Markdown text, its blocks separated by empty lines. */
export function markdownText(markdown: string): string {
  const blocks: string[] = [];
  let isItem = false;
  for (const { type, content, children } of parser.parse(markdown.replace(FRONT_MATTER, ''), {})) {
    if (type === 'list_item_open') isItem = true;
    else if (type === 'fence' || type === 'code_block') blocks.push(content.trim());
    else if (type === 'inline') {
      const words = (children ?? []).map(inlineText).join('');
      blocks.push(isItem ? `• ${words}` : words);
      isItem = false;
    }
  }
  return blocks.filter((block) => block.trim() !== '').join('\n\n');
}

function inlineText({ type, content }: { type: string; content: string }): string {
  if (type === 'softbreak') return ' ';
  if (type === 'hardbreak') return '\n';
  return ['text', 'code_inline', 'image'].includes(type) ? content : '';
}
