import MarkdownIt from 'markdown-it';

const parser = new MarkdownIt({ html: false, linkify: false });
/** YAML between two lines of dashes. */
const FRONT_MATTER = /^\ufeff?---\r?\n[\s\S]{0,20000}?\r?\n---\r?\n/;

/** The words of a Markdown text, its blocks separated by empty lines; `title` is the heading that it begins with, or ''. */
export function markdownText(markdown: string): { title: string; text: string } {
  const blocks: string[] = [];
  let title = '';
  let isItem = false;
  const tokens = parser.parse(markdown.replace(FRONT_MATTER, ''), {});
  for (const [at, { type, content, children }] of tokens.entries()) {
    if (type === 'list_item_open') isItem = true;
    else if (type === 'fence' || type === 'code_block') blocks.push(content.trim());
    else if (type === 'inline') {
      const words = (children ?? []).map(inlineText).join('');
      if (blocks.length === 0 && tokens[at - 1]?.type === 'heading_open') title = words.trim();
      blocks.push(isItem ? `• ${words}` : words);
      isItem = false;
    }
  }
  return { title, text: blocks.filter((block) => block.trim() !== '').join('\n\n') };
}

function inlineText({ type, content }: { type: string; content: string }): string {
  if (type === 'softbreak') return ' ';
  if (type === 'hardbreak') return '\n';
  return ['text', 'code_inline', 'image'].includes(type) ? content : '';
}
