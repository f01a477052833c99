/**
 * Converts sanitised HTML to Markdown for other apps. Escapes everything they would interpret, so that
 * untrusted text stays text. Takes time linear in the HTML's length.
 */

import { Parser } from 'htmlparser2';
import { placeNumber } from '../../../schema/wire/clock.ts';
import { withoutPauses } from '../../platform/pauses.ts';
import { decodeAttribute, decodeHtmlText, htmlToText } from '../../platform/plain-text.ts';
import { parseHtml, TooMuchMarkup } from '../../platform/sanitise-html.ts';
import { absoluteAddress, CITATION } from './links.ts';
import {
  around,
  cellOf,
  codeSpan,
  escapeInline,
  escapeLine,
  fenced,
  indented,
  plainToMarkdown,
  quoted,
  shortFenced,
  tableOf,
} from './markdown-text.ts';

export interface MarkdownTarget {
  origin: string;
  /** The address of a cited time; null if times aren't citations. */
  linkTo: ((seconds: number) => string) | null;
  /** Whether the app ends code at any line that starts like a fence, however long the real one is. */
  hasShortFences?: boolean;
}

const BLOCKS = new Set(
  (
    'blockquote dd details div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table tbody td ' +
    'tfoot th thead tr ul'
  ).split(' '),
);
const MARKS: Record<string, string> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
  strike: '~~',
};

/**
 * Each level of quotations and lists copies its lines, a little longer than before. All copies together are at
 * most this many times as long as the HTML; only malicious texts nest deeper.
 */
const MAX_GROWTH = 20;
/** Extra length, because the marks of short lines are longer than the lines. */
const SMALL_CHARS = 10_000;

/** Stands for `br` until a block's lines are written. White space that occurs in none of our texts. */
const BREAK = '\u2028';

/** An open element's content so far. */
interface Frame {
  name: string;
  attributes: Record<string, string>;
  blocks: string[];
  hasParagraphs: boolean;
  inline: string;
  /** Of a list. */
  items: string[];
  /** Of a table. */
  rows: string[];
  /** Of a row. */
  cells: string[];
}

/** @returns the text's blocks: paragraphs, headings, lists and so on; its plain text with absurd nesting */
export const toMarkdown = (html: string, target: MarkdownTarget): string[] =>
  withoutPauses(convertToMarkdown(html, target));

/** The same; yields where it may pause. */
export function* convertToMarkdown(
  html: string,
  target: MarkdownTarget,
): Generator<void, string[]> {
  const writer = new MarkdownWriter(target, SMALL_CHARS + html.length * MAX_GROWTH);
  try {
    yield* parseHtml(html, new Parser(writer, { decodeEntities: false }));
    return writer.output();
  } catch (error) {
    if (!(error instanceof TooMuchMarkup)) throw error;
    return plainToMarkdown(htmlToText(html));
  }
}

class MarkdownWriter {
  readonly #target: MarkdownTarget;
  readonly #root = newFrame('', {});
  readonly #open: Frame[] = [this.#root];
  #text = '';
  /** Inside `pre` and `code`, text is literal. */
  #raw = 0;
  /** Characters that quotations and lists may still write. */
  #left: number;

  constructor(target: MarkdownTarget, maxChars: number) {
    this.#target = target;
    this.#left = maxChars;
  }

  onopentag(name: string, written: Record<string, string>): void {
    this.#flushText();
    const frame = newFrame(name, written);
    if (BLOCKS.has(name)) flushInline(this.#top());
    if (name === 'pre' || name === 'code') this.#raw += 1;
    this.#open.push(frame);
  }

  ontext(text: string): void {
    this.#text += decodeHtmlText(text).replaceAll(BREAK, '\n');
  }

  onclosetag(name: string): void {
    this.#flushText();
    const frame = this.#open.pop();
    if (!frame) return;
    if (name === 'pre' || name === 'code') this.#raw -= 1;
    const parent = this.#top();
    if (BLOCKS.has(frame.name)) this.#closeBlock(frame, parent);
    else parent.inline += this.#inlineOf(frame);
  }

  output(): string[] {
    this.#flushText();
    flushInline(this.#root);
    return this.#root.blocks;
  }

  #top(): Frame {
    return this.#open.at(-1) ?? this.#root;
  }

  #flushText(): void {
    const text = this.#text;
    if (text === '') return;
    this.#text = '';
    const frame = this.#top();
    if (this.#raw > 0) frame.inline += text;
    else if (this.#open.some(({ name }) => name === 'a')) frame.inline += escapeInline(text);
    else frame.inline += this.#withLinks(text);
  }

  #withLinks(text: string): string {
    const { linkTo } = this.#target;
    if (linkTo === null) return escapeInline(text);
    let result = '';
    let from = 0;
    for (const match of text.matchAll(CITATION)) {
      const clock = match[1] ?? '';
      result += escapeInline(text.slice(from, match.index));
      result += `[${clock}](${linkTo(placeNumber(clock))})`;
      from = match.index + match[0].length;
    }
    return result + escapeInline(text.slice(from));
  }

  #inlineOf({ name, attributes, inline, blocks }: Frame): string {
    const content = blocks.length > 0 ? [...blocks, inline].join(' ') : inline;
    const mark = MARKS[name];
    if (name === 'br') return this.#raw > 0 ? '\n' : BREAK;
    if (name === 'code') return this.#top().name === 'pre' ? content : codeSpan(content);
    if (name === 'q') return `“${content}”`;
    if (name === 'a') return this.#link(content, decodeAttribute(attributes.href ?? ''));
    return mark === undefined || this.#raw > 0 ? content : around(content, mark);
  }

