/** Markdown for use outside the app: its links into the app are absolute, and its times are links. */
import { placeNumber } from '../../schema/wire/clock.ts';
import { CITATION } from './citations.ts';

/** A link or image destination that is a path. */
const PATH_LINK = /(\]\()(\/(?!\/)[^)\s]*)(?=[)\s])/g;

/** What may begin or end code: a fence (the group), a run of backticks, or a blank line, which no run crosses. */
const MARK = /^(?:[ \t]*| {0,3}(`{3,}(?=[^`\n]*$)|~{3,}).*)$|`+/gm;

/** Replaces everything except code, whose text isn't Markdown. */
function outsideCode(markdown: string, replace: (text: string) => string): string {
  const marks = [...markdown.matchAll(MARK)];
  const spanEnds = endsOfSpans(marks);
  let result = '';
  let from = 0;
  let openFence: string | null = null;
  const replaceTo = (end: number) => {
    result += replace(markdown.slice(from, end));
    from = end;
  };
  const copyTo = (end: number) => {
    result += markdown.slice(from, end);
    from = end;
  };
  for (const [number, { 0: line, 1: fence, index }] of marks.entries()) {
    if (index < from) continue;
    const spanEnd = spanEnds[number];
    if (openFence !== null) {
      if (!fence?.startsWith(openFence) || line.trim() !== fence) continue;
      copyTo(index + line.length);
      openFence = null;
    } else if (fence !== undefined) {
      replaceTo(index);
      openFence = fence;
    } else if (spanEnd !== undefined) {
      replaceTo(index);
      copyTo(spanEnd);
    }
  }
  // A fence that nothing closes reaches to the end.
  if (openFence === null) replaceTo(markdown.length);
  else copyTo(markdown.length);
  return result;
}

/** Where the inline code ends that begins at each mark: after the next run that is as long. */
function endsOfSpans(marks: readonly RegExpExecArray[]): (number | undefined)[] {
  const next = new Map<string, number>();
  const backwards = marks.toReversed().map(({ 0: run, 1: fence, index }) => {
    if (fence !== undefined || !run.startsWith('`')) {
      next.clear();
      return undefined;
    }
    const end = next.get(run);
    next.set(run, index + run.length);
    return end;
  });
  return backwards.reverse();
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
