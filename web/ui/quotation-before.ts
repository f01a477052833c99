const BLOCKS = 'p, li, blockquote, td';
const CITATIONS = '.citation';

/** Returns the text that a citation belongs to: what stands before it in its paragraph, after the previous one. */
export function quotationBefore(citation: HTMLElement): string {
  const block = citation.closest(BLOCKS);
  if (!block) return '';
  const citations = [...block.querySelectorAll(CITATIONS)];
  const previous = citations[citations.indexOf(citation) - 1];
  const range = document.createRange();
  range.selectNodeContents(block);
  if (previous) range.setStartAfter(previous);
  range.setEndBefore(citation);
  return range.toString();
}
