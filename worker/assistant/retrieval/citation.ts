/** Citations: `[m:ss]` or `[h:mm:ss]`, each the floor of the start of a line of the transcript. */
import type { TranscriptLine } from '../../transcripts/transcript.ts';

interface Citation {
  /** As written, brackets and all. */
  text: string;
  index: number;
  /** Whole seconds from the start of the audio; several where one bracket names several. */
  seconds: number[];
}

/** How far a citation may be from the start of a line and still be taken for it. */
const SNAP_SECONDS = 5;

const TIME = String.raw`(?:\d{1,2}:)?\d{1,3}:[0-5]\d(?:[.,]\d{1,3})?`;
const BETWEEN = String.raw`\s*(?:,|;|-|–|—|/|&|and|to)\s*`;
// A model likes to make a link of a time: the target is dropped with the rest of what it wrote.
const CITATION = new RegExp(
  String.raw`(?<!\\)\[\s*(?:at\s+)?(${TIME}(?:${BETWEEN}${TIME}){0,7})\s*\](?:\([^()\s]*\))?`,
  'gi',
);

/** `[m:ss]`, from an hour on `[h:mm:ss]`, of a time in seconds (floored). */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const ss = String(whole % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `[${minutes}:${ss}]`;
  return `[${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${ss}]`;
}

/** Every bracketed time in `text`, in order. */
export function findCitations(text: string): Citation[] {
  const found: Citation[] = [];
  for (const match of text.matchAll(CITATION)) {
    const seconds = (match[1] ?? '').match(new RegExp(TIME, 'g'))?.map(toSeconds) ?? [];
    found.push({ text: match[0], index: match.index, seconds });
  }
  return found;
}

/**
 * `text` with only true citations left: a time at (or a few seconds from) the start of a line is
 * written as that line's `clock`; any other is taken out together with the space before it.
 */
export function keepTrueCitations(text: string, lines: TranscriptLine[]): string {
  const starts = startsOf(lines);
  let kept = '';
  let from = 0;
  for (const citation of findCitations(text)) {
    const times = new Set<string>();
    for (const seconds of citation.seconds) {
      const start = nearestStart(starts, seconds);
      if (start !== null) times.add(clock(start));
    }
    const before = text.slice(from, citation.index);
    from = citation.index + citation.text.length;
    kept +=
      times.size > 0 ? before + [...times].join(' ') : before.replace(/(?<![ \t])[ \t]+$/, '');
  }
  return kept + text.slice(from);
}

function toSeconds(time: string): number {
  const parts = time
    .replace(/[.,]\d+$/, '')
    .split(':')
    .map(Number);
  return parts.reduce((sum, part) => sum * 60 + part, 0);
}

/** Whole seconds at which a line starts, ascending. */
function startsOf(lines: TranscriptLine[]): number[] {
  const starts = new Set<number>();
  for (const { start } of lines) if (start !== null) starts.add(Math.max(0, Math.floor(start)));
  return [...starts].sort((a, b) => a - b);
}

/** The last start at or before `seconds` if near enough (its line holds it), else the next one. */
function nearestStart(starts: number[], seconds: number): number | null {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  const before = starts[low - 1];
  if (before !== undefined && seconds - before <= SNAP_SECONDS) return before;
  const after = starts[low];
  return after !== undefined && after - seconds <= SNAP_SECONDS ? after : null;
}
