import { decode } from 'html-entities';
import webvtt, { type CueNode } from 'webvtt-parser';
import type { Cue } from './cues.ts';
import { TranscriptError } from './transcript-error.ts';

const CLOCK = String.raw`-?(?:(\d{1,4})\s*:\s*)?(?:([0-5]?\d)\s*:\s*)?(\d{1,2})(?:\s*[.,]\s*(\d{1,3}))?`;
/** A line of times as SRT and careless VTT write it; what follows the times are settings. */
const TIMING_LINE = new RegExp(String.raw`^\s*${CLOCK}\s*[-–—]{1,2}>\s*${CLOCK}(?=\s|$)`);

/** One as YouTube's own format has it. */
const SBV_LINE = /^(\d{1,2}:\d\d:\d\d\.\d{3}),(\d{1,2}:\d\d:\d\d\.\d{3})$/gm;

/** The parser's own table makes '&;' of '&amp;'; so references pass it, and are resolved after. */
const REFERENCES_AS_THEY_ARE = { '&': '&' };

/** Whether a text has lines of times as SRT, VTT and SBV do. */
export function hasTimingLines(text: string): boolean {
  return withArrows(text)
    .split(/\r\n?|\n/, 40)
    .some((line) => TIMING_LINE.test(line));
}

function withArrows(text: string): string {
  return text.replace(SBV_LINE, '$1 --> $2');
}

/**
 * Reads WebVTT as its standard says. What the standard rejects as a whole, SRT above all, is
 * first brought into its form: hours, three digits after a point, a blank line before each cue.
 */
export function readCaptions(text: string): Cue[] {
  const normal = withArrows(text.replace(/\r\n?/g, '\n'));
  const timingLines = normal
    .split('\n')
    .filter((line) => line.includes('-->') || TIMING_LINE.test(line));
  const strict = /^\ufeff?WEBVTT(?=[ \t\n]|$)/.test(normal) ? readVtt(normal) : [];
  if (strict.length * 2 >= timingLines.length) return strict;
  // A few odd lines among sound ones are for the standard to drop; a form of its own is not.
  const readable = timingLines.filter((line) => TIMING_LINE.test(line));
  return readable.length >= timingLines.length * 0.9 ? readVtt(asVtt(normal)) : strict;
}

function readVtt(text: string): Cue[] {
  try {
    return cuesOf(text);
  } catch (error) {
    // The parser goes down a cue's tree by recursion, and a file may be built to exhaust it.
    if (!(error instanceof RangeError)) throw error;
    throw new TranscriptError('The captions are nested too deep.', { cause: error });
  }
}

function cuesOf(text: string): Cue[] {
  const { cues } = new webvtt.WebVTTParser(REFERENCES_AS_THEY_ARE).parse(text, 'metadata');
  return (
    cues
      // The parser makes a cue without times of text that stands alone.
      .filter((cue) => cue.startTime > 0 || cue.endTime > 0)
      .flatMap((cue) =>
        voicesIn(cue.tree.children).map((voice) => ({
          start: cue.startTime,
          end: cue.endTime,
          speaker: voice.speaker,
          text: decode(voice.text, { level: 'html5', scope: 'body' }),
        })),
      )
  );
}

/** A cue's text, apart for each voice that speaks in it. */
function voicesIn(nodes: readonly CueNode[]): { speaker: string | null; text: string }[] {
  const voices: { speaker: string | null; text: string }[] = [];
  const walk = (node: CueNode, speaker: string | null): void => {
    if (node.type === 'text') {
      const last = voices.at(-1);
      if (last !== undefined && last.speaker === speaker) last.text += node.value;
      else voices.push({ speaker, text: node.value });
    } else if (node.type === 'object') {
      const own = node.name === 'v' ? node.value?.trim() || null : speaker;
      for (const child of node.children) walk(child, own);
    }
  };
  for (const node of nodes) walk(node, null);
  return voices;
}

function asVtt(text: string): string {
  const source = text.split('\n');
  const isSrt = !source[0]?.includes('WEBVTT');
  const lines = ['WEBVTT', ''];
  for (const line of source) {
    const timing = TIMING_LINE.exec(line);
    // Where cues have counters, a blank line ends none.
    if (timing === null && isSrt && line.trim() === '') continue;
    if (timing === null) {
      lines.push(line.replace(/\{\\[^{}]*\}/g, ''));
      continue;
    }
    // What stands on the line before may be a counter, or the end of the last cue's text.
    if (/^\s*\d+\s*$/.test(lines.at(-1) ?? '')) lines.pop();
    lines.push('', `${clockOf(timing.slice(1, 5))} --> ${clockOf(timing.slice(5, 9))}`);
  }
  return lines.join('\n').replace(/^WEBVTT\n\n\s*WEBVTT[^\n]*/, 'WEBVTT');
}

/** Two numbers are minutes and seconds, and stand in the first two places of the pattern. */
function clockOf([first, second, seconds = '0', fraction = '0']: (string | undefined)[]): string {
  const [hours, minutes] = second === undefined ? ['0', first ?? '0'] : [first ?? '0', second];
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const clock = `${two(total / 3600)}:${two((total / 60) % 60)}:${two(total % 60)}`;
  return `${clock}.${fraction.padEnd(3, '0')}`;
}
