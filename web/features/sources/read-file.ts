import { CAPTIONS_MAX_CHARS, SOURCE_TITLE_MAX_CHARS } from '../../../schema/limits.ts';
import { isCaptions, maxCharsOf } from '../../../schema/wire/captions.ts';
import { ReaderError } from '../../api/client.ts';
import { DECLARED_BY_PAGE, fileText } from '../../ui/file-text.ts';
import type { PageText } from './page-worker.ts';
import type { PictureLanguage } from './picture-languages.ts';
import { workerResult } from './worker-result.ts';

/** A file's text and metadata. */
export interface ReadSource {
  kind: 'file' | 'screenshot';
  title: string;
  author: string;
  /** `2026-10-31`; absent if unknown. */
  date?: string;
  text: string;
  /** What the reader should know of the text before they add it; '' for nothing. */
  note: string;
  /** The picture that the text was recognised in. */
  picture?: ImageBitmap;
}

/** The progress of reading: the current step, and how much is done, if known. */
export interface ReadProgress {
  stage: string;
  /** 0 to 1. */
  share: number | null;
}

export interface ReadOptions {
  signal: AbortSignal;
  onProgress: (progress: ReadProgress) => void;
  /** Of the text in a picture. */
  language: PictureLanguage;
}

/** Four bytes for each of the most characters. */
const MAX_BYTES = 4 * CAPTIONS_MAX_CHARS;
const PAGE = /\.x?html?$/i;
const MARKDOWN = /\.(?:md|markdown|mdown)$/i;
const PLAIN = /\.(?:txt|text|vtt|srt)$/i;
const PDF = /\.pdf$/i;
const PICTURE = /\.(?:png|jpe?g|webp|gif|bmp|avif)$/i;

const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];
const PLAIN_TYPES = ['text/plain', 'text/vtt', 'text/srt', 'application/x-subrip'];

/** The names that the file picker offers. */
export const FILE_TYPES =
  '.pdf,.html,.htm,.xhtml,.md,.markdown,.txt,.text,.vtt,.srt,.png,.jpg,.jpeg,.webp,.gif,.bmp,.avif,application/pdf,text/html,application/xhtml+xml,text/markdown,text/plain,text/vtt,application/x-subrip,image/*';

/** They are read where they are added. */
const CAPTIONS_NOTE =
  'These are captions. Once added, they are paragraphs of what is said, without the times.';

/** What reads pictures and PDFs is loaded only for them. */
const readers = {
  picture: async (file: File, options: ReadOptions): Promise<ReadSource> => {
    const { recogniseText } = await import('./recognise-text.ts');
    return { kind: 'screenshot', ...(await recogniseText(file, options)) };
  },
  pdf: async (file: File, options: ReadOptions): Promise<ReadSource> => {
    const { readPdf } = await import('./read-pdf.ts');
    const read = await readPdf(file, options);
    return { kind: 'file', ...read, title: read.title || nameOf(file) };
  },
  page: async (file: File, { signal }: ReadOptions): Promise<ReadSource> => {
    const html = await textIn(file, DECLARED_BY_PAGE);
    const worker = new Worker(new URL('./page-worker.ts', import.meta.url), { type: 'module' });
    const read = await workerResult(worker, {
      message: html,
      signal,
      take: (reply: PageText) => reply,
      broken: 'The page reader did not load. Please try again.',
      tooSlow: 'This page takes too long to read.',
    });
    return withText(file, read);
  },
  markdown: async (file: File): Promise<ReadSource> => {
    const { markdownText } = await import('./markdown-text.ts');
    const { title, text } = markdownText(await textIn(file));
    return withText(file, { title: title.slice(0, SOURCE_TITLE_MAX_CHARS), text });
  },
  plain: async (file: File): Promise<ReadSource> => withText(file, { text: await textIn(file) }),
};

/**
 * Returns a file's kind by its name or else its type; null if it can't be read. Other text formats have
 * markup: RTF, XML, tables.
 */
export function kindOfFile({ name, type }: Pick<File, 'name' | 'type'>) {
  if (PDF.test(name) || type === 'application/pdf') return 'pdf';
  if (PAGE.test(name) || PAGE_TYPES.includes(type)) return 'page';
  if (MARKDOWN.test(name) || type === 'text/markdown') return 'markdown';
  if (PLAIN.test(name) || PLAIN_TYPES.includes(type)) return 'plain';
  // SVG is text to the browser and isn't rendered to a picture here.
  if (type === 'image/svg+xml') return null;
  if (PICTURE.test(name) || type.startsWith('image/')) return 'picture';
  return null;
}

/** @throws ReaderError in words for the reader; the signal's reason if it is aborted */
export async function readFile(file: File, options: ReadOptions): Promise<ReadSource> {
  const kind = kindOfFile(file);
  if (kind === null) {
    throw new ReaderError(
      "This kind of file can't be read. Choose a PDF, a web page, a Markdown or text file, captions, or a picture of text.",
    );
  }
  if (file.size === 0) throw new ReaderError('This file is empty.');
  return readers[kind](file, options);
}

async function textIn(file: File, declared?: RegExp): Promise<string> {
  if (file.size > MAX_BYTES) throw new ReaderError('This file is too large for a source.');
  const text = fileText(new Uint8Array(await file.arrayBuffer()), declared);
  if (text === null) throw new ReaderError('This is not a text file.');
  return text;
}

function withText(file: File, read: Partial<ReadSource> & Pick<ReadSource, 'text'>): ReadSource {
  if (read.text.trim() === '') throw new ReaderError('There is no text in this file.');
  return {
    kind: 'file',
    author: '',
    ...read,
    ...beginning(read.text),
    title: read.title || nameOf(file),
  };
}

/** The whole lines that fit into a source, or words of a longer line: a text box takes seconds for many more. */
function beginning(text: string): Pick<ReadSource, 'text' | 'note'> {
  const about = isCaptions(text) ? CAPTIONS_NOTE : '';
  const max = maxCharsOf(text);
  if (text.length <= max) return { text, note: about };
  const most = text.slice(0, max);
  const end = [most.lastIndexOf('\n'), most.lastIndexOf(' ')].find((at) => at > 0);
  const [limit, all] = [max, text.length].map((count) => count.toLocaleString('en'));
  const cut = `Only the beginning fits: a source can have ${limit} characters${
    about && ' of captions'
  }, and this text has ${all}.`;
  return { text: most.slice(0, end).trimEnd().toWellFormed(), note: `${about} ${cut}`.trim() };
}

const nameOf = ({ name }: File) => name.replace(/\.[^.]+$/, '').slice(0, SOURCE_TITLE_MAX_CHARS);
