import { hasTimingLines } from '../../../schema/wire/captions.ts';
import type { TranscriptLine } from '../../../schema/wire/episodes.ts';
import { hasTooManyParts } from '../../platform/json-parts.ts';
import { looksLikeHtml } from '../../platform/plain-text.ts';
import { decodeText } from '../../platform/text-encoding.ts';
import { readCaptionCues } from './captions.ts';
import type { Cue } from './cues.ts';
import { readHtmlTranscript } from './html-transcript.ts';
import { readJsonTranscript } from './json-transcript.ts';
import { readTable } from './table-transcript.ts';
import { readTextTranscript } from './text-transcript.ts';
import { tidyTranscript } from './tidy-lines.ts';
import { TranscriptError } from './transcript-error.ts';
import { readTtmlTranscript } from './ttml-transcript.ts';
import { readJson3, readTimedTextXml } from './youtube-timed-text.ts';

/** How many characters are searched for a file's header. */
const HEADER_LENGTH = 10_000;

/** The share of control characters that a text may have, such as those of old terminals. */
const MOST_CONTROLS = 0.02;

export interface TranscriptFile {
  /** The declared media type; '' if none. */
  type: string;
  /** The reply's Content-Type, which may name the encoding; null if there is none. */
  contentType?: string | null;
  /** The final address. */
  url: string;
}

export interface ReadTranscript {
  lines: TranscriptLine[];
  /** As declared in the file; null if it isn't. */
  language: string | null;
}

/**
 * Reads, in steps, the podcast namespace's JSON, WebVTT, SRT, TTML, HTML and plain text, and YouTube's json3,
 * srv1, srv2 and srv3. The content matters more than the declared type.
 *
 * @throws TranscriptError if there are no words
 */
export function* readTranscriptInSteps(
  bytes: Uint8Array,
  file: TranscriptFile,
): Generator<void, ReadTranscript> {
  const text = decodeText(bytes, { contentType: file.contentType ?? file.type }).replace(
    /^\ufeff/,
    '',
  );
  if (isUnsupported(text.slice(0, 1000))) {
    throw new TranscriptError('The transcript is in an unsupported format.');
  }
  yield;
  const { cues, language } = yield* readAnyCues(text, file);
  yield;
  const lines = yield* tidyTranscript(cues);
  if (lines.length === 0) throw new TranscriptError('The transcript is empty.');
  return { lines, language };
}

/** The start of files that aren't text, which have some of these characters all over. */
function isUnsupported(start: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const controls = start.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  const isBinary = controls > start.length * MOST_CONTROLS || start.includes('\0');
  return isBinary || /^(?:%PDF-|ID3|\{\\rtf|\[Script Info\])/.test(start);
}

function* readAnyCues(
  text: string,
  file: TranscriptFile,
): Generator<void, { cues: Cue[]; language: string | null }> {
  const start = text.trimStart();
  // Interfaces reply null where there is nothing.
  if (/^(?:[[{]\s*["{[\]}]|null\s*$)/.test(start)) return yield* readJsonFile(start);
  if (start.startsWith('WEBVTT')) {
    const header = start.slice(0, HEADER_LENGTH);
    const language = /^WEBVTT[^\n]*\n(?:[^\n]+\n)*?Language:\s*([\w-]+)/i.exec(header)?.[1] ?? null;
    return { cues: yield* readCaptionCues(start), language };
  }
  if (hasTimingLines(start)) return { cues: yield* readCaptionCues(start), language: null };
  const root = afterProlog(start);
  if (/^<(?:transcript|timedtext)\b/.test(root)) {
    return { cues: readTimedTextXml(start), language: null };
  }
  if (/^(?:<!DOCTYPE\b[^<>]*>\s*)?<(?:\w+:)?tt\b/.test(root)) {
    const header = start.slice(0, HEADER_LENGTH);
    const language = /\bxml:lang\s*=\s*["']([\w-]+)/.exec(header)?.[1] ?? null;
    return { cues: readTtmlTranscript(start), language };
  }
  if (isAnotherPage(start, file)) {
    throw new TranscriptError('This address leads to a web page, not a transcript.');
  }
  const declaredHtml = /html/i.test(file.type) || /\.html?(?:$|[?#])/i.test(file.url);
  if (start.startsWith('<') || (declaredHtml && looksLikeHtml(start))) {
    const language = /<html[^<>]*\blang\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ?? null;
    return { cues: yield* readHtmlTranscript(start), language };
  }
  const table = readTable(start);
  if (table !== null) return { cues: table, language: null };
  return { cues: yield* readTextTranscript(start), language: null };
}

/**
 * Hosts also report a missing file with an HTML page. If captions were declared, a page is no
 * transcript.
 */
function isAnotherPage(start: string, { type, url }: TranscriptFile): boolean {
  const announced = `${type} ${URL.parse(url)?.pathname ?? url}`;
  const isTimed = /vtt|srt|subrip|json|ttml/i.test(announced);
  return isTimed && isWebPage(start) && !/<(?:cite|time)\b/i.test(start);
}

/** Returns a document without the declaration, instructions and comments before its first element. */
function afterProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const close = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : null;
    if (close === null) return rest;
    const end = rest.indexOf(close);
    if (end === -1) return '';
    rest = rest.slice(end + close.length).trimStart();
  }
}

/** Whether a text starts like an HTML page. */
export function isWebPage(text: string): boolean {
  return /^<(?:!doctype\s+html|html)\b/i.test(afterProlog(text));
}

function* readJsonFile(text: string): Generator<void, { cues: Cue[]; language: string | null }> {
  if (hasTooManyParts(text)) {
    throw new TranscriptError('The transcript has too many parts.');
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new TranscriptError('The transcript is invalid JSON.', { cause: error });
  }
  yield;
  const timedText = readJson3(json);
  if (timedText !== null) return { cues: timedText, language: null };
  const read = yield* readJsonTranscript(json);
  if (read === null) throw new TranscriptError('The transcript contains no words.');
  return read;
}
