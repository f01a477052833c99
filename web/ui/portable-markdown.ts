/** Markdown for use outside the app: its links into the app are absolute, and its times are links. */
import { placeNumber } from '../../schema/wire/clock.ts';
import { CITATION } from './citations.ts';

/** A link or image destination that is a path. */
const PATH_LINK = /(\]\()(\/(?!\/)[^)\s]*)(?=[)\s])/g;

/** Fenced and inline code, whose text isn't Markdown. */
const CODE = /(^ {0,3}(?:```|~~~)[\s\S]*?^ {0,3}(?:```|~~~)[^\n]*$|(`+)(?!`)[\s\S]*?[^`]\2(?!`))/gm;

/** Replaces everything except code. */
function outsideCode(markdown: string, replace: (text: string) => string): string {
  let result = '';
  let from = 0;
  for (const match of markdown.matchAll(CODE)) {
    result += replace(markdown.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return result + replace(markdown.slice(from));
}

/** Makes links to paths of the app absolute. */
export function withAbsoluteLinks(markdown: string, origin: string): string {
  return outsideCode(markdown, (text) => text.replace(PATH_LINK, `$1${origin}$2`));
}

/** The address of a place in an episode, for anywhere. */
export function placeAddress(origin: string, episodeId: string, seconds: number): string {
  const search = new URLSearchParams({ episode: episodeId, at: String(Math.floor(seconds)) });
  return `${origin}/podcasts?${search}`;
}

/**
 * Makes links absolute, and links of the times that a text about one episode cites. Escaped times are
 * somebody's words, and a time before a link's address is one already.
 */
export function withPlaceLinks(
  markdown: string,
  { origin, episodeId }: { origin: string; episodeId: string | null },
): string {
  const absolute = withAbsoluteLinks(markdown, origin);
  if (episodeId === null) return absolute;
  return outsideCode(absolute, (text) =>
    text.replace(CITATION, (citation, clock: string, index: number) =>
      text.startsWith('(', index + citation.length)
        ? citation
        : `${citation}(${placeAddress(origin, episodeId, placeNumber(clock))})`,
    ),
  );
}
