/**
 * Reads the text of a PDF. Runs in a worker, because pdf.js takes long, and the file may be hostile.
 */
import { getDocumentProxy } from 'unpdf';
import {
  SOURCE_AUTHOR_MAX_CHARS,
  SOURCE_MAX_CHARS,
  SOURCE_TITLE_MAX_CHARS,
} from '../../../schema/limits.ts';
import { type LaidOutLine, paragraphsOfLines, withoutRunningLines } from './laid-out-lines.ts';

/** A longer document has too much text, or hardly any. */
const PAGES_MAX = 2_000;
/** One page can't contain more than a whole source may. */
const PAGE_MAX_CHARS = SOURCE_MAX_CHARS;

export interface PdfText {
  /** From its metadata; '' if it has no useful one. */
  title: string;
  author: string;
  text: string;
  pages: number;
  /** The last page of the text: the document's last, unless it is too long. */
  readPages: number;
  /** Pages with nothing but pictures, headers and footers, among those that were read. */
  emptyPages: number;
}

/** Why a PDF could not be read. */
export type PdfFault = 'protected' | 'broken' | 'scanned' | 'too_long' | 'too_large';

export class PdfError extends Error {
  readonly fault: PdfFault;

  constructor(fault: PdfFault) {
    super(fault);
    this.fault = fault;
  }
}

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

/**
 * Each page ends its last paragraph.
 *
 * @throws PdfError
 */
export async function readPdfDocument(
  data: Uint8Array<ArrayBuffer>,
  onPage: (page: number, pages: number) => void,
): Promise<PdfText> {
  const document = await open(data);
  const facts = await factsOf(document);
  const pages = document.numPages;
  const read: LaidOutLine[][] = [];
  let characters = 0;
  // Nothing more fits once there are as many characters as a source may have.
  while (read.length < Math.min(pages, PAGES_MAX) && characters <= SOURCE_MAX_CHARS) {
    const lines = await readPage(document, read.length + 1);
    characters += lines.reduce((sum, { text }) => sum + text.length, 0);
    read.push(lines);
    onPage(read.length, pages);
  }
  const own = withoutRunningLines(read);
  const emptyPages = own.filter((lines) => lines.length === 0).length;
  const { text, readPages } = fitting(own.map(paragraphsOfLines));
  if (text === '') throw new PdfError(emptyPages === own.length ? 'scanned' : 'too_long');
  return { ...facts, text, pages, readPages, emptyPages };
}

async function open(data: Uint8Array<ArrayBuffer>): Promise<Document> {
  try {
    // Errors are thrown; warnings about fonts would only clutter the console.
    return await getDocumentProxy(data, { verbosity: 0, disableFontFace: true });
  } catch (error) {
    const isProtected = error instanceof Error && error.name === 'PasswordException';
    throw new PdfError(isProtected ? 'protected' : 'broken');
  }
}

/** Returns the whole pages that fit into a source; if the first doesn't, its first paragraphs. */
function fitting(pages: string[][]): { text: string; readPages: number } {
  const kept: string[] = [];
  let length = 0;
  for (const [index, paragraphs] of pages.entries()) {
    const text = paragraphs.join('\n\n');
    if (length + text.length + 2 > SOURCE_MAX_CHARS) {
      if (kept.length > 0) return { text: kept.join('\n\n'), readPages: index };
      return { text: firstFitting(paragraphs), readPages: 1 };
    }
    if (text !== '') {
      kept.push(text);
      length += text.length + 2;
    }
  }
  return { text: kept.join('\n\n'), readPages: pages.length };
}

function firstFitting(paragraphs: string[]): string {
  let length = 0;
  const end = paragraphs.findIndex((paragraph) => {
    length += paragraph.length + 2;
    return length > SOURCE_MAX_CHARS;
  });
  return paragraphs.slice(0, end).join('\n\n');
}

/** A piece of text, as pdf.js gives it. */
interface Item {
  str: string;
  width: number;
  height: number;
  /** Its size and slant, then its position from the bottom left corner. */
  transform: number[];
  hasEOL: boolean;
}

/** A page that pdf.js cannot read has no lines; those around it may be fine. */
async function readPage(document: Document, number: number): Promise<LaidOutLine[]> {
  try {
    const page = await document.getPage(number);
    const items: Item[] = [];
    let characters = 0;
    const reader = page.streamTextContent().getReader();
    while (characters <= PAGE_MAX_CHARS) {
      const { done, value } = await reader.read();
      if (done) break;
      for (const item of value.items) {
        if (!('str' in item)) continue;
        characters += item.str.length;
        items.push(item as Item);
      }
    }
    // Not awaited: pdf.js only answers once the page is done, which may be never.
    void reader.cancel(new Error('enough')).catch(() => {});
    page.cleanup();
    return linesOf(items);
  } catch {
    return [];
  }
}

/** The lines of a page in reading order. Exported for tests. */
function linesOf(items: readonly Item[]): LaidOutLine[] {
  const lines: LaidOutLine[] = [];
  let open: LaidOutLine | null = null;
  for (const { str, width, height, transform, hasEOL } of items) {
    const [, , , , left = 0, bottom = 0] = transform;
    if (str !== '') {
      open ??= { text: '', left, right: left, baseline: -bottom, height: 0 };
      open.text += str;
      // Spaces at the end of a line are as wide as the column.
      if (str.trim() !== '') {
        open.left = Math.min(open.left, left);
        open.right = Math.max(open.right, left + width);
        open.height = Math.max(open.height, height);
      }
    }
    if (hasEOL) {
      lines.push(...readable(open));
      open = null;
    }
  }
  return [...lines, ...readable(open)];
}

/** Control characters, which fonts without a letter map produce. */
const CONTROLS = /\p{Cc}/gu;

function readable(line: LaidOutLine | null): LaidOutLine[] {
  const text = line?.text.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim() ?? '';
  // Slanted and empty fonts have no height, so use another line's.
  return line === null || text === '' ? [] : [{ ...line, text, height: line.height || 10 }];
}

/** Titles that programs make up. */
const NO_TITLE =
  /^(?:untitled|microsoft word - .*|.*\.(?:docx?|pdf|tex|dvi|indd|pptx?|xlsx?|odt))$/i;

async function factsOf(document: Document): Promise<Pick<PdfText, 'title' | 'author'>> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  const { Title, Author } = info as Record<string, unknown>;
  const title = line(Title, SOURCE_TITLE_MAX_CHARS);
  return {
    title: NO_TITLE.test(title) ? '' : title,
    author: line(Author, SOURCE_AUTHOR_MAX_CHARS),
  };
}

const line = (value: unknown, maxChars: number) =>
  typeof value === 'string'
    ? value.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim().slice(0, maxChars).toWellFormed()
    : '';
