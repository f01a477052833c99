/**
 * Groups a transcript's paragraphs into blocks, which the browser skips while they are out of sight.
 * It checks each block in every frame; checking a thousand paragraphs would take a good part of one.
 */
import type { Paragraph } from './transcript-layout.ts';

const PARAGRAPHS = 24;

interface ParagraphBlock {
  /** Index of its first paragraph. */
  first: number;
  paragraphs: readonly Paragraph[];
}

export function blocksOf(paragraphs: readonly Paragraph[]): ParagraphBlock[] {
  return Array.from({ length: Math.ceil(paragraphs.length / PARAGRAPHS) }, (_, index) => ({
    first: index * PARAGRAPHS,
    paragraphs: paragraphs.slice(index * PARAGRAPHS, (index + 1) * PARAGRAPHS),
  }));
}

/** The element of the paragraph with this index. */
export function paragraphAt(scroller: HTMLElement | null, place: number): Element | undefined {
  return scroller?.children[Math.floor(place / PARAGRAPHS)]?.children[place % PARAGRAPHS];
}

/** The index of a paragraph's element; -1 for any other. */
export function paragraphIndexOf(scroller: HTMLElement, paragraph: Element): number {
  const block = paragraph.parentElement;
  const index = block ? [...scroller.children].indexOf(block) : -1;
  return block && index >= 0 ? index * PARAGRAPHS + [...block.children].indexOf(paragraph) : -1;
}
