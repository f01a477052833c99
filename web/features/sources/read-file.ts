import { SOURCE_TITLE_MAX_CHARS } from '../../../schema/limits.ts';
import { ReaderError } from '../../api/client.ts';

/** What can be read of a file. */
export interface ReadFile {
  title: string;
  text: string;
}

/** Four bytes for each of the most characters. */
const MAX_BYTES = 800_000;
const MARKDOWN = /\.(?:md|markdown|mdown)$/i;
const PLAIN = /\.(?:txt|text)$/i;

/** The names that the file picker offers. */
export const FILE_TYPES = '.md,.markdown,.txt,.text,text/markdown,text/plain';

/** @throws ReaderError in words for the reader */
export async function readFile(file: File): Promise<ReadFile> {
  const isMarkdown = MARKDOWN.test(file.name) || file.type === 'text/markdown';
  if (!isMarkdown && !PLAIN.test(file.name) && !file.type.startsWith('text/')) {
    throw new ReaderError('Choose a Markdown or text file.');
  }
  if (file.size > MAX_BYTES) throw new ReaderError('This file is too large for a source.');
  const written = new TextDecoder().decode(await file.arrayBuffer());
  const text = isMarkdown ? await plainMarkdown(written) : written;
  if (text.trim() === '') throw new ReaderError('There is no text in this file.');
  const title = file.name.replace(/\.[^.]+$/, '').slice(0, SOURCE_TITLE_MAX_CHARS);
  return { title, text };
}

/** Loaded only for a Markdown file. */
async function plainMarkdown(markdown: string): Promise<string> {
  const { markdownText } = await import('./markdown-text.ts');
  return markdownText(markdown);
}