  #link(content: string, href: string): string {
    const to = absoluteAddress(this.#target.origin, href);
    if (to === null || content.trim() === '') return content;
    const safe = to.replace(/[()<>\\\s|]/g, (one) => encodeByte(one));
    return around(content.replaceAll(BREAK, ' '), '[', `](${safe})`);
  }

  /** @throws TooMuchMarkup */
  #counted(written: string): string {
    this.#left -= written.length;
    if (this.#left < 0) throw new TooMuchMarkup();
    return written;
  }

  #closeBlock(frame: Frame, parent: Frame): void {
    const { name } = frame;
    if (name === 'pre') {
      parent.blocks.push(
        this.#target.hasShortFences === true ? shortFenced(frame.inline) : fenced(frame.inline),
      );
      return;
    }
    if (name === 'hr') {
      parent.blocks.push('***');
      return;
    }
    if (/^h[1-6]$/.test(name)) {
      const text = [...frame.blocks, frame.inline].join(' ').replaceAll(BREAK, ' ').trim();
      if (text !== '') parent.blocks.push(`${'#'.repeat(Number(name[1]))} ${text}`);
      return;
    }
    flushInline(frame);
    const content = frame.blocks.join('\n\n');
    switch (name) {
      case 'blockquote':
        if (content !== '') parent.blocks.push(this.#counted(quoted(content)));
        return;
      case 'li':
        parent.items.push(isTight(frame) ? frame.blocks.join('\n') : content);
        return;
      case 'ul':
      case 'ol':
        pushAll(parent.blocks, frame.blocks);
        pushAll(
          parent.blocks,
          listOf(frame).map((list) => this.#counted(list)),
        );
        return;
      case 'td':
      case 'th':
        parent.cells.push(cellOf(content));
        return;
      case 'tr':
        if (frame.cells.length > 0) parent.rows.push(`| ${frame.cells.join(' | ')} |`);
        pushAll(parent.blocks, frame.blocks);
        return;
      case 'thead':
      case 'tbody':
      case 'tfoot':
        pushAll(parent.rows, frame.rows);
        pushAll(parent.blocks, frame.blocks);
        return;
      case 'table':
        pushAll(parent.blocks, frame.blocks);
        if (frame.rows.length > 0) parent.blocks.push(tableOf(frame.rows));
        return;
      case 'summary':
      case 'dt':
        if (content !== '') parent.blocks.push(around(content, '**'));
        return;
      default:
        if (name === 'p') parent.hasParagraphs = true;
        pushAll(parent.blocks, frame.blocks);
    }
  }
}

const newFrame = (name: string, attributes: Record<string, string>): Frame => ({
  name,
  attributes,
  blocks: [],
  hasParagraphs: false,
  inline: '',
  items: [],
  rows: [],
  cells: [],
});

/** Thousands of arguments in one call would overflow the stack. */
function pushAll(to: string[], from: string[]): void {
  for (const one of from) to.push(one);
}

/** Whether a list item is one line, perhaps with lists below, so that no blank lines are needed. */
const isTight = ({ blocks, hasParagraphs }: Frame) =>
  !hasParagraphs && blocks.slice(1).every((block) => /^(?:- |1\. )/.test(block));

/** Ends a paragraph. */
function flushInline(frame: Frame): void {
  const text = frame.inline;
  frame.inline = '';
  const lines = text
    .split(BREAK)
    .map((line) => escapeLine(line.trim()))
    .filter((line) => line !== '');
  if (lines.length > 0) frame.blocks.push(lines.join('  \n'));
}

function listOf({ name, attributes, items }: Frame): string[] {
  if (items.length === 0) return [];
  const first = name === 'ol' ? Number(attributes.start ?? 1) : 0;
  const lines = items.map((item, index) => {
    const marker = name === 'ol' ? `${first + index}. ` : '- ';
    return item === '' ? marker.trimEnd() : marker + indented(item, ' '.repeat(marker.length));
  });
  return [lines.join('\n')];
}

const encodeByte = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
