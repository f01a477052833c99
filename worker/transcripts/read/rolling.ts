import { createPauseMeter, SENTENCE } from '../../platform/pauses.ts';
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
export function* unrollCaptions(cues: readonly Cue[]): Generator<void, Cue[]> {
  const isTimeToPause = createPauseMeter();
  const repeated: number[] = [];
  let earlier: string[] = [];
  for (const [index, cue] of cues.entries()) {
    if (isTimeToPause(SENTENCE + cue.text.length)) yield;
    const lines = linesOf(cue.text);
    repeated.push(follows(cue, cues[index - 1]) ? repeatedLength(earlier, lines) : 0);
    earlier = lines;
  }
  const rolling = repeated.filter((length) => length > 0).length;
  if (rolling < MIN_ROLLING_CUES || rolling < cues.length * ROLLING_SHARE) return [...cues];
  const kept: Cue[] = [];
  cues.forEach((cue, index) => {
    const text = linesOf(cue.text).join(' ').slice(repeated[index]).trimStart();
    const last = kept.at(-1);
    if (text !== '') kept.push({ ...cue, text });
    else if (last !== undefined && cue.end !== null) last.end = Math.max(last.end ?? 0, cue.end);
  });
  return kept.map((cue, index) => ({ ...cue, end: untilNext(cue, kept[index + 1]) }));
}

const follows = (cue: Cue, before: Cue | undefined): boolean =>
  before !== undefined &&
  before.speaker === cue.speaker &&
  (cue.start ?? 0) - (before.end ?? 0) <= MAX_GAP_SECONDS;

/** How many of a cue's first characters, its lines joined, repeat the end of the previous cue. */
function repeatedLength(earlier: string[], later: string[]): number {
  const most = Math.min(earlier.length, later.length, MAX_LINES_SHOWN);
  for (let lines = most; lines > 0; lines -= 1) {
    const first = later.slice(0, lines).join(' ');
    if (first === earlier.slice(-lines).join(' ')) return first.length;
  }
  const before = earlier.join(' ');
  const grows = before !== '' && `${later.join(' ')} `.startsWith(`${before} `);
  return grows ? before.length : 0;
}

function untilNext(cue: Cue, next: Cue | undefined): number | null {
  if (cue.end === null || next === undefined || next.start === null) return cue.end;
  return Math.max(cue.start ?? 0, Math.min(cue.end, next.start));
}

/** Lines that say something, without surplus white space. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');
