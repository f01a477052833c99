import { createPauseMeter, SENTENCE } from '../platform/pauses.ts';
import type { Cue } from './cues.ts';

/** Rolling captions follow each other without a gap. */
const MAX_GAP_SECONDS = 1;
/** From this share of cues that repeat the end of the previous one, a file counts as rolling. */
const ROLLING_SHARE = 0.25;
const MIN_ROLLING_CUES = 3;
/** More than fit on a screen. */
const MAX_LINES_SHOWN = 10;

/**
 * Live captions roll: each cue repeats the last line and adds one, or a line grows word by word. In
 * files that do this throughout, only the additions are kept. Elsewhere, repeated words were really
 * said twice. Works in steps.
 */
export function* unrolling(cues: readonly Cue[]): Generator<void, Cue[]> {
  const isTimeToPause = createPauseMeter();
  const overlaps: number[] = [];
  for (const [index, cue] of cues.entries()) {
    if (isTimeToPause(SENTENCE + cue.text.length)) yield;
    overlaps.push(overlapWords(cues[index - 1], cue));
  }
  const rolling = overlaps.filter((words) => words > 0).length;
  if (rolling < MIN_ROLLING_CUES || rolling < cues.length * ROLLING_SHARE) return [...cues];
  const kept: Cue[] = [];
  cues.forEach((cue, index) => {
    const words = splitWords(cue.text).slice(overlaps[index]);
    const last = kept.at(-1);
    if (words.length > 0) kept.push({ ...cue, text: words.join(' ') });
    else if (last !== undefined && cue.end !== null) last.end = Math.max(last.end ?? 0, cue.end);
  });
  return kept.map((cue, index) => ({ ...cue, end: untilNext(cue, kept[index + 1]) }));
}

/** How many of a cue's first words repeat the end of the previous cue. */
function overlapWords(before: Cue | undefined, cue: Cue): number {
  if (before === undefined || before.speaker !== cue.speaker) return 0;
  if ((cue.start ?? 0) - (before.end ?? 0) > MAX_GAP_SECONDS) return 0;
  const earlier = linesOf(before.text);
  const later = linesOf(cue.text);
  const most = Math.min(earlier.length, later.length, MAX_LINES_SHOWN);
  for (let lines = most; lines > 0; lines -= 1) {
    const repeated = later.slice(0, lines);
    if (repeated.join('\n') === earlier.slice(-lines).join('\n')) {
      return splitWords(repeated.join(' ')).length;
    }
  }
  const words = splitWords(before.text);
  const grows =
    words.length > 0 && ` ${splitWords(cue.text).join(' ')} `.startsWith(` ${words.join(' ')} `);
  return grows ? words.length : 0;
}

function untilNext(cue: Cue, next: Cue | undefined): number | null {
  if (cue.end === null || next === undefined || next.start === null) return cue.end;
  return Math.max(cue.start ?? 0, Math.min(cue.end, next.start));
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => splitWords(line).join(' '))
    .filter((line) => line !== '');
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
