/** Tells captions from other texts, and how long either may be as a source. */
import { CAPTIONS_MAX_CHARS, SOURCE_MAX_CHARS } from '../limits.ts';

const CLOCK = String.raw`-?(?:(\d{1,4})\s*:\s*)?(?:([0-5]?\d)\s*:\s*)?(\d{1,2})(?:\s*[.,:]\s*(\d{1,9}))?`;
/** Numbers alone are no times: 'from 5 --> 6'. */
const HAS_TIME = String.raw`(?=[^>]*\d\s*[:.,]\s*\d)`;
/** A timing line of SRT and careless VTT; the rest of the line is settings. */
export const TIMING_LINE = new RegExp(
  String.raw`^${HAS_TIME}\s*${CLOCK}\s*[-–—]{1,2}>\s*${CLOCK}(?=\s|$)`,
);

/** Whether a text has the timing lines of SRT or VTT. */
export function hasTimingLines(text: string): boolean {
  return text.split(/\r\n?|\n/, 40).some((line) => TIMING_LINE.test(line));
}

/**
 * Whether a text is captions and not one that quotes some: it begins with WebVTT's header or, as SRT does, with a
 * timing line, which may be numbered.
 */
export function isCaptions(text: string): boolean {
  const start = text.trimStart();
  if (/^WEBVTT(?=\s)/.test(start)) return hasTimingLines(start);
  return TIMING_LINE.test(start.replace(/^\d+[^\S\r\n]*[\r\n]\s*/, ''));
}

/** The most characters of a text that is sent as a source. Of captions, only what is said counts in the end. */
export const maxCharsOf = (text: string): number =>
  isCaptions(text) ? CAPTIONS_MAX_CHARS : SOURCE_MAX_CHARS;
