/** Turns lines at places on a page into paragraphs. PDFs and pictures have nothing else. */

/** A line on its page, in the page's own units. */
export interface LaidOutLine {
  text: string;
  left: number;
  right: number;
  /** From the top of the page. */
  baseline: number;
  /** The height of its letters. */
  height: number;
}

/** Lines of equal size at equal distances. */
type Block = LaidOutLine[];

/** A distance between lines that is this much larger than usual separates paragraphs. */
const GAP = 1.3;
/** Lines of one paragraph are at most this far apart, in letter heights. */
const FAR = 3;
/** How many times larger than the text a heading is. */
const LARGER = 1.25;
/** A gap at the end of a line that ends its paragraph, as a share of the page's width. */
const MUCH_ROOM = 0.35;
const ITEM = /^(?:[-*•–▪◦‣]|\d{1,3}[.)])\s/u;
const ENDS_SENTENCE = /[.?!:。？！][)\]"'”’»]*$/u;
const GOES_ON = /[,;–—-]$/u;
const STARTS_ANEW = /^[\p{Lu}\p{Lt}\p{N}"'“‘«¿¡]/u;
const IDEOGRAPH = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。，．「」（）]`;
const ENDS_IDEOGRAPHIC = new RegExp(`${IDEOGRAPH}$`, 'u');
const STARTS_IDEOGRAPHIC = new RegExp(`^${IDEOGRAPH}`, 'u');

/** The paragraphs of one page, whose lines are in reading order. */
export function paragraphsOfLines(lines: readonly LaidOutLine[]): string[] {
  const page = lines.reduce(
    (seen, { left, right }) => ({
      left: Math.min(seen.left, left),
      right: Math.max(seen.right, right),
    }),
    { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY },
  );
  return blocksOf(lines).flatMap((block) => paragraphsOfBlock(block, page));
}

function blocksOf(lines: readonly LaidOutLine[]): Block[] {
  const usual = usualDistance(lines);
  const blocks: Block[] = [];
  let previous: LaidOutLine | undefined;
  for (const line of lines) {
    if (previous !== undefined && belongTogether(previous, line, usual)) blocks.at(-1)?.push(line);
    else blocks.push([line]);
    previous = line;
  }
  return blocks;
}

function belongTogether(previous: LaidOutLine, line: LaidOutLine, usual: number): boolean {
  const distance = line.baseline - previous.baseline;
  const ratio = line.height / previous.height;
  if (ratio > LARGER || ratio < 1 / LARGER) return false;
  // A new column, within a sentence.
  if (distance <= 0) return !ENDS_SENTENCE.test(previous.text) && /^\p{Ll}/u.test(line.text);
  const isBeside = line.left > previous.right || line.right < previous.left;
  return !isBeside && distance <= usual * GAP && distance <= FAR * line.height;
}

/** The median distance between lines that may belong together. */
function usualDistance(lines: readonly LaidOutLine[]): number {
  const distances = lines.flatMap((line, index) => {
    const before = lines[index - 1];
    const distance = before === undefined ? 0 : line.baseline - before.baseline;
    return distance > 0 && distance <= FAR * line.height ? [distance] : [];
  });
  distances.sort((one, other) => one - other);
  return distances[Math.floor((distances.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
}

function paragraphsOfBlock(block: Block, page: { left: number; right: number }): string[] {
  const left = Math.min(...block.slice(0, MAX_LOOKED_AT).map((line) => line.left));
  const right = Math.max(...block.slice(0, MAX_LOOKED_AT).map((line) => line.right));
  const paragraphs: LaidOutLine[][] = [];
  let previous: LaidOutLine | undefined;
  for (const line of block) {
    if (previous === undefined || startsParagraph(previous, line, { left, right }, page)) {
      paragraphs.push([line]);
    } else paragraphs.at(-1)?.push(line);
    previous = line;
  }
  return paragraphs.map(joined).filter((paragraph) => paragraph !== '');
}

/** Lines measured per block: engines limit the arguments of a call, such as that of `Math.min`. */
const MAX_LOOKED_AT = 10_000;

function startsParagraph(
  previous: LaidOutLine,
  line: LaidOutLine,
  block: { left: number; right: number },
  page: { left: number; right: number },
): boolean {
  const before = previous.text.trim();
  const text = line.text.trim();
  if (ITEM.test(text)) return true;
  // At the start of a column, the previous line's room is unknown.
  if (line.baseline <= previous.baseline) return false;
  const isIndented = line.left > block.left + line.height * 0.8 && line.left > previous.left;
  if (isIndented && ENDS_SENTENCE.test(before)) return true;
  if (GOES_ON.test(before)) return false;
  // A word that would have fitted into the previous line starts a new one on purpose.
  const [word = ''] = text.split(/\s/, 1);
  const wordWidth = ((line.right - line.left) * word.length) / Math.max(1, text.length);
  const end = previous.right + line.height * 0.3 + wordWidth;
  if (end < block.right - line.height * 0.5) {
    return STARTS_ANEW.test(text) || ENDS_SENTENCE.test(before);
  }
  return end < page.right - (page.right - page.left) * MUCH_ROOM && STARTS_ANEW.test(text);
}

/** Joins lines: without the hyphen that broke a word, and without a space in Chinese and Japanese. */
function joined(lines: readonly LaidOutLine[]): string {
  const texts = lines.map(({ text }) => text.trim());
  return texts
    .map((text, index) => {
      const next = texts[index + 1];
      if (next === undefined) return text;
      if (/\p{L}[-\u2010\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1);
      return ENDS_IDEOGRAPHIC.test(text) && STARTS_IDEOGRAPHIC.test(next) ? text : `${text} `;
    })
    .join('')
    .trim();
}

/** A first or last line that occurs on this many pages, and on most, is a header or a footer. */
const RUNNING_ON = 3;
const PAGE_NUMBER = /^\W{0,3}(?:page |seite |p\. ?)?\d{1,4}(?: ?(?:\/|of|von) ?\d{1,4})?\W{0,3}$/iu;

/** Leaves out headers and footers that stand on most pages, and page numbers. */
export function withoutRunningLines(pages: readonly LaidOutLine[][]): LaidOutLine[][] {
  const seen = new Map<string, number>();
  for (const page of pages) {
    const edges = new Set([page[0], page.at(-1)].filter((line) => line !== undefined).map(keyOf));
    for (const key of edges) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const isRunning = (line: LaidOutLine) => {
    const count = seen.get(keyOf(line)) ?? 0;
    return (
      (count >= RUNNING_ON && count > pages.length / 2) ||
      (pages.length > 1 && PAGE_NUMBER.test(line.text.trim()))
    );
  };
  return pages.map((page) => {
    const isEdge = (index: number) => index === 0 || index === page.length - 1;
    return page.filter((line, index) => !(isEdge(index) && isRunning(line)));
  });
}

const keyOf = ({ text }: LaidOutLine) => text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();
