import type { Element, ElementContent, Root, Text } from 'hast';
import { PLACE_PATTERN, placeNumber } from '../../schema/wire/clock.ts';

/** A citation in a text; its first group is the label. */
export const CITATION = new RegExp(String.raw`(?<!\\)\[(${PLACE_PATTERN})\]`, 'g');

/** A position in one of several episodes or sources. */
export interface EpisodePlace {
  episodeId: string;
  /** Of a source, the paragraph. */
  seconds: number;
  /** The text that it is cited for, if it is known. */
  quotation?: string;
}

const LABEL = new RegExp(`^(?:${PLACE_PATTERN})$`);

/** Whether a link's text is a place, as in a digest. */
export const isPlaceLabel = (text: string) => LABEL.test(text);

/** Whether a label is a time, which can be played, rather than a paragraph. */
export const isTimeLabel = (label: string) => !label.startsWith('¶');

/** What a citation opens, for screen readers. */
export const openingLabel = (label: string) =>
  `Open the ${isTimeLabel(label) ? 'transcript' : 'text'} at ${label}`;

/** Returns the position that a link points to, as in a digest; null for other links. */
export function placeOf(href: string | undefined): EpisodePlace | null {
  if (!href?.startsWith('/')) return null;
  const { searchParams } = new URL(href, window.location.origin);
  const episodeId = searchParams.get('episode');
  const seconds = searchParams.get('at');
  return episodeId && seconds && /^\d+$/.test(seconds)
    ? { episodeId, seconds: Number(seconds) }
    : null;
}

/** Longer words may be separated from the citation after them. */
const KEPT_MAX_CHARS = 24;

/** Splits off the last word before a citation, so that the two stay on one line. */
export function cutLastWord(text: string): [before: string, word: string] {
  const word = /\S+\s?$/.exec(text)?.[0] ?? '';
  const kept = word.length <= KEPT_MAX_CHARS ? word : '';
  return [text.slice(0, text.length - kept.length), kept];
}

/**
 * Turns `[12:34]`, `[1:02:33]` and `[¶ 12]` in text (not in code) into `button` elements with `dataSeconds`. Runs
 * after sanitising, so outside text can't create such buttons. Escaped brackets stay as they are:
 * `\[12:34]` is a quotation of somebody's words.
 */
export function rehypeCitations() {
  return (tree: Root, file: { toString: () => string }) => {
    splitChildren(tree, file.toString());
  };
}

function splitChildren(parent: Root | Element, markdown: string) {
  const children: ElementContent[] = [];
  for (const child of parent.children) {
    if (child.type === 'text') {
      children.push(...splitText(child, markdown));
    } else if (child.type !== 'doctype') {
      if (child.type === 'element' && child.tagName !== 'code') splitChildren(child, markdown);
      children.push(child);
    }
  }
  parent.children = children;
}

function element(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children };
}

/** The same in Markdown source, with its escapes. */
const WRITTEN = new RegExp(String.raw`(?<!\\)(\\?)\[(?:${PLACE_PATTERN})(\\?)\]`, 'g');

/**
 * Returns the citations among a text's bracketed places, according to the Markdown source. Returns none
 * if the two can't be matched, for instance if brackets are written as entities.
 */
function findCitations({ value, position }: Text, markdown: string): RegExpExecArray[] {
  const found = [...value.matchAll(CITATION)];
  const written = position ? markdown.slice(position.start.offset, position.end.offset) : '';
  const isCitation = [...written.matchAll(WRITTEN)].map(
    ([, before, after]) => before === '' && after === '',
  );
  return isCitation.length === found.length ? found.filter((_, index) => isCitation[index]) : [];
}

function splitText(text: Text, markdown: string): ElementContent[] {
  const { value } = text;
  const pieces: ElementContent[] = [];
  let from = 0;
  for (const match of findCitations(text, markdown)) {
    const label = match[1] ?? '';
    const [before, word] = cutLastWord(value.slice(from, match.index));
    if (before !== '') pieces.push({ type: 'text', value: before });
    pieces.push(
      element('span', { className: ['cited'] }, [
        { type: 'text', value: word },
        element('button', { dataSeconds: placeNumber(label) }, [{ type: 'text', value: label }]),
      ]),
    );
    from = match.index + match[0].length;
  }
  if (from < value.length) pieces.push({ type: 'text', value: value.slice(from) });
  return pieces;
}
