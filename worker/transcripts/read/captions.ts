import webvtt, { type CueNode } from 'webvtt-parser';
import { TIMING_LINE } from '../../../schema/wire/captions.ts';
import { createPauseMeter } from '../../platform/pauses.ts';
import { decodeHtmlText } from '../../platform/plain-text.ts';
import { type Cue, MAX_CUES } from './cues.ts';
import { TranscriptError } from './transcript-error.ts';

/** An unreadable time is more likely than an arrow among the words. */
const LIKE_TIMING = /^\s*-?\d[^<>]*-->\s*-?\d/;

/** Characters between two blank lines: more than hours of speech. The rest is ignored. */
const MAX_BLOCK = 250_000;
/** Characters per call of the parser, whose bookkeeping takes many times as much memory. */
const PIECE = 50_000;

/** The parser's own table mishandles '&amp;', so entity references pass through and are resolved later. */
const REFERENCES_AS_THEY_ARE = { '&': '&' };

/** Formatting of SubStation and SubRip files. */
const STYLING = /\{(?:\\[^{}]*|\/?[biu])\}/g;
/** Characters that many files have among the words, and that the parser would misread. */
const ARROW = /-->/g;
/** A '<' between words, as in 'I <3 it'. Anywhere else it starts a tag, as in the standard. */
const NO_TAG = /(?<=[\p{L}\p{N}][^\p{L}\p{N}\n]{0,3})<(?![/.>a-z]|\d+:)(?=\s?[\p{N}\p{L}=])/giu;

type TimedCue = Cue & { start: number; end: number };

/**
 * Reads WebVTT according to its standard, in steps. Files that the standard rejects, above all SRT, are first
 * converted: hours, three digits after a point, a blank line before each cue.
 */
export function* readCaptionCues(text: string): Generator<void, Cue[]> {
  const normal = text.replace(/\r\n?/g, '\n');
  let timingLines = 0;
  let readable = 0;
  const isTimeToPause = createPauseMeter();
  for (const line of linesOf(normal)) {
    if (isTimeToPause(line.length)) yield;
    const isReadable = TIMING_LINE.test(line);
    if (isReadable) readable += 1;
    if (isReadable || LIKE_TIMING.test(line)) timingLines += 1;
  }
  const strict = /^\ufeff?WEBVTT(?=[ \t\n]|$)/.test(normal)
    ? yield* readCueBlocks(blocksOf(normal))
    : [];
  if (strict.length * 2 >= timingLines) return strict;
  // A few odd lines are left for the standard to drop; a different format is converted.
  return readable >= timingLines * 0.9 ? yield* readCueBlocks(blocksInForm(normal)) : strict;
}

/** Yields one line at a time, because a list of all lines takes many times the file's size. */
function* linesOf(text: string): Generator<string> {
  for (let offset = 0; offset <= text.length; ) {
    const newline = text.indexOf('\n', offset);
    const end = newline === -1 ? text.length : newline;
    yield text.slice(offset, Math.min(end, offset + MAX_BLOCK));
    offset = end + 1;
  }
}

/** Yields the text between blank lines: the header, then one cue or comment each. */
function* blocksOf(text: string): Generator<string> {
  for (let offset = 0; offset < text.length; ) {
    const blank = text.indexOf('\n\n', offset);
    const end = blank === -1 ? text.length : blank;
    if (end > offset) yield text.slice(offset, Math.min(end, offset + MAX_BLOCK));
    offset = end + 2;
  }
}

/** Yields a file of another format as WebVTT blocks. */
function* blocksInForm(text: string): Generator<string> {
  const isSrt = !text.slice(0, text.indexOf('\n')).includes('WEBVTT');
  let block = ['WEBVTT', ''];
  let room = MAX_BLOCK;
  for (const line of linesOf(text)) {
    const timing = TIMING_LINE.exec(line);
    if (timing !== null) {
      // The line before may be a counter, or the end of the previous cue's text.
      if (/^\s*\d+\s*$/.test(block.at(-1) ?? '')) block.pop();
      yield block.join('\n');
      block = [`${clockOf(timing.slice(1, 5))} --> ${clockOf(timing.slice(5, 9))}`];
      room = MAX_BLOCK;
    } else if (room > 0 && !(isSrt && line.trim() === '')) {
      // In files with counters, a blank line doesn't end a cue.
      block.push(line.slice(0, room).replace(STYLING, '').replace(ARROW, '--&gt;'));
      room -= line.length + 1;
    }
  }
  yield block.join('\n');
}

/** @param blocks the header first */
function* readCueBlocks(blocks: Iterable<string>): Generator<void, Cue[]> {
  const cues: TimedCue[] = [];
  let piece = '';
  const read = () => {
    for (const cue of readVtt(piece)) if (cues.length < MAX_CUES) cues.push(cue);
    piece = 'WEBVTT';
  };
  for (const block of blocks) {
    piece += piece === '' ? block : `\n\n${block}`;
    if (piece.length >= PIECE) {
      read();
      yield;
    }
    if (cues.length === MAX_CUES) break;
  }
  read();
  // The parser only sorts within a chunk.
  return cues.sort((a, b) => a.start - b.start || b.end - a.end);
}

function readVtt(text: string): TimedCue[] {
  try {
    return cuesOf(text);
  } catch (error) {
    // The parser recurses into a cue, and a malicious file may exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
    throw new TranscriptError('The captions are nested too deep.', { cause: error });
  }
}

function cuesOf(text: string): TimedCue[] {
  const parser = new webvtt.WebVTTParser(REFERENCES_AS_THEY_ARE);
  const { cues } = parser.parse(text.replace(NO_TAG, '&lt;'), 'metadata');
  return (
    cues
      // The parser makes stray text a cue without times.
      .filter((cue) => cue.startTime > 0 || cue.endTime > 0)
      .flatMap((cue) =>
        voicesIn(cue.tree.children).map((voice) => ({
          start: cue.startTime,
          end: cue.endTime,
          speaker: voice.speaker && decodeHtmlText(voice.speaker),
          text: decodeHtmlText(voice.text),
        })),
      )
  );
}

/** Splits a cue's text by speaker. */
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

/** Two numbers are minutes and seconds, in the first two groups of the pattern. */
function clockOf([first, second, seconds = '0', fraction = '0']: (string | undefined)[]): string {
  const [hours, minutes] = second === undefined ? ['0', first ?? '0'] : [first ?? '0', second];
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hms = `${two(total / 3600)}:${two((total / 60) % 60)}:${two(total % 60)}`;
  return `${hms}.${fraction.slice(0, 3).padEnd(3, '0')}`;
}
