import type { Element, ElementContent, Root, Text } from 'hast';

/** A citation in a text; its first group is the time. */
export const CITATION = /(?<!\\)\[((?:\d{1,2}:)?\d{1,3}:[0-5]\d)\]/g;

/** `12:34` → 754, `1:02:33` → 3753. */
export function secondsOf(clock: string): number {
  return clock.split(':').reduce((total, part) => total * 60 + Number(part), 0);
}

/** A position in one of several episodes. */
export interface EpisodePlace {
  episodeId: string;
  seconds: number;
}

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
 * Turns `[12:34]` and `[1:02:33]` in text (not in code) into `button` elements with `dataSeconds`. Runs
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
const WRITTEN = /(?<!\\)(\\?)\[(?:\d{1,2}:)?\d{1,3}:[0-5]\d(\\?)\]/g;

/**
 * Returns the citations among a text's bracketed times, according to the Markdown source. Returns none
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
    const clock = match[1] ?? '';
    const [before, word] = cutLastWord(value.slice(from, match.index));
    if (before !== '') pieces.push({ type: 'text', value: before });
    pieces.push(
      element('span', { className: ['cited'] }, [
        { type: 'text', value: word },
        element('button', { dataSeconds: secondsOf(clock) }, [{ type: 'text', value: clock }]),
      ]),
    );
    from = match.index + match[0].length;
  }
  if (from < value.length) pieces.push({ type: 'text', value: value.slice(from) });
  return pieces;
}
